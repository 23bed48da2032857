import type { Output } from "../../core/api/client-types.ts";
import type { Geography } from "../../core/basemap/types.ts";
import { SIDE } from "../../core/kernel/grid.ts";
import type { Region } from "./map/region.ts";

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
}

/** The level whose names suit a sentence: neither a continent nor a street. */
const USUAL_LEVEL = 1;

/** By what the service answered: the same ground is not made again. */
const geographies = new WeakMap<object, Geography>();

function geographyOf(answer: Output<"app.atlas">): Geography {
  const known = geographies.get(answer);
  if (known) return known;
  const { regions, regionOf, load } = answer;
  const made: Geography = {
    regions: regions.map(({ id, level, parent, isScraps = false }) => ({
      id,
      level,
      parent,
      isScraps,
    })),
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
export const placedRegion = ({ id, level, label, cells, centre }: Found): Region => ({
  id: String(id),
  level,
  name: label,
  x: (centre % SIDE) + 0.5,
  y: Math.floor(centre / SIDE) + 0.5,
  size: cells,
});

export function makeAtlas(answer: Output<"app.atlas">): Atlas {
  const { anchors, load, regions, regionOf } = answer;
  const named = namedRegions(regions);
  const nameOf = new Map(named.map(({ id, label }) => [id, label]));
  const foundBy = (region: string) => regions.find(({ id }) => String(id) === region);
  const cells = (level: number, id: number) =>
    (regionOf[level] ?? []).flatMap((region, position) => (region === id ? [position] : []));
  return {
    checksum: answer.checksum,
    anchors,
    density: load,
    geography: geographyOf(answer),
    levels: regionOf.length,
    regions: named.map(placedRegion),
    nameAt: (position, level = USUAL_LEVEL) => nameOf.get(regionOf[level]?.[position] ?? -1) ?? "",
    cellsAt: (position, level) => cells(level, regionOf[level]?.[position] ?? -1),
    cellsOf(region) {
      const found = foundBy(region);
      return found ? cells(found.level, found.id) : [];
    },
    termsOf: (region) => foundBy(region)?.runnersUp ?? [],
  };
}
