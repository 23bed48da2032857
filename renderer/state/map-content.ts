import { useEffect } from "react";
import { create } from "zustand";
import type { Region } from "../components/fingerprint-grid/labels.ts";
import type { MapLayer } from "../components/fingerprint-grid/layers.ts";
import type { TrailStop } from "../components/fingerprint-grid/trail.tsx";
import type { Fingerprint } from "./fingerprint.ts";
import type { Sense } from "./sense-colours.ts";
import type { Operation } from "./set-steps.ts";

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
  /** The operator that gave the cells, with what it was applied to; absent where there is none. */
  readonly operation?: Operation;
  /** Said on the map when no layer has a cell. */
  readonly emptyText: string;
  /** The layers answer an earlier input; they are drawn dimmed. */
  readonly isStale?: boolean;
  /** Places joined by a line, in order. */
  readonly trail?: readonly TrailStop[];
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

export const useMapContent = create<{ readonly content: MapContent }>(() => ({ content: NOTHING }));

/** Called by the active view. `content` must be memoised: a new object is a redraw. */
export function useShowOnMap(content: MapContent): void {
  useEffect(() => {
    useMapContent.setState({ content });
  }, [content]);
}
