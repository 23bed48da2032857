import { useEffect } from "react";
import { create } from "zustand";
import type { ExportSource } from "../model/export-source.ts";
import { type MapContent, NOTHING } from "../model/map-content.ts";

/** Rows of a collection that a person has picked out. */
export interface TextsAtHand {
  /** What they are together; a filter that is made of them gets this name. */
  readonly name: string;
  readonly texts: readonly string[];
  readonly collection: string;
}

/** Something that the active view can do with the cells chosen on the map. */
export interface BrushUse {
  readonly id: string;
  /** The effect: "Take out of the filter". */
  readonly label: string;
  /** A sentence; null when it can be done. */
  readonly disabledBecause: string | null;
  /** `place` names where the cells lie; "" where that is not known. */
  run(place: string): void;
}

/** What the active view offers to the window round it. */
interface Published {
  readonly map: MapContent;
  readonly exports: ExportSource | null;
  /** What commands take along to another view. */
  readonly texts: TextsAtHand | null;
  /** Beside the uses for the expression; asked with every choice of cells. */
  readonly brushUses: ((chosen: readonly number[]) => readonly BrushUse[]) | null;
  /** Its table has the centre of the window and the map a column beside it, or stays to the left of the map in the centre. */
  readonly table: "centre" | "left" | null;
}

export const usePublished = create<Published>(() => ({
  map: NOTHING,
  exports: null,
  texts: null,
  brushUses: null,
  table: null,
}));

/**
 * Called by the active view and its parts: each offers what it has while it is on the page; null offers nothing. Every value is
 * memoised, as a new map is a redraw. The map stays until another view shows something on it.
 */
export function usePublish(offer: Partial<Published>): void {
  usePart("map", offer.map);
  usePart("exports", offer.exports);
  usePart("texts", offer.texts);
  usePart("brushUses", offer.brushUses);
  usePart("table", offer.table);
}

function usePart<Part extends keyof Published>(part: Part, value: Published[Part] | undefined) {
  useEffect(() => {
    if (value === undefined || value === null) return;
    usePublished.setState({ [part]: value });
    if (part === "map") return;
    return () => usePublished.setState({ [part]: null });
  }, [part, value]);
}
