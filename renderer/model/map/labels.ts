import {
  type NameSize,
  type PlacedName,
  type PlaceOptions,
  placeNames,
} from "../../../core/basemap/place-names.ts";
import type { Region } from "./region.ts";

export type Label = PlacedName<Region>;

/** CSS pixels by level, as the style sheet has them. */
export const NAME_SIZES: readonly NameSize[] = [
  { character: 10, height: 19 },
  { character: 6.7, height: 15 },
  { character: 5.8, height: 13 },
];
/** Share of the map that names of each level and those above may cover, so that a small map is not all names. */
export const MOST_COVERED = [0.1, 0.15, 0.19];

/** Levels whose names are wanted at a zoom: three at once, and one more with every second doubling. */
export const levelsAt = (k: number): number => Math.min(5, 3 + Math.floor(Math.log2(k) / 2 + 0.2));

/** The names that fit, in map space. @param cell CSS pixels per cell */
export const placeLabels = (
  regions: readonly Region[],
  cell: number,
  levels: number,
  ground: Pick<PlaceOptions, "occupied" | "isInside"> = {},
): Label[] =>
  placeNames(regions.map(withParts), {
    cell,
    levels,
    sizes: NAME_SIZES,
    covered: MOST_COVERED,
    ...ground,
  });

/** Between the words of a region's name. */
const WORD_BREAK = ", ";

/** The first word of a name may stand for it, and the first two; what a person calls a region is never cut. */
export function withParts(region: Region): Region & { readonly parts: readonly string[] } {
  const words = region.given === undefined ? region.name.split(WORD_BREAK) : [region.name];
  return { ...region, parts: words.map((_, i) => words.slice(0, i + 1).join(WORD_BREAK)) };
}
