import type { Lexicon } from "./lexicon.ts";
import { kindInKey } from "./numbers.ts";
import type { Occurrence } from "./read-terms.ts";
import { type BagTerm, byTerm, type TermCells } from "./term-cells.ts";

/** How much of each term a text holds: terms in the order of `byTerm`, with their amounts. Word order is gone. */
export interface TermBag {
  readonly terms: readonly BagTerm[];
  /** Occurrences, already weighted; above 0. */
  readonly amounts: readonly number[];
}

/** One occurrence's share in a term. */
export interface Share {
  readonly term: BagTerm;
  readonly amount: number;
}

/** A phrase counts as itself with this weight ... */
const PHRASE_SHARE = 0.3;
/** ... and each of its words with this one, so that texts meet on a word even when one of them wrote a phrase. */
const PART_SHARE = 0.9;

/** Hands over the terms an occurrence stands for: itself, and for a phrase also its words. */
function eachShare(
  { term, key, text, words }: Occurrence,
  lexicon: Lexicon,
  take: (term: BagTerm, amount: number) => void,
): void {
  take(term < 0 ? key : term, words === 1 ? 1 : PHRASE_SHARE);
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
/** What a number and an unknown word count for beside a rare known word. */
const NUMBER_WEIGHT = 1;
const UNKNOWN_WEIGHT = 0.5;
/** Beside up to this many known terms they count fully; in longer texts, whose subject other words show, less. */
const FEW_TERMS = 25;

/** What bags are made with. */
export interface BagTools {
  readonly lexicon: Lexicon;
  readonly cells: TermCells;
  /** By term id. */
  readonly weights: Float64Array;
}

/**
 * Adds up shares, multiplied by the weights of their terms. Function words are left out wherever the text has any other
 * known word, numbers and unknown words where it has no known one. The order of the occurrences does not matter.
 */
export function bagOf(
  occurrences: Iterable<Occurrence>,
  { lexicon, cells, weights }: BagTools,
): TermBag {
  const sums = new Map<BagTerm, number>();
  let heaviest = 0;
  const add = (term: BagTerm, amount: number) => {
    sums.set(term, (sums.get(term) ?? 0) + amount);
    if (typeof term === "number") heaviest = Math.max(heaviest, weights[term]!);
  };
  for (const occurrence of occurrences) eachShare(occurrence, lexicon, add);
  if (heaviest === 0) return NOTHING;
  const isKept = (term: BagTerm) =>
    typeof term === "number" ? weights[term]! >= LEAST_WEIGHT * heaviest : cells.size(term) > 0;
  const terms = [...sums.keys()].filter(isKept).sort(byTerm);
  const known = terms.filter((term) => typeof term === "number").length;
  const keyShare = Math.min(1, FEW_TERMS / known);
  const weightOf = (term: BagTerm) =>
    typeof term === "number" ? weights[term]! : keyShare * weightOfKey(term);
  return { terms, amounts: terms.map((term) => sums.get(term)! * weightOf(term)) };
}

const NOTHING: TermBag = { terms: [], amounts: [] };

const weightOfKey = (key: string) =>
  kindInKey(key) === undefined ? UNKNOWN_WEIGHT : NUMBER_WEIGHT;

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

/** Several bags as one in which each counts the same, however long its text. */
export function mergeBags(bags: readonly TermBag[]): TermBag {
  const sums = new Map<BagTerm, number>();
  for (const { terms, amounts } of bags) {
    const total = amounts.reduce((sum, amount) => sum + amount, 0);
    terms.forEach((term, i) => {
      sums.set(term, (sums.get(term) ?? 0) + amounts[i]! / total);
    });
  }
  const terms = [...sums.keys()].sort(byTerm);
  return { terms, amounts: terms.map((term) => sums.get(term)!) };
}
