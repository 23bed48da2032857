import type { Output } from "../../../../core/api/client-types.ts";
import { SIDE } from "../../../../core/kernel/grid.ts";
import { hueOf, letterOf } from "../../../model/map/layers.ts";
import { toSet } from "../../../model/map/selection.ts";
import type { TrailStop } from "../../../model/map-content.ts";

/** Cells on each side that count as the neighbourhood of a cell. */
const REACH = 5;

/** A line through more places could not be followed. */
export const MOST_STOPS = 12;

/** The slices' places in reading order; a slice without cells has none. */
export function trailOf(slices: readonly BenchSlice[]): TrailStop[] {
  return slices.slice(0, MOST_STOPS).flatMap(({ positions, heading }, index) => {
    const position = densestCell(positions);
    if (position === undefined) return [];
    const letter = letterOf(index) || String(index + 1);
    return [{ position, letter, colour: hueOf(index), label: heading }];
  });
}

/**
 * The set cell with the most set cells round it, the first of equals; so the place is always a real cell. The map
 * wraps, so cells beyond an edge are neighbours too.
 */
export function densestCell(positions: readonly number[]): number | undefined {
  const set = toSet(positions);
  let best: number | undefined;
  let most = 0;
  for (const position of positions) {
    const near = countNear(set, position);
    if (near <= most) continue;
    most = near;
    best = position;
  }
  return best;
}

function countNear(set: Uint8Array, position: number): number {
  const column = position % SIDE;
  const row = (position - column) / SIDE;
  let count = 0;
  for (let y = row - REACH; y <= row + REACH; y++) {
    const from = ((y + SIDE) % SIDE) * SIDE;
    for (let x = column - REACH; x <= column + REACH; x++)
      count += set[from + ((x + SIDE) % SIDE)]!;
  }
  return count;
}

export type BenchAnswer = Output<"app.textBench">;

export type BenchWord = BenchAnswer["words"][number];

export type BenchSlice = BenchAnswer["slices"][number];
