import { CELLS, type Positions, type Retina, SIDE } from "../retina/types.ts";
import { BELL, REACH } from "./spread.ts";
import type { TermBag } from "./term-bag.ts";

export interface DivideOptions {
  readonly retina: Retina;
  /** What a neighbour counted for when the cells were chosen. */
  readonly neighbours: number;
}

/**
 * Divides each cell among the terms of a bag in proportion to what they put there when the text was composed. The
 * parts add up to the number of cells that any term reaches. Cost: terms times cells times 81.
 */
export function divideCells(
  { terms, amounts }: TermBag,
  cells: Positions,
  { retina, neighbours }: DivideOptions,
): Float64Array {
  const heights = (term: number, amount: number) =>
    reachOf(retina.positions(term), cells, neighbours).map((height) => height * amount);
  const totals = new Float64Array(cells.length);
  terms.forEach((term, i) => {
    heights(term, amounts[i]!).forEach((height, k) => {
      totals[k]! += height;
    });
  });
  return Float64Array.from(terms, (term, i) =>
    heights(term, amounts[i]!).reduce(
      (sum, height, k) => sum + (totals[k]! > 0 ? height / totals[k]! : 0),
      0,
    ),
  );
}

/** What a fingerprint puts on each of the cells: 1 on its own, a share of the bell curve on those near it. */
function reachOf(positions: Positions, cells: Positions, neighbours: number): Float64Array {
  const bits = new Uint8Array(CELLS);
  for (const position of positions) bits[position] = 1;
  return Float64Array.from(cells, (cell) =>
    neighbours === 0 ? bits[cell]! : bits[cell]! + neighbours * nearby(bits, cell),
  );
}

function nearby(bits: Uint8Array, cell: number): number {
  const row = Math.floor(cell / SIDE);
  let sum = 0;
  for (let down = -REACH; down <= REACH; down++) {
    const start = ((row + down) & (SIDE - 1)) * SIDE;
    for (let right = -REACH; right <= REACH; right++)
      if (bits[start + ((cell + right) & (SIDE - 1))] !== 0)
        sum += BELL[down + REACH]! * BELL[right + REACH]!;
  }
  return sum;
}
