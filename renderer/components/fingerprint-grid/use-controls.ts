import { type RefObject, useEffect } from "react";
import { type Frame, viewOf, zoomAround, zoomToCells } from "../../model/map/geometry.ts";
import type { FingerprintGridProps } from "./grid-props.ts";
import type { MapZoom } from "./use-map-zoom.ts";

/** Gives the toolbar and the palette what they can ask of the map, and tells which part is seen. */
export function useControls(
  { onControls, onView }: FingerprintGridProps,
  { zoomTo, jumpTo, zoomBy, layout }: MapZoom,
  frame: Frame | null,
  root: RefObject<HTMLDivElement | null>,
): void {
  useEffect(() => {
    if (!frame) return;
    onControls({
      zoomBy,
      fit: () => zoomTo({ k: 1, x: 0, y: 0 }),
      zoomToCells: (positions) => zoomTo(zoomToCells(frame, positions)),
      show: (view) => jumpTo(zoomAround(frame, view.k, view)),
      focus: () => root.current?.focus(),
    });
  }, [onControls, zoomTo, jumpTo, zoomBy, frame, root]);
  useEffect(() => {
    if (layout) onView?.(viewOf(layout));
  }, [layout, onView]);
}
