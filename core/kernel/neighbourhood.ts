import type { Bitmap } from "./bitmap.ts";
import { EDGE, ROW_SHIFT } from "./grid.ts";

/** Rows and columns that count as near, each way. */
export const REACH = 3;
const WIDTH = 2 * REACH + 1;

/** A weight for each cell of the 7 x 7 window, row by row; the cell itself is the middle one. */
type Window = Float64Array;

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
  const top = (position >> ROW_SHIFT) - REACH;
  const left = ((position & EDGE) - REACH) & EDGE;
  let weight = 0;
  for (let down = 0; down < WIDTH; down++) {
    let near = cellsFrom(bitmap, (top + down) & EDGE, left);
    // Most rows of a sparse map have no cell here: seven looks instead of 49.
    for (; near !== 0; near &= near - 1) weight += window[down * WIDTH + lowestBit(near)];
  }
  return weight;
}

/** `WIDTH` cells of a row from `column` on, the first in the lowest bit; the row wraps round. */
function cellsFrom(bitmap: Bitmap, row: number, column: number): number {
  const first = row << WORD_SHIFT;
  const word = column >> 5;
  const shift = column & 31;
  let cells = bitmap[first + word] >>> shift;
  if (shift > 32 - WIDTH) cells |= bitmap[first + ((word + 1) & LAST_WORD)] << (32 - shift);
  return cells & ALL;
}
/** Words a row, as a shift; the number of its last word; one bit for each cell of a window's row. */
const WORD_SHIFT = ROW_SHIFT - 5;
const LAST_WORD = EDGE >> 5;
const ALL = 2 ** WIDTH - 1;

const lowestBit = (word: number) => 31 - Math.clz32(word & -word);
