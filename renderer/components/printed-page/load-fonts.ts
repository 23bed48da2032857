import cyrillic400 from "@fontsource/inter/files/inter-cyrillic-400-normal.woff?url";
import cyrillic500 from "@fontsource/inter/files/inter-cyrillic-500-normal.woff?url";
import cyrillic600 from "@fontsource/inter/files/inter-cyrillic-600-normal.woff?url";
import cyrillicExt400 from "@fontsource/inter/files/inter-cyrillic-ext-400-normal.woff?url";
import cyrillicExt500 from "@fontsource/inter/files/inter-cyrillic-ext-500-normal.woff?url";
import cyrillicExt600 from "@fontsource/inter/files/inter-cyrillic-ext-600-normal.woff?url";
import greek400 from "@fontsource/inter/files/inter-greek-400-normal.woff?url";
import greek500 from "@fontsource/inter/files/inter-greek-500-normal.woff?url";
import greek600 from "@fontsource/inter/files/inter-greek-600-normal.woff?url";
import greekExt400 from "@fontsource/inter/files/inter-greek-ext-400-normal.woff?url";
import greekExt500 from "@fontsource/inter/files/inter-greek-ext-500-normal.woff?url";
import greekExt600 from "@fontsource/inter/files/inter-greek-ext-600-normal.woff?url";
import latin400 from "@fontsource/inter/files/inter-latin-400-normal.woff?url";
import latin500 from "@fontsource/inter/files/inter-latin-500-normal.woff?url";
import latin600 from "@fontsource/inter/files/inter-latin-600-normal.woff?url";
import latinExt400 from "@fontsource/inter/files/inter-latin-ext-400-normal.woff?url";
import latinExt500 from "@fontsource/inter/files/inter-latin-ext-500-normal.woff?url";
import latinExt600 from "@fontsource/inter/files/inter-latin-ext-600-normal.woff?url";
import vietnamese400 from "@fontsource/inter/files/inter-vietnamese-400-normal.woff?url";
import vietnamese500 from "@fontsource/inter/files/inter-vietnamese-500-normal.woff?url";
import vietnamese600 from "@fontsource/inter/files/inter-vietnamese-600-normal.woff?url";
import type { FontFiles } from "../../../core/image/typeface.ts";

/** A part of the program's typeface: its letters, and its files by weight. */
interface FontPart {
  readonly letters: RegExp;
  readonly files: Readonly<Record<400 | 500 | 600, string>>;
}

/** Nearly every text needs the first alone. */
const LATIN: FontPart["files"] = { 400: latin400, 500: latin500, 600: latin600 };

/** The others, by the blocks of Unicode that they are for. */
const FURTHER: readonly FontPart[] = [
  {
    letters: /[\u0100-\u02ff\u1d00-\u1eff\u20a0-\u20cf\u2c60-\u2c7f\ua720-\ua7ff]/,
    files: { 400: latinExt400, 500: latinExt500, 600: latinExt600 },
  },
  {
    letters: /[\u0102-\u01b0]|[\u0300-\u0329]|[\u1ea0-\u1ef9\u20ab]/,
    files: { 400: vietnamese400, 500: vietnamese500, 600: vietnamese600 },
  },
  {
    letters: /[\u0400-\u045f\u0490-\u04b1\u2116]/,
    files: { 400: cyrillic400, 500: cyrillic500, 600: cyrillic600 },
  },
  {
    letters: /[\u0460-\u052f\u1c80-\u1c8f\u2de0-\u2dff\ua640-\ua69f]/,
    files: { 400: cyrillicExt400, 500: cyrillicExt500, 600: cyrillicExt600 },
  },
  { letters: /[\u0370-\u03ff]/, files: { 400: greek400, 500: greek500, 600: greek600 } },
  { letters: /[\u1f00-\u1fff]/, files: { 400: greekExt400, 500: greekExt500, 600: greekExt600 } },
];

const known = new Map<string, Promise<Uint8Array>>();

/** The program's typeface as files, from its own host, with the letters of `text`; each file is asked for once. */
export async function loadFonts(text: string): Promise<FontFiles> {
  const parts = [
    LATIN,
    ...FURTHER.flatMap(({ letters, files }) => (letters.test(text) ? [files] : [])),
  ];
  const [usual, middle, heavy] = await Promise.all(
    ([400, 500, 600] as const).map((weight) =>
      Promise.all(parts.map((part) => loadOnce(part[weight]))),
    ),
  );
  return { 400: usual!, 500: middle!, 600: heavy! };
}

/** Which parts of the typeface a text needs besides the usual one: the same for texts of the same letters. */
export const fontsNeeded = (text: string): readonly number[] =>
  FURTHER.flatMap(({ letters }, at) => (letters.test(text) ? [at] : []));

function loadOnce(address: string): Promise<Uint8Array> {
  const loading = known.get(address) ?? bytesOf(address);
  known.set(address, loading);
  // What failed may be there the next time.
  loading.catch(() => known.delete(address));
  return loading;
}

async function bytesOf(address: string): Promise<Uint8Array> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`The typeface did not load: status ${answer.status}.`);
  return new Uint8Array(await answer.arrayBuffer());
}
