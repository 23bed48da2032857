import { useEffect } from "react";
import { create } from "zustand";
import { type MapContent, NOTHING } from "../model/map-content.ts";

export const useMapContent = create<{ readonly content: MapContent }>(() => ({ content: NOTHING }));

/** Called by the active view. `content` must be memoised: a new object is a redraw. */
export function useShowOnMap(content: MapContent): void {
  useEffect(() => {
    useMapContent.setState({ content });
  }, [content]);
}
