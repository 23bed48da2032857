import { CELLS, type Retina } from "../retina/types.ts";
import type { TermBag } from "./term-bag.ts";
import { termFrequency } from "./weights.ts";

/** The fingerprints of a bag's terms piled up, each as high as its amount; the cells add up to 1. */
export function pileOf({ terms, amounts }: TermBag, retina: Retina): Float64Array {
  const pile = new Float64Array(CELLS);
  terms.forEach((term, i) => {
    const amount = amounts[i]!;
    const positions = retina.positions(term);
    for (let k = 0; k < positions.length; k++) pile[positions[k]!]! += amount;
  });
  return normalised(pile);
}

/**
 * The pile that running text of no particular subject makes: every term as often as the corpus has it.
 * One pass over all fingerprints, about 0.1 s for 100,000 terms.
 */
export function backgroundOf(retina: Retina, weights: Float64Array): Float64Array {
  const terms = Array.from({ length: retina.termCount }, (_, id) => id);
  const amounts = terms.map((id) => termFrequency(retina, id) * weights[id]!);
  const background = pileOf({ terms, amounts }, retina);
  const floor = LOWEST / CELLS;
  return background.map((height) => Math.max(height, floor));
}

/** No cell's background is taken for less than this share of the mean: rare cells must not win by default. */
const LOWEST = 0.2;

function normalised(pile: Float64Array): Float64Array {
  let sum = 0;
  for (let cell = 0; cell < CELLS; cell++) sum += pile[cell]!;
  if (sum > 0) for (let cell = 0; cell < CELLS; cell++) pile[cell]! /= sum;
  return pile;
}
