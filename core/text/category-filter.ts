import { CELLS, type Positions } from "../retina/types.ts";
import { type Composer, positionCount } from "./compose.ts";
import { effectiveTerms, mergeBags, type TermBag } from "./term-bag.ts";
import type { BagTerm } from "./term-cells.ts";

/**
 * Positions of a filter, 2.4% of the map. The best supported cells of ten examples name a subject; further ones
 * let in its neighbours (on news, 983 positions lose two points of accuracy).
 */
const FILTER_LIMIT = 400;
/** Share of a filter's cells that stay when the negatives outweigh the positives everywhere. */
const LEAST_KEPT = 0.1;

/**
 * The fingerprint of what positive examples have in common, each counting the same. A cell that the negative
 * examples support more than the positives do is taken away; if that takes everything, the cells
 * where the positives come closest are kept, so a filter is never empty. One term alone is its own filter.
 */
export function composeFilter(
  positive: readonly TermBag[],
  negative: readonly TermBag[],
  composer: Composer,
): Positions {
  const wanted = mergeBags(positive);
  if (wanted.terms.length === 1 && negative.length === 0) return composer.compose(wanted);
  const count = Math.min(FILTER_LIMIT, positionCount(effectiveTerms(wanted)));
  const left = composer.support(wanted);
  if (negative.length === 0) return composer.highest(left, count);
  const unwanted = composer.heights(mergeBags(negative));
  const own = composer.heights(wanted);
  for (let cell = 0; cell < CELLS; cell++) if (unwanted[cell]! > own[cell]!) left[cell] = 0;
  const kept = composer.highest(left, count);
  return kept.length > 0
    ? kept
    : composer.highest(ratios(own, unwanted), Math.ceil(count * LEAST_KEPT));
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
