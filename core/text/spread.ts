import { CELLS, SIDE } from "../kernel/grid.ts";

/** Reach of the bell curve in cells; beyond it the weight is under 0.04%. */
export const REACH = 4;
const SIGMA = 1;

/** Weights of a bell curve of one cell's width, from -4 to 4 cells, adding up to 1. */
export const BELL: Float64Array = bell();

/**
 * Spreads every value of a map onto its neighbours by a bell curve one cell wide; rows and columns wrap
 * round. The sum stays. About 300,000 multiplications.
 */
export function spread(map: Float64Array): Float64Array {
  return alongRows(transposed(alongRows(transposed(map))));
}

function alongRows(map: Float64Array): Float64Array {
  const result = new Float64Array(CELLS);
  const padded = new Float64Array(SIDE + 2 * REACH);
  for (let row = 0; row < CELLS; row += SIDE) {
    for (let i = 0; i < padded.length; i++) padded[i] = map[row + ((i - REACH) & (SIDE - 1))]!;
    for (let column = 0; column < SIDE; column++) {
      let sum = 0;
      for (let i = 0; i < BELL.length; i++) sum += BELL[i]! * padded[column + i]!;
      result[row + column] = sum;
    }
  }
  return result;
}

function transposed(map: Float64Array): Float64Array {
  const result = new Float64Array(CELLS);
  for (let row = 0; row < SIDE; row++)
    for (let column = 0; column < SIDE; column++)
      result[column * SIDE + row] = map[row * SIDE + column]!;
  return result;
}

function bell(): Float64Array {
  const weights = Float64Array.from({ length: 2 * REACH + 1 }, (_, i) =>
    Math.exp(-((i - REACH) ** 2) / (2 * SIGMA * SIGMA)),
  );
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}
