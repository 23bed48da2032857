import { TextDecoder } from "node:util";
import { decodeBytes } from "./encodings.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });
/** The byte of each letter of Windows-1252. */
const BYTES = new Map(
  Array.from(
    decodeBytes(
      Uint8Array.from({ length: 256 }, (_, i) => i),
      "windows-1252",
    ),
  )
    .map((letter, byte) => [letter, byte] as const)
    .filter(([, byte]) => byte > 127),
);
/** Letters of Windows-1252 beyond ASCII that stand together, the first of which begins a letter of UTF-8. */
const RUN =
  /[\u00c2-\u00f4][\u0080-\u00ff\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]+/g;

/** A text with the letters that were read as Windows-1252 instead of UTF-8 put right: “fÃ¼r” is “für”. */
export const repairMojibake = (text: string): string => text.replace(RUN, repairRun);

function repairRun(run: string): string {
  const bytes = Array.from(run, (letter) => BYTES.get(letter));
  if (bytes.includes(undefined)) return run;
  try {
    return utf8.decode(Uint8Array.from(bytes as number[]));
  } catch {
    return run;
  }
}
