import { Type } from "#typebox";
import type { Output } from "../../core/api/client-types.ts";
import type { Geography } from "../../core/basemap/types.ts";
import { SIDE } from "../../core/kernel/grid.ts";
import { recordOf, type Saved } from "../../core/workspace/fit.ts";
import type { Region } from "./map/region.ts";

export const regionNamesSchema = recordOf(Type.String());

/** What a person calls regions, by `regionKey`; travels with the workspace. */
type RegionNames = Saved<typeof regionNamesSchema>;

/** By the retina, the level and the cell in the middle: numbers of regions change with the borders of others. */
const regionKey = (
  checksum: string,
  { level, centre }: { readonly level: number; readonly centre: number },
): string => `${checksum} ${level} ${centre}`;

/** The geography of the retina in use. */
export interface Atlas {
  /** Of the retina. */
  readonly checksum: string;
  /** The term that names each cell. */
  readonly anchors: readonly string[];
  /** Terms that use each cell. */
  readonly density: readonly number[];
  /** What tints, borders and terrain are made of. */
  readonly geography: Geography;
  /** Those with a name. */
  readonly regions: readonly Region[];
  readonly levels: number;
  /** Name of the region a cell lies in; "" where the map is not coherent. */
  nameAt(position: number, level?: number): string;
  cellsAt(position: number, level: number): readonly number[];
  cellsOf(region: string): readonly number[];
  /** Further terms that say what lives in a region. */
  termsOf(region: string): readonly string[];
  /** What a name of one's own for a region is kept by. */
  keyOf(region: string): string;
}

/** The level whose names suit a sentence: neither a continent nor a street. */
const USUAL_LEVEL = 1;

/** By what the service answered, so that names of one's own do not make the same ground again. */
const geographies = new WeakMap<object, Geography>();

function geographyOf(answer: Output<"app.atlas">): Geography {
  const known = geographies.get(answer);
  if (known) return known;
  const { regions, regionOf, load } = answer;
  const made: Geography = {
    regions: regions.map(({ id, level, parent }) => ({ id, level, parent })),
    regionOf: regionOf.map((level) => Uint16Array.from(level)),
    density: Uint32Array.from(load),
  };
  geographies.set(answer, made);
  return made;
}

type Found = Output<"app.atlas">["regions"][number];

/** Where the terms of a region say no more than those of random cells, it has no name. */
export const namedRegions = (regions: readonly Found[]): readonly Found[] =>
  regions.filter(({ label }) => label !== "");

/** A region with the place of its name. */
export const placedRegion = (
  { id, level, label, cells, centre }: Found,
  name: string = label,
): Region => ({
  id: String(id),
  level,
  name,
  x: (centre % SIDE) + 0.5,
  y: Math.floor(centre / SIDE) + 0.5,
  size: cells,
});

const NO_OWN: RegionNames = {};

/** `own`: what the person calls regions. */
export function makeAtlas(answer: Output<"app.atlas">, own: RegionNames = NO_OWN): Atlas {
  const { anchors, load, regions, regionOf } = answer;
  const named = namedRegions(regions);
  const ownName = (region: Found) => own[regionKey(answer.checksum, region)];
  const nameOf = new Map(named.map((region) => [region.id, ownName(region) ?? region.label]));
  const foundBy = (region: string) => regions.find(({ id }) => String(id) === region);
  const cells = (level: number, id: number) =>
    (regionOf[level] ?? []).flatMap((region, position) => (region === id ? [position] : []));
  return {
    checksum: answer.checksum,
    anchors,
    density: load,
    geography: geographyOf(answer),
    levels: regionOf.length,
    regions: named.map((region) => ({
      ...placedRegion(region, ownName(region)),
      ...(ownName(region) === undefined ? {} : { given: region.label }),
    })),
    nameAt: (position, level = USUAL_LEVEL) => nameOf.get(regionOf[level]?.[position] ?? -1) ?? "",
    cellsAt: (position, level) => cells(level, regionOf[level]?.[position] ?? -1),
    cellsOf(region) {
      const found = foundBy(region);
      return found ? cells(found.level, found.id) : [];
    },
    termsOf: (region) => foundBy(region)?.runnersUp ?? [],
    keyOf(region) {
      const found = foundBy(region);
      return found ? regionKey(answer.checksum, found) : "";
    },
  };
}
