import type { Fingerprint } from "./fingerprint.ts";
import type { MapLayer } from "./map/layers.ts";
import type { MapPoints } from "./map/points.ts";
import type { Region } from "./map/region.ts";
import type { Sense } from "./sense-colours.ts";

/** What a view asks the one map to show. */
export interface MapContent {
  /** Said above the map: "jaguar − car". */
  readonly title: string;
  /** Up to eight; the first lies at the bottom. */
  readonly layers: readonly MapLayer[];
  /** What pinning, copying and exporting take; null where the layers are no single fingerprint. */
  readonly fingerprint: Fingerprint | null;
  /** The two that a comparison is of, whole, with the expressions they come from. */
  readonly sides?: readonly [left: Fingerprint, right: Fingerprint];
  /** The senses the layers are coloured by; null: they could be, and are not. Absent: there are none to colour. */
  readonly senses?: readonly Sense[] | null;
  /** Said on the map when no layer has a cell. */
  readonly emptyText: string;
  /** The layers answer an earlier input; they are drawn dimmed. */
  readonly isStale?: boolean;
  /** Drawn over the layers, each at its place. */
  readonly points?: MapPoints;
  /** The map of another retina than the one in use: its own names, and nothing else is known of its cells. */
  readonly foreign?: {
    readonly retina: string;
    readonly regions: readonly Region[];
    readonly anchors: readonly string[];
  };
}

export const NOTHING: MapContent = {
  title: "",
  layers: [],
  fingerprint: null,
  emptyText: "Nothing set yet",
};
