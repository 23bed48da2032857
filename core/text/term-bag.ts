import type { Lexicon } from "./lexicon.ts";
import type { Occurrence } from "./read-terms.ts";

/** How much of each term a text holds: term ids in rising order, with their amounts. Word order is gone. */
export interface TermBag {
  readonly terms: readonly number[];
  /** Occurrences, already weighted; above 0. */
  readonly amounts: readonly number[];
}

/** One occurrence's share in a term. */
export interface Share {
  readonly term: number;
  readonly amount: number;
}

/** A phrase counts as itself with this weight ... */
const PHRASE_SHARE = 0.3;
/** ... and each of its words with this one, so that texts meet on a word even when one of them wrote a phrase. */
const PART_SHARE = 0.9;

/** Hands over the terms an occurrence stands for: itself, and for a phrase also its words. */
export function eachShare(
  { term, text, words }: Occurrence,
  lexicon: Lexicon,
  take: (term: number, amount: number) => void,
): void {
  if (term < 0) return;
  take(term, words === 1 ? 1 : PHRASE_SHARE);
  if (words === 1) return;
  for (const word of text.split(" ")) {
    const { match } = lexicon.word(word);
    if (match !== undefined) take(match.term, PART_SHARE);
  }
}

/** The same as a list. */
export function sharesOf(occurrence: Occurrence, lexicon: Lexicon): Share[] {
  const shares: Share[] = [];
  eachShare(occurrence, lexicon, (term, amount) => shares.push({ term, amount }));
  return shares;
}

/** Beside a word of full weight, words of less than this weight are left out. */
const LEAST_WEIGHT = 0.03;

/**
 * Adds up shares, multiplied by the weights of their terms. Function words are left out wherever the text
 * has anything else. The order of the occurrences does not matter.
 */
export function bagOf(
  occurrences: Iterable<Occurrence>,
  lexicon: Lexicon,
  weights: Float64Array,
): TermBag {
  const sums = new Map<number, number>();
  let heaviest = 0;
  const add = (term: number, amount: number) => {
    sums.set(term, (sums.get(term) ?? 0) + amount);
    heaviest = Math.max(heaviest, weights[term]!);
  };
  for (const occurrence of occurrences) eachShare(occurrence, lexicon, add);
  const terms = [...sums.keys()]
    .filter((term) => weights[term]! >= LEAST_WEIGHT * heaviest)
    .sort((a, b) => a - b);
  return { terms, amounts: terms.map((term) => sums.get(term)! * weights[term]!) };
}

/** How many terms carry the text: 1 for a single one, n for n of equal amount. */
export function effectiveTerms({ amounts }: TermBag): number {
  let sum = 0;
  let squares = 0;
  for (const amount of amounts) {
    sum += amount;
    squares += amount * amount;
  }
  return squares === 0 ? 0 : (sum * sum) / squares;
}

/** Several bags as one in which each has the same say, however long its text. */
export function mergeBags(bags: readonly TermBag[]): TermBag {
  const sums = new Map<number, number>();
  for (const { terms, amounts } of bags) {
    const total = amounts.reduce((sum, amount) => sum + amount, 0);
    terms.forEach((term, i) => {
      sums.set(term, (sums.get(term) ?? 0) + amounts[i]! / total);
    });
  }
  const terms = [...sums.keys()].sort((a, b) => a - b);
  return { terms, amounts: terms.map((term) => sums.get(term)!) };
}
