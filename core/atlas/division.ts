import type { Retina } from "../retina/types.ts";
import { cellFeatures } from "./cell-features.ts";
import { divideMap } from "./divide-map.ts";
import { mergeRegions } from "./merge-regions.ts";

/**
 * Version of the division. It rises with every change after which the same retina is divided into other regions: names that an
 * editor gave to those of another version are not used any more.
 */
export const DIVISION = 1;

/** Regions of each level to begin with, the widest first; an editor's map is put together of those of the last. */
export const COUNTS = [20, 64, 160] as const;
const [FEWEST, , MOST] = COUNTS;

/** How a map can be divided, found from its cells alone: names have no part in it. */
export interface Division {
  readonly features: Float32Array;
  /** For each cell the number of its smallest region. */
  readonly smallest: Uint16Array;
  /** The division into so many regions: for each of the smallest the one that it belongs to, by the number of a member. */
  into(count: number): Int32Array;
}

export function divide(retina: Retina): Division {
  const features = cellFeatures(retina);
  const smallest = divideMap(features);
  const counts = Array.from({ length: MOST - FEWEST + 1 }, (_, more) => FEWEST + more);
  const merged = mergeRegions(features, smallest, counts);
  return { features, smallest, into: (count) => merged[count - FEWEST]! };
}
