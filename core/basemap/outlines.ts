import { contours } from "d3-contour";
import { CELLS, EDGE, ROW_SHIFT, SIDE } from "../kernel/grid.ts";
import type { Ring } from "./types.ts";

/**
 * Cells beyond each edge of the map that outlines are traced over: a region that goes round an edge has no seam there. What
 * happens at the rim of this wider grid is out of sight.
 */
const MARGIN = 8;
export const WIDTH = SIDE + 2 * MARGIN;
/** Width of the bell that smooths who owns a cell, in cells: stairs of one cell vanish, bays of four stay. */
const SPREAD = 1.8;
/** Cells that the bell reaches. */
const REACH = 5;

const BELL = Array.from({ length: 2 * REACH + 1 }, (_, i) =>
  Math.exp(-((i - REACH) ** 2) / (2 * SPREAD ** 2)),
);
const TOTAL = BELL.reduce((sum, weight) => sum + weight, 0);
const WEIGHTS = BELL.map((weight) => weight / TOTAL);

/** Place in the map of a place in the wider grid. */
export const cellOf = (column: number, row: number): number =>
  (((row - MARGIN) & EDGE) << ROW_SHIFT) | ((column - MARGIN) & EDGE);

/** A part of the wider grid: columns `left` to `left + width`, rows alike. */
interface Window {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/**
 * The outline of each region, smooth and without gaps: a place belongs to the region that owns most of what lies round it.
 * Neighbours trace their common border through the same points.
 * @param owners a number for each cell, 0 to `count - 1`
 */
export function outlinesOf(owners: ArrayLike<number>, count: number): Ring[][] {
  if (owners.length !== CELLS) throw new Error(`Each of ${CELLS} cells has one owner.`);
  const windows = windowsOf(owners, count);
  const first = new Float32Array(WIDTH * WIDTH);
  const second = new Float32Array(WIDTH * WIDTH);
  const winner = new Int32Array(WIDTH * WIDTH).fill(-1);
  const shares = windows.map((window, region) => {
    const share = window ? shareOf(owners, region, window) : new Float32Array(0);
    if (window)
      eachPlace(window, (place, at) => {
        if (share[at]! > first[place]!) {
          second[place] = first[place]!;
          first[place] = share[at]!;
          winner[place] = region;
        } else if (share[at]! > second[place]!) second[place] = share[at]!;
      });
    return share;
  });
  return windows.map((window, region) => {
    if (!window) return [];
    const lead = shares[region]!;
    eachPlace(window, (place, at) => {
      lead[at]! -= winner[place] === region ? second[place]! : first[place]!;
    });
    return traced(lead, window, 0);
  });
}

/** The part of the wider grid that each region lies in, with room for the bell; undefined for one without a cell. */
function windowsOf(owners: ArrayLike<number>, count: number): (Window | undefined)[] {
  const boxes = Array.from({ length: count }, () => [WIDTH, WIDTH, -1, -1]);
  for (let row = 0; row < WIDTH; row++)
    for (let column = 0; column < WIDTH; column++) {
      const box = boxes[owners[cellOf(column, row)]!]!;
      box[0] = Math.min(box[0]!, column);
      box[1] = Math.min(box[1]!, row);
      box[2] = Math.max(box[2]!, column);
      box[3] = Math.max(box[3]!, row);
    }
  return boxes.map(([left, top, right, bottom]) => {
    if (right! < 0) return undefined;
    const low = (at: number) => Math.max(0, at - REACH - 1);
    const high = (at: number) => Math.min(WIDTH, at + REACH + 2);
    const start = { left: low(left!), top: low(top!) };
    return { ...start, width: high(right!) - start.left, height: high(bottom!) - start.top };
  });
}

function eachPlace(
  { left, top, width, height }: Window,
  visit: (place: number, at: number) => void,
): void {
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++)
      visit((top + row) * WIDTH + left + column, row * width + column);
}

/** How much of what lies round each place of the window a region owns, 0..1. */
function shareOf(owners: ArrayLike<number>, region: number, window: Window): Float32Array {
  const { left, top, width, height } = window;
  const own = new Float32Array(width * height);
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++)
      if (owners[cellOf(left + column, top + row)] === region) own[row * width + column] = 1;
  return smoothed(smoothed(own, { width, height, step: 1 }), { width, height, step: width });
}

function smoothed(
  field: Float32Array,
  { width, height, step }: { width: number; height: number; step: number },
): Float32Array {
  const length = step === 1 ? width : height;
  return field.map((_, place) => {
    const at = step === 1 ? place % width : Math.floor(place / width);
    let sum = 0;
    for (let shift = -REACH; shift <= REACH; shift++) {
      const other = at + shift;
      if (other >= 0 && other < length)
        sum += WEIGHTS[shift + REACH]! * field[place + shift * step]!;
    }
    return sum;
  });
}

/** Rings round all places with at least this value, in cells of the map. */
export function traced(field: Float32Array, window: Window, least: number): Ring[] {
  const { left, top, width, height } = window;
  const trace = contours().size([width, height]).smooth(true);
  const shape = trace.contour(Array.from(field), least);
  return shape.coordinates.flat().map((ring) =>
    // The last point repeats the first.
    ring
      .slice(0, -1)
      .flatMap(([x = 0, y = 0]) => [rounded(x + left - MARGIN), rounded(y + top - MARGIN)]),
  );
}

/** Hundredths of a cell are finer than anything that is drawn. */
const rounded = (value: number) => Math.round(value * 100) / 100;
