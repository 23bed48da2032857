import { CELLS, type Positions } from "../retina/types.ts";
import { chooseCells } from "./choose-cells.ts";
import { type Composer, positionCount } from "./compose.ts";
import { effectiveTerms, mergeBags, type TermBag } from "./term-bag.ts";

/**
 * The fingerprint of what positive examples have in common, each with the same say. A cell that the negative
 * examples support more than the positives do is taken away; if that takes everything, the cells
 * where the positives come closest are kept, so a filter is never empty.
 */
export function composeFilter(
  positive: readonly TermBag[],
  negative: readonly TermBag[],
  composer: Composer,
): Positions {
  const wanted = mergeBags(positive);
  if (negative.length === 0) return composer.compose(wanted);
  const unwanted = composer.heights(mergeBags(negative));
  const own = composer.heights(wanted);
  const count = positionCount(effectiveTerms(wanted));
  const left = composer.support(wanted);
  for (let cell = 0; cell < CELLS; cell++) if (unwanted[cell]! > own[cell]!) left[cell] = 0;
  const kept = chooseCells(left, count);
  return kept.length > 0 ? kept : closest(own, unwanted, Math.ceil(count * LEAST_KEPT));
}

/** Share of a filter's cells that stay when the negatives outweigh the positives everywhere. */
const LEAST_KEPT = 0.1;

function closest(own: Float64Array, unwanted: Float64Array, count: number): Positions {
  const ratio = Float64Array.from(own, (height, cell) =>
    height > 0 ? height / (height + unwanted[cell]!) : 0,
  );
  return chooseCells(ratio, count);
}
