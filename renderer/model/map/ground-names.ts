import { type GroundLook, inksFor } from "../../../core/basemap/tints.ts";
import type { Area, BaseMap, Geography } from "../../../core/basemap/types.ts";
import type { Region } from "./region.ts";

/** What names take from the ground: colours that go with their region, and which cells lie in it. */
export interface GroundNames {
  /** Undefined where nothing is known of the ground. */
  colourOf(region: Region): { readonly fill: string; readonly stroke: string } | undefined;
  isInside(id: string, cell: number): boolean;
  /** How much of `values`, one for each cell, lies in each region, by its id; empty where nothing is known of the ground. */
  sumsOf(values: ArrayLike<number>): ReadonlyMap<string, number>;
}

/** @param map null while it is not made, or where names are to keep the usual colours */
export function groundNames(
  geography: Geography | null,
  map: BaseMap | null,
  look: GroundLook,
): GroundNames {
  const areas = new Map(map?.levels.flat().map((area) => [area.id, area]));
  const inks = inksFor(look);
  return {
    colourOf({ id, level }) {
      const area = areaOf(Number(id));
      return area && { fill: inks.name(area, level), stroke: inks.tint(area) };
    },
    isInside: (id, cell) => {
      const region = geography?.regions[Number(id)];
      return region === undefined || geography?.regionOf[region.level]?.[cell] === region.id;
    },
    sumsOf(values) {
      const sums = new Float64Array(geography?.regions.length ?? 0);
      for (const regionOf of geography?.regionOf ?? [])
        for (let cell = 0; cell < values.length; cell++) sums[regionOf[cell]!]! += values[cell]!;
      return new Map(Array.from(sums, (sum, id) => [String(id), sum]));
    },
  };

  /** Regions too small for a tint of their own lie on that of the one that holds them. */
  function areaOf(id: number): Area | undefined {
    let at: number | null | undefined = id;
    while (at !== null && at !== undefined) {
      const area = areas.get(at);
      if (area) return area;
      at = geography?.regions[at]?.parent;
    }
    return undefined;
  }
}
