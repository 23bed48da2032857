import { CELLS } from "../kernel/grid.ts";
import type { Retina } from "../retina/types.ts";
import type { TermBag } from "./term-bag.ts";
import type { TermCells } from "./term-cells.ts";
import { termFrequency } from "./weights.ts";

/** Piles up the fingerprints of a bag's terms in an empty map, each as high as its amount; all cells add up to `total`. */
export function pileUp(
  { terms, amounts }: TermBag,
  cells: TermCells,
  { pile, total }: { readonly pile: Float32Array; readonly total: number },
): void {
  let sum = 0;
  for (let i = 0; i < terms.length; i++) sum += amounts[i]! * cells.size(terms[i]!);
  const factor = sum > 0 ? total / sum : 0;
  for (let i = 0; i < terms.length; i++) cells.addTo(pile, terms[i]!, amounts[i]! * factor);
}

/**
 * The pile that running text of no particular subject makes: every term as often as the corpus has it.
 * One pass over all fingerprints, about 0.05 s for 100,000 terms.
 */
export function backgroundOf(retina: Retina, weights: Float64Array): Float64Array {
  const amounts = weights.map((weight, id) => termFrequency(retina, id) * weight);
  const background = retina.pile(amounts);
  const sum = amounts.reduce((all, amount, id) => all + amount * retina.size(id), 0);
  const floor = LOWEST / CELLS;
  return background.map((height) => Math.max(sum > 0 ? height / sum : 0, floor));
}

/** No cell's background is taken for less than this share of the mean: rare cells must not win by default. */
const LOWEST = 0.2;
