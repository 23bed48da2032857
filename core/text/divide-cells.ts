import { CELLS, type Positions } from "../kernel/grid.ts";
import { spread } from "./spread.ts";
import type { TermBag } from "./term-bag.ts";
import type { TermCells } from "./term-cells.ts";

export interface DivideOptions {
  readonly cells: TermCells;
  /** What a neighbour counted for when the cells were chosen. */
  readonly neighbours: number;
}

/**
 * Divides each cell among the terms of a bag in proportion to what they put there when the text was composed. The
 * parts add up to the number of cells that any term reaches. Cost: the positions of all terms, and two spreads.
 */
export function divideCells(
  { terms, amounts }: TermBag,
  divided: Positions,
  { cells, neighbours }: DivideOptions,
): Float64Array {
  const pile = new Float64Array(CELLS);
  terms.forEach((term, i) => {
    for (const position of cells.positions(term)) pile[position]! += amounts[i]!;
  });
  const heights = withShare(pile, neighbours);
  const perHeight = new Float64Array(CELLS);
  for (const cell of divided) if (heights[cell]! > 0) perHeight[cell] = 1 / heights[cell]!;
  // What a position gives to a cell near it, that cell gives back to the position: the curve is symmetric.
  const worth = withShare(perHeight, neighbours);
  return Float64Array.from(terms, (term, i) => {
    let sum = 0;
    for (const position of cells.positions(term)) sum += worth[position]!;
    return sum * amounts[i]!;
  });
}

/** A map plus a share of its spread. */
function withShare(map: Float64Array, share: number): Float64Array {
  if (share === 0) return map;
  const blurred = spread(map);
  for (let cell = 0; cell < CELLS; cell++) blurred[cell] = map[cell]! + share * blurred[cell]!;
  return blurred;
}
