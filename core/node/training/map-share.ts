import path from "node:path";
import { badInput } from "../../errors.ts";
import type { CorpusFile } from "./train-records.ts";

/** How much the texts of some files count where the map is laid out and named. */
interface MapShare {
  /** What the file's name, or its path as it was given, begins with. */
  readonly start: string;
  readonly percent: number;
}

const FULL = 100;

/** Reads “classics=20, notes=50”. @throws bad-input naming the part that is none */
export function parseMapShare(text: string): MapShare[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part) => {
      const at = part.lastIndexOf("=");
      const percent = Number(part.slice(at + 1) || Number.NaN);
      const start = part.slice(0, Math.max(0, at)).trim();
      if (start === "" || !Number.isInteger(percent) || percent < 0 || percent > FULL)
        throw badInput(
          "map-share",
          `“map-share” is a list such as classics=20, the beginning of file names with a percentage from 0 to 100; “${part}” is none.`,
          { value: part },
        );
      return { start, percent };
    });
}

/**
 * The percentage of each file, by the longest beginning that fits it; 100 where none does.
 * @throws bad-input where a beginning fits no file, or nothing would be left to shape the map
 */
export function mapSharesOf(
  files: readonly Pick<CorpusFile, "file">[],
  text: string,
): ReadonlyMap<string, number> {
  const shares = parseMapShare(text).sort((a, b) => b.start.length - a.start.length);
  const fits = ({ start }: MapShare, { file }: Pick<CorpusFile, "file">) =>
    path.basename(file).startsWith(start) || file.startsWith(start);
  for (const share of shares)
    if (!files.some((file) => fits(share, file)))
      throw badInput("map-share", `No file of the corpus begins with “${share.start}”.`, {
        value: share.start,
      });
  const found = new Map(
    files.map((file) => [file.file, shares.find((share) => fits(share, file))?.percent ?? FULL]),
  );
  if (files.length > 0 && [...found.values()].every((percent) => percent === 0))
    throw badInput("map-share", "At least one file has to count where the map is laid out.");
  return found;
}
