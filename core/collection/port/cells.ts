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
const SQUARE = 2 * REACH + 1;

/** No cell at all. */
export const NOWHERE = -1;

/** 1 for each cell of the fingerprint that is looked at; none between two calls. */
const isSet = new Uint8Array(CELLS);

/**
 * The cell of a fingerprint with most of its other cells near to it, the lowest of several; the map goes round both ways.
 * `NOWHERE` for an empty one.
 */
export function densestPlace(cells: Positions): number {
  for (let i = 0; i < cells.length; i++) isSet[cells[i]!] = 1;
  let best = NOWHERE;
  let most = 0;
  for (let i = 0; i < cells.length; i++) {
    const near = nearTo(cells[i]!);
    if (near <= most) continue;
    most = near;
    best = cells[i]!;
  }
  for (let i = 0; i < cells.length; i++) isSet[cells[i]!] = 0;
  return best;
}

function nearTo(cell: number): number {
  const top = (cell >> 7) - REACH;
  const left = (cell & (SIDE - 1)) - REACH;
  let near = 0;
  for (let y = 0; y < SQUARE; y++) {
    const row = ((top + y) & (SIDE - 1)) * SIDE;
    for (let x = 0; x < SQUARE; x++) near += isSet[row + ((left + x) & (SIDE - 1))]!;
  }
  return near;
}
