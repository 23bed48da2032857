import type { MapView } from "./geometry.ts";

/** What the toolbar and the palette can ask of the map. */
export interface GridControls {
  zoomBy(factor: number): void;
  fit(): void;
  zoomToCells(positions: Iterable<number>): void;
  /** Shows this part of the map at once. */
  show(view: MapView): void;
  focus(): void;
}
