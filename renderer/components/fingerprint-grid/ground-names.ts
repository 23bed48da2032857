import { useMemo } from "react";
import { type GroundLook, inksFor } from "../../../core/basemap/tints.ts";
import type { Area, BaseMap } from "../../../core/basemap/types.ts";
import type { Region } from "../../model/map/region.ts";
import type { FingerprintGridProps } from "./grid-props.ts";

/** What names take from the ground: colours that go with their region, and which cells lie in it. */
export interface GroundNames {
  /** Undefined where nothing is known of the ground. */
  colourOf(region: Region): { readonly fill: string; readonly stroke: string } | undefined;
  isInside(id: string, cell: number): boolean;
}

export function useGroundNames(
  { geography, palette }: Pick<FingerprintGridProps, "geography" | "palette">,
  map: BaseMap | null,
  look: GroundLook,
): GroundNames {
  const { isForced } = palette;
  return useMemo(() => {
    const areas = new Map(map?.levels.flat().map((area) => [area.id, area]));
    const inks = inksFor(look);
    return {
      colourOf({ id, level }) {
        const area = areaOf(Number(id));
        if (!area || isForced) return undefined;
        return { fill: inks.name(area, level), stroke: inks.tint(area) };
      },
      isInside: (id, cell) => {
        const region = geography?.regions[Number(id)];
        return region === undefined || geography?.regionOf[region.level]?.[cell] === region.id;
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
  }, [geography, map, look, isForced]);
}
