import { CELLS, SIDE } from "../kernel/grid.ts";
import { likeness } from "./cell-features.ts";

/** How far the eye averages, in cells: single cells are noisy. */
const RADIUS = 2;
/** Width of the bell that weighs cells at a distance. */
const SPREAD = 1.25;

/**
 * How much a cell and the cells around it mean the same, -1..1: the mean cosine with its eight neighbours, smoothed. Random
 * cells have 0 on average, so that a map without order is flat, and the seams between subjects are valleys (the U-matrix of
 * Ultsch and Siemon, 1990, turned round).
 */
export function kinship(features: Float32Array): Float32Array {
  const raw = new Float32Array(CELLS);
  for (let cell = 0; cell < CELLS; cell++) {
    const around = square(cell, 1).filter((other) => other !== cell);
    for (const other of around) raw[cell]! += likeness(features, cell, other) / around.length;
  }
  const weights = square(0, RADIUS).map((_, at) => bell(at));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return raw.map((_, cell) =>
    square(cell, RADIUS).reduce((sum, other, at) => sum + (raw[other]! * weights[at]!) / total, 0),
  );
}

/** The square of cells within `radius`, row by row; the map goes round both ways. */
function square(cell: number, radius: number): number[] {
  const wrap = (index: number) => (index + SIDE) & (SIDE - 1);
  const cells: number[] = [];
  for (let row = -radius; row <= radius; row++)
    for (let column = -radius; column <= radius; column++)
      cells.push(wrap((cell >> 7) + row) * SIDE + wrap((cell & 127) + column));
  return cells;
}

function bell(at: number): number {
  const side = 2 * RADIUS + 1;
  const row = Math.floor(at / side) - RADIUS;
  const column = (at % side) - RADIUS;
  return Math.exp(-(row * row + column * column) / (2 * SPREAD * SPREAD));
}
