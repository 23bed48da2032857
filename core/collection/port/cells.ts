import { CELLS, type Positions, SIDE } from "../../kernel/grid.ts";

/**
 * The cosine of two sets of positions: shared / sqrt(size * size), in double precision and in exactly this order of
 * operations, so that every store gives the same bits. The product is a whole number below 2^53, hence exact; root and
 * quotient are correctly rounded everywhere. 0 where a side is empty.
 */
export function closeness(shared: number, sizeLeft: number, sizeRight: number): number {
  return shared === 0 ? 0 : shared / Math.sqrt(sizeLeft * sizeRight);
}

/** Cells to either side that count as near: a window of nine by nine. */
const REACH = 4;
const WIDTH = SIDE + 2 * REACH + 1;

/** No cell at all. */
export const NOWHERE = -1;

/** Sums over everything above and left of each cell of the map, continued by the reach beyond all edges. */
const sums = new Uint16Array(WIDTH * WIDTH);

/**
 * The cell of a fingerprint with most of its other cells near to it, the lowest of several; the map goes round both ways.
 * `NOWHERE` for an empty one.
 */
export function densestPlace(cells: Positions): number {
  if (cells.length === 0) return NOWHERE;
  const isSet = new Uint8Array(CELLS);
  for (const cell of cells) isSet[cell] = 1;
  for (let y = 1; y < WIDTH; y++) {
    const row = ((y - 1 - REACH + SIDE) % SIDE) * SIDE;
    let inRow = 0;
    for (let x = 1; x < WIDTH; x++) {
      inRow += isSet[row + ((x - 1 - REACH + SIDE) % SIDE)]!;
      sums[y * WIDTH + x] = sums[(y - 1) * WIDTH + x]! + inRow;
    }
  }
  let best = NOWHERE;
  let most = 0;
  for (const cell of cells) {
    const near = nearTo(cell);
    if (near > most) {
      most = near;
      best = cell;
    }
  }
  return best;
}

function nearTo(cell: number): number {
  const size = 2 * REACH + 1;
  const corner = Math.floor(cell / SIDE) * WIDTH + (cell % SIDE);
  const below = corner + size * WIDTH;
  return sums[below + size]! - sums[below]! - sums[corner + size]! + sums[corner]!;
}
