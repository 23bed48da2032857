import { CELLS, type Positions } from "../kernel/grid.ts";
import { type Composer, positionCount } from "./compose.ts";
import type { SideLearner } from "./side-learner.ts";
import { effectiveTerms, mergeBags, type TermBag } from "./term-bag.ts";
import type { BagTerm } from "./term-cells.ts";

/**
 * Positions of a filter, 2.4% of the map. The best supported cells of ten examples name a subject; further ones
 * let in its neighbours (on news, 983 positions lose two points of accuracy).
 */
export const FILTER_LIMIT = 400;
/** Share of a filter's cells that stay when the negatives outweigh the positives everywhere. */
const LEAST_KEPT = 0.1;
/** Negatives from which on the sides alone choose the cells (see the note on categories from examples). */
const FEWEST_TO_LEARN = 2;
/** With one negative they do so beside what this many positives have in common, which counts for half as much. */
const FEWEST_IN_COMMON = 3;
const COMMON_SHARE = 0.5;

/** One example: what it holds, and its fingerprint. */
export interface FilterExample {
  readonly bag: TermBag;
  readonly cells: () => Positions;
}

/** What a filter is made with. */
interface FilterSetting {
  readonly composer: Composer;
  /** Has read all examples. */
  readonly learner: SideLearner;
}

/**
 * The fingerprint of what tells the positive examples from the negative ones, each counting the same: the cells that
 * a regression of the sides weighs most. Among texts of the kind that the filter is for, examples of one side are enough.
 * Otherwise one negative says little about the rest of the world: what the positives have in common counts beside it. Without
 * one, and with one and few positives, a filter is what the positives have in common, without cells that the negative
 * supports more. A filter is never empty, and one term alone is its own filter.
 */
export function composeFilter(
  positive: readonly FilterExample[],
  negative: readonly FilterExample[],
  { composer, learner }: FilterSetting,
): Positions {
  const wanted = mergeBags(positive.map(bagOf));
  if (wanted.terms.length === 1 && negative.length === 0) return composer.compose(wanted);
  const count = Math.min(FILTER_LIMIT, positionCount(effectiveTerms(wanted)));
  const isSure = learner.hasUnlabelled || negative.length >= FEWEST_TO_LEARN;
  if (isSure || (negative.length > 0 && positive.length >= FEWEST_IN_COMMON)) {
    const learned = learner.weights(new Set(positive), new Set(negative));
    const weights = isSure ? learned : beside(learned, composer.support(wanted));
    const highest = composer.highest(aboveNothing(weights), count);
    if (highest.length > 0) return highest;
  }
  return commonCells(wanted, mergeBags(negative.map(bagOf)), { composer, count });
}

const bagOf = ({ bag }: FilterExample): TermBag => bag;

function aboveNothing(weights: Float64Array): Float32Array {
  const heights = new Float32Array(weights.length);
  for (let cell = 0; cell < weights.length; cell++) heights[cell] = Math.max(0, weights[cell]!);
  return heights;
}

/** Both at length 1. */
function beside(learned: Float64Array, common: Float32Array): Float64Array {
  const [own, other] = [lengthOf(learned), lengthOf(common)];
  return learned.map((weight, cell) => weight / own + COMMON_SHARE * (common[cell]! / other));
}

/** 1 where there is nothing, which may be divided by then. */
function lengthOf(weights: ArrayLike<number>): number {
  let square = 0;
  for (let i = 0; i < weights.length; i++) square += weights[i]! ** 2;
  return Math.sqrt(square) || 1;
}

/**
 * The cells that one side supports most, less those that the other supports more; if that takes everything, those where
 * the first comes closest.
 */
function commonCells(
  wanted: TermBag,
  unwanted: TermBag,
  { composer, count }: { readonly composer: Composer; readonly count: number },
): Positions {
  const left = composer.support(wanted);
  if (unwanted.terms.length === 0) return composer.highest(left, count);
  const against = composer.heights(unwanted);
  const own = composer.heights(wanted);
  for (let cell = 0; cell < CELLS; cell++) if (against[cell]! > own[cell]!) left[cell] = 0;
  const kept = composer.highest(left, count);
  return kept.length > 0
    ? kept
    : composer.highest(ratios(own, against), Math.ceil(count * LEAST_KEPT));
}

/** The positives' share of both sides' height, by cell. */
function ratios(own: Float32Array, unwanted: Float32Array): Float32Array {
  return own.map((height, cell) => (height > 0 ? height / (height + unwanted[cell]!) : 0));
}

/**
 * Divides the cells of a filter among its positive examples in proportion to what they put there, each example with
 * the same weight. The parts add up to the number of cells that any example reaches.
 */
export function divideAmongExamples(
  examples: readonly TermBag[],
  cells: Positions,
  composer: Composer,
): Float64Array {
  const merged = mergeBags(examples);
  const perAmount = new Map<BagTerm, number>();
  composer.credits(merged, cells).forEach((credit, i) => {
    perAmount.set(merged.terms[i]!, credit / merged.amounts[i]!);
  });
  return Float64Array.from(examples, ({ terms, amounts }) => {
    const total = amounts.reduce((sum, amount) => sum + amount, 0);
    const parts = terms.map((term, i) => (perAmount.get(term) ?? 0) * (amounts[i]! / total));
    return parts.reduce((sum, part) => sum + part, 0);
  });
}
