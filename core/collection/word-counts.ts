import { type Difference, findDifferences } from "./differences.ts";
import type { WordWeight } from "./word-weights.ts";
import { tokensOf } from "./words.ts";

/** In how many rows each word is. */
export class WordCounts {
  rows = 0;
  readonly #counts = new Map<string, number>();

  add(text: string): void {
    this.addWords(new Set(tokensOf(text)));
  }

  addWords(words: ReadonlySet<string>): void {
    this.rows++;
    for (const word of words) this.#counts.set(word, (this.#counts.get(word) ?? 0) + 1);
  }

  set(word: string, rows: number): void {
    if (rows > 0) this.#counts.set(word, rows);
  }

  of(word: string): number {
    return this.#counts.get(word) ?? 0;
  }

  words(): Iterable<string> {
    return this.#counts.keys();
  }
}

export interface WordDifference extends Difference {
  readonly word: string;
}

/** A word has to be in this many rows of both parts together, or nothing can be concluded about it. */
const FEWEST_ROWS = 5;
/** Single letters or digits mean little. */
const SHORTEST = 2;

/**
 * Words from the most characteristic of `a` to that of `b`: by the end of the interval that is nearer to no difference,
 * times the logarithm of how many rows have the word, or lack it where most have it. So neither a rare word nor a word
 * of every text comes first, nor one whose `weight` says that it names nothing.
 */
export function compareWords(
  a: WordCounts,
  b: WordCounts,
  weight: WordWeight = () => 1,
): WordDifference[] {
  const fewest = Math.min(FEWEST_ROWS, Math.max(1, Math.ceil((a.rows + b.rows) / 50)));
  const words = [...new Set([...a.words(), ...b.words()])].filter(
    (word) =>
      a.of(word) + b.of(word) >= fewest && word.length >= SHORTEST && !/^\p{N}+$/u.test(word),
  );
  const rows = a.rows + b.rows;
  const counts = words.map((word) => ({ inA: a.of(word), inB: b.of(word) }));
  return findDifferences(counts, { a: a.rows, b: b.rows })
    .map((difference, i) => ({ word: words[i]!, ...difference }))
    .map((difference) => ({
      difference,
      by: weightOf(difference, rows) * weight(difference.word),
    }))
    .sort((x, y) => y.by - x.by || y.difference.effect - x.difference.effect)
    .map(({ difference }) => difference);
}

function weightOf({ low, high, inA, inB }: Difference, rows: number): number {
  const fewer = Math.min(inA + inB, rows - inA - inB);
  return (Math.max(low, 0) + Math.min(high, 0)) * Math.log(1 + fewer);
}
