import { compareOdds } from "./statistics.ts";
import { compareWords, WordCounts, type WordWeight } from "./word-counts.ts";
import { type Line, neighboursOf } from "./word-lines.ts";

/** A word that stands near the word of a line more often than elsewhere. */
export interface Companion {
  readonly word: string;
  /** Lines of the sense that have it within five words, and how many of them before the word. */
  readonly lines: number;
  readonly left: number;
  /** Logarithm of the ratio of odds to the other senses, or to the collection where there is one sense; 95%. */
  readonly effect: number;
  readonly low: number;
  readonly high: number;
  /** Chance, corrected for all words that were looked at. */
  readonly q: number;
}

/** At most so many chances of error in what is listed. */
const MOST_CHANCE = 0.05;
/** Words around a place in running text: as many as a line has neighbours. */
const WINDOW = 10;

/** Windows of running text, which lines are compared with. */
export function windowsOf(texts: Iterable<readonly string[]>): string[] {
  const windows: string[] = [];
  for (const tokens of texts)
    for (let at = 0; at < tokens.length; at += WINDOW)
      windows.push(tokens.slice(at, at + WINDOW).join(" "));
  return windows;
}

/**
 * For each sense the words that are near more often than in the lines of other senses and than in the collection, by
 * log-odds ratios with a prior (`compareWords`); those that may be chance are left out.
 *
 * @param senses for each line its sense, 0 to `count` - 1
 * @param windows running text of the collection, of about as many words as a line has neighbours
 */
export function companyOf(
  lines: readonly Line[],
  senses: ArrayLike<number>,
  { count, windows, weight, limit }: CompanyOptions,
): Companion[][] {
  const near = lines.map(neighboursOf);
  const ground = new WordCounts();
  for (const window of windows) ground.add(window);
  const all = new WordCounts();
  const own = Array.from({ length: count }, () => new WordCounts(all.vocabulary));
  near.forEach(({ left, right }, i) => {
    const text = [...left, ...right].join(" ");
    all.add(text);
    own[senses[i]!]!.add(text);
  });
  return own.map((sense, number) => {
    const rest = restOf(all, sense);
    const isAlone = rest.rows === 0;
    const found = compareWords(sense, isAlone ? ground : rest, weight).filter(
      ({ word, low, q }) =>
        low > 0 &&
        q <= MOST_CHANCE &&
        weight(word) > 0 &&
        (isAlone || isBeyond(word, sense, ground)),
    );
    return found.slice(0, limit).map(({ word, inA, effect, low, high, q }) => {
      const left = near.filter(
        (each, i) => senses[i] === number && each.left.includes(word),
      ).length;
      return { word, lines: inA, left, effect, low, high, q };
    });
  });
}

export interface CompanyOptions {
  readonly count: number;
  readonly windows: readonly string[];
  readonly weight: WordWeight;
  /** Words of each sense. */
  readonly limit: number;
}

function restOf(all: WordCounts, part: WordCounts): WordCounts {
  const rest = new WordCounts(all.vocabulary);
  for (const word of all.words()) {
    const id = all.vocabulary.idOf(word);
    rest.addCount(id, all.at(id) - part.at(id));
  }
  rest.rows = all.rows - part.rows;
  return rest;
}

/** More frequent in a sense than in the collection. */
function isBeyond(word: string, sense: WordCounts, ground: WordCounts): boolean {
  if (ground.rows === 0) return true;
  const counts = { inA: sense.of(word), inB: ground.of(word) };
  return compareOdds(counts, { a: sense.rows, b: ground.rows }).low > 0;
}
