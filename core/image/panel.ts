import type { GroundLook } from "../basemap/tints.ts";
import type { BaseMap } from "../basemap/types.ts";
import { and, sub } from "../fingerprint/operations.ts";
import type { Positions } from "../kernel/grid.ts";
import { FIRST, type Mark, SECOND, SHARED } from "./style.ts";

/** One class of cells. */
export interface Layer {
  /** For the legend and the description. */
  readonly label: string;
  readonly positions: Positions;
  /** `#rrggbb`; absent: the style's colour for this place. */
  readonly color?: string;
  /** In a style that tells classes apart by marks; absent: the style's mark for this place. */
  readonly mark?: Mark;
}

/** What a place on the map is called. */
export interface PlaceName {
  readonly text: string;
  /** Its middle, in cells from the upper left corner. */
  readonly x: number;
  readonly y: number;
  /** Size in parts of the usual size of names. */
  readonly scale: number;
  /** 0 names the widest regions, in the heaviest letters; absent: 0. */
  readonly level?: number;
  /** `#rrggbb` of the letters and of what lies round them; absent: the style's. */
  readonly color?: string;
  readonly halo?: string;
}

/** What lies under the cells: tints, borders and terrain of the map. */
export interface PanelGround {
  readonly map: BaseMap;
  readonly look: GroundLook;
}

/** Discs that lie anywhere on the map, over its cells; the later cover the earlier. */
export interface PanelPoints {
  /** The middle of each, in cells from the upper left corner. */
  readonly x: Float32Array;
  readonly y: Float32Array;
  /** Place of its kind in `kinds`. */
  readonly kindOf: Uint16Array;
  readonly kinds: readonly PointKind[];
}

interface PointKind {
  /** For the legend; "": not in it. */
  readonly label: string;
  /** `#rrggbb` */
  readonly color: string;
}

/** Share of a cell that a point is wide. */
export const POINT_WIDTH = 0.42;
/** Pixels that a point is wide. */
export const pointSize = (scalar: number): number => Math.max(2, Math.round(scalar * POINT_WIDTH));

/** One map. */
export interface Panel {
  readonly layers: readonly Layer[];
  /** Is a cell that layers share divided into upright bands, one for each? Absent: the last one covers the others. */
  readonly isBanded?: boolean;
  readonly points?: PanelPoints;
  readonly caption?: string;
  readonly names?: readonly PlaceName[];
  /** Absent: the plain background of the style. */
  readonly ground?: PanelGround;
}

/** A fingerprint alone. */
export const singlePanel = (positions: Positions, label = ""): Panel => ({
  layers: [{ label, positions }],
});

/** A label and a fingerprint. */
interface Named {
  readonly label: string;
  readonly positions: Positions;
}

/** Left, overlay, right: the service's comparison, in its colours. */
export function comparePanels(left: Named, right: Named): Panel[] {
  const shared = and([left.positions, right.positions]);
  const only = ({ label, positions }: Named) => ({
    label: `only ${label}`,
    positions: sub([positions, shared]),
  });
  return [
    { layers: [{ ...left, color: FIRST }] },
    {
      layers: [
        { ...only(left), color: FIRST },
        { ...only(right), color: SECOND },
        { label: "shared", positions: shared, color: SHARED },
      ],
    },
    { layers: [{ ...right, color: SECOND }] },
  ];
}
