import { SIDE } from "../../core/kernel/grid.ts";

/** The 3 x 3 block round a cell, row by row; the map's edges are joined, as meaning runs on across them. */
export function aroundCell(position: number): number[] {
  const column = position % SIDE;
  const row = (position - column) / SIDE;
  const wrapped = (index: number) => (index + SIDE) % SIDE;
  return Array.from({ length: 9 }, (_, place) => {
    const x = wrapped(column + (place % 3) - 1);
    const y = wrapped(row + Math.floor(place / 3) - 1);
    return y * SIDE + x;
  });
}
