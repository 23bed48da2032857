import { type Pack, type PackSummary, shareOf } from "../../language/pack.ts";
import { loadPack } from "./pack-files.ts";

/**
 * Share of running words from which on a word stands in nearly every text, and says nothing of what one is about. German "waren",
 * "eines" and "wurden" are above, "recht" and "land" below.
 */
const COMMON = 6e-4;

const known = new Map<string, Promise<ReadonlySet<string>>>();

/** The words that nearly every text of a pack's language has, such as "und" and "der"; read once. @throws as `loadPack` */
export function commonWords({ file }: PackSummary): Promise<ReadonlySet<string>> {
  const words = known.get(file) ?? loadPack(file).then(commonIn);
  known.set(file, words);
  words.catch(() => known.delete(file));
  return words;
}

const commonIn = ({ words, shares }: Pick<Pack, "words" | "shares">): ReadonlySet<string> =>
  new Set(words.filter((_, at) => shareOf(shares[at]!) >= COMMON));
