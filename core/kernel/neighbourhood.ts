import { type Bitmap, hasBit } from "./bitmap.ts";
import { EDGE, ROW_SHIFT } from "./grid.ts";

/** Rows and columns that count as near, each way. */
export const REACH = 3;
const WIDTH = 2 * REACH + 1;

/** A weight for each cell of the 7 x 7 window, row by row; the cell itself is the middle one. */
export type Window = Float64Array;

/** A window whose weight depends on the Euclidean distance to the middle only. */
export function makeWindow(weightAt: (distance: number) => number): Window {
  const window = new Float64Array(WIDTH * WIDTH);
  for (let i = 0; i < window.length; i++) {
    const row = Math.floor(i / WIDTH) - REACH;
    const column = (i % WIDTH) - REACH;
    window[i] = weightAt(Math.sqrt(row * row + column * column));
  }
  return window;
}

/** The summed weight of the set cells in the window round `position`; the window wraps round the map. */
export function weightAround(bitmap: Bitmap, position: number, window: Window): number {
  const row = position >> ROW_SHIFT;
  const column = position & EDGE;
  let weight = 0;
  let i = 0;
  for (let down = -REACH; down <= REACH; down++) {
    const start = ((row + down) & EDGE) << ROW_SHIFT;
    for (let right = -REACH; right <= REACH; right++, i++) {
      if (hasBit(bitmap, start | ((column + right) & EDGE))) weight += window[i];
    }
  }
  return weight;
}
