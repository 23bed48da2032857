import { CELLS, type Positions } from "../retina/types.ts";
import { cellHandicaps } from "./handicap.ts";
import { nthLargest } from "./nth-largest.ts";

/**
 * The `count` cells of the highest support in proportion to their handicap, in rising order; fewer when
 * fewer have any support. Equal support is settled by the lower cell. Cost is a few passes over the map.
 */
export function chooseCells(support: Float64Array, count: number): Positions {
  const handicaps = cellHandicaps();
  const rank = new Float64Array(CELLS);
  for (let cell = 0; cell < CELLS; cell++) rank[cell] = support[cell]! / handicaps[cell]!;
  return highestCells(rank, count);
}

/** The `count` highest cells above 0, in rising order; of equally high ones the lower. */
export function highestCells(heights: Float64Array, count: number): Positions {
  if (count < 1) return new Uint16Array();
  const limit = nthLargest(heights.slice(), Math.min(count, CELLS));
  const chosen: number[] = [];
  let ties = count - above(heights, limit);
  for (let cell = 0; cell < CELLS; cell++) {
    const height = heights[cell]!;
    if (height > 0 && (height > limit || (height === limit && ties-- > 0))) chosen.push(cell);
  }
  return Uint16Array.from(chosen);
}

function above(values: Float64Array, limit: number): number {
  let count = 0;
  for (const value of values) if (value > limit) count++;
  return count;
}
