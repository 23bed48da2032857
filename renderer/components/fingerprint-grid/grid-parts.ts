import type { Layout } from "../../model/map/geometry.ts";
import type { GroundNames } from "../../model/map/ground-names.ts";
import type { FingerprintGridProps } from "./grid-props.ts";
import type { MapZoom } from "./use-map-zoom.ts";
import type { useSelection } from "./use-selection.ts";

/** What the pieces of the map share. */
export interface Parts {
  readonly props: FingerprintGridProps;
  readonly layout: Layout | null;
  readonly zoom: MapZoom;
  readonly selection: ReturnType<typeof useSelection>;
  readonly cursor: number;
  readonly names: GroundNames;
}
