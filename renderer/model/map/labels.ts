import { CELLS } from "../../../core/kernel/grid.ts";
import type { GroundNames } from "./ground-names.ts";
import { type MapLayer, warmthOf } from "./layers.ts";
import { type NameSize, type PlacedName, type PlaceOptions, placeNames } from "./place-names.ts";
import type { Region } from "./region.ts";

export type Label = PlacedName<Region>;

/** CSS pixels by level, as the style sheet has them. */
export const NAME_SIZES: readonly NameSize[] = [
  { character: 10, height: 19 },
  { character: 6.7, height: 15 },
  { character: 5.8, height: 13 },
];
/** Share of the map that names of each level and those above may cover, so that a small map is not all names. */
export const MOST_COVERED = [0.18, 0.21, 0.24];

/** Levels whose names are wanted at a zoom: three at once, and one more with every second doubling. */
export const levelsAt = (k: number): number => Math.min(5, 3 + Math.floor(Math.log2(k) / 2 + 0.2));

interface OnMap extends Pick<PlaceOptions, "occupied" | "isInside"> {
  /** Of a heat: how warm each region is, as `weightsOf` says. */
  readonly weights?: ReadonlyMap<string, number>;
}

/** The names that fit, in map space. @param cell CSS pixels per cell */
export const placeLabels = (
  regions: readonly Region[],
  cell: number,
  levels: number,
  { weights, ...ground }: OnMap = {},
): Label[] =>
  placeNames(withWeights(regions, weights).map(withParts), {
    cell,
    levels,
    sizes: NAME_SIZES,
    covered: MOST_COVERED,
    ...ground,
  });

/**
 * The warmth of each region that is warmer than the map is on average, by its id. Names of those say what a heat is about; none
 * would be seen if they had to keep off its cells.
 */
export function weightsOf(
  regions: readonly Region[],
  layers: readonly MapLayer[],
  { sumsOf }: Pick<GroundNames, "sumsOf">,
): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  const warmth = warmthOf(layers);
  if (warmth === null) return weights;
  const sums = sumsOf(warmth);
  const usual = warmth.reduce((sum, each) => sum + each, 0) / CELLS;
  for (const { id, size } of regions) {
    const sum = sums.get(id) ?? 0;
    if (sum > usual * size) weights.set(id, sum);
  }
  return weights;
}

export const withWeights = (
  regions: readonly Region[],
  weights: ReadonlyMap<string, number> | undefined,
): readonly (Region & { readonly weight?: number })[] =>
  weights === undefined || weights.size === 0
    ? regions
    : regions.map((region) => ({ ...region, weight: weights.get(region.id) ?? 0 }));

/** Between the words of a region's name. */
const WORD_BREAK = ", ";

/** The first word of a name may stand for it, and the first two. */
export function withParts(region: Region): Region & { readonly parts: readonly string[] } {
  const words = region.name.split(WORD_BREAK);
  return { ...region, parts: words.map((_, i) => words.slice(0, i + 1).join(WORD_BREAK)) };
}
