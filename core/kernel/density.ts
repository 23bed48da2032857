import { EDGE, ROW_SHIFT, SIDE } from "./grid.ts";

/**
 * Smooths a value a cell over the torus: three passes of a box of `2 * reach + 1` cells along rows and columns,
 * which come close to a Gaussian of variance `reach * (reach + 1)`. Whole numbers in, whole numbers out: the sums are
 * not divided, so the result is exact. Cost is six passes over the map, whatever the reach.
 */
export function smooth(values: Int32Array, reach: number): Int32Array {
  let from = values;
  for (let pass = 0; pass < 3; pass++) from = sumColumns(sumRows(from, reach), reach);
  return from;
}

function sumRows(values: Int32Array, reach: number): Int32Array {
  const sums = new Int32Array(values.length);
  for (let row = 0; row < SIDE; row++)
    slide(values, sums, { start: row << ROW_SHIFT, step: 1, reach });
  return sums;
}

function sumColumns(values: Int32Array, reach: number): Int32Array {
  const sums = new Int32Array(values.length);
  for (let column = 0; column < SIDE; column++)
    slide(values, sums, { start: column, step: SIDE, reach });
  return sums;
}

/** One row or column: the sum moves on by one cell, taking one in and leaving one out. */
function slide(
  values: Int32Array,
  sums: Int32Array,
  line: { readonly start: number; readonly step: number; readonly reach: number },
): void {
  const { start, step, reach } = line;
  let sum = 0;
  for (let i = -reach; i <= reach; i++) sum += values[start + step * (i & EDGE)];
  for (let i = 0; i < SIDE; i++) {
    sums[start + step * i] = sum;
    sum +=
      values[start + step * ((i + reach + 1) & EDGE)] - values[start + step * ((i - reach) & EDGE)];
  }
}
