import type { FontFiles } from "../../../core/image/typeface.ts";
import { FURTHER, LATIN } from "./font-parts.ts";

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
