import { addBits, emptyBitmap } from "../kernel/bitmap.ts";
import { CELLS, type Positions } from "../kernel/grid.ts";
import { makeWindow, weightAround } from "../kernel/neighbourhood.ts";

/** Whole numbers, so that sums, and with them the choice, are the same on every machine. */
const UNIT = 65_536;
const SUPPORT = makeWindow((distance) => Math.round(UNIT * 2 ** -distance));

/** Positions that `fraction` of the map allows, at least one; 2% are 328, 6% are 983. */
export function limitOf(fraction: number): number {
  return Math.max(1, Math.round(fraction * CELLS));
}

/**
 * Thins a fingerprint to a fraction of the map; one that is thin enough already is returned as it is,
 * and a fraction that is not between 0 and 1 changes nothing.
 */
export function sparsify(positions: Positions, fraction: number): Positions {
  return fraction > 0 && fraction < 1 ? keepSupported(positions, limitOf(fraction)) : positions;
}

/**
 * Keeps the `limit` positions with the most support on the map.
 *
 * The support of a position is the sum of 2^-d over the set cells at most 3 rows and 3 columns away, d being
 * the distance in cells and the map a torus. Of two with equal support the smaller position stays.
 */
export function keepSupported(positions: Positions, limit: number): Positions {
  if (positions.length <= limit) return positions;
  const bitmap = emptyBitmap();
  addBits(bitmap, positions);
  const support = new Float64Array(CELLS);
  for (const position of positions) support[position] = weightAround(bitmap, position, SUPPORT);
  return positions
    .toSorted((a, b) => support[b]! - support[a]! || a - b)
    .subarray(0, limit)
    .toSorted();
}
