import type { Output } from "../../../../core/api/client-types.ts";
import { namedRegions, placedRegion } from "../../../model/atlas.ts";
import type { MapContent } from "../../../model/map-content.ts";

/** The map of a retina that is not installed yet, with the names that it will have when it is. */
export function trainedMap({ name, anchors, regions }: Trained): MapContent {
  return {
    title: `The map of ${name}`,
    layers: [],
    fingerprint: null,
    emptyText: "Zoom in for more region names. Related things should be close together.",
    foreign: {
      retina: name,
      anchors,
      regions: namedRegions(regions).map(placedRegion),
    },
  };
}

export type Trained = NonNullable<Output<"app.jobs">[number]["trained"]>;
