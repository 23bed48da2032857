import type { ReactNode } from "react";
import type { Geography } from "../../../core/basemap/types.ts";
import type { Layout, MapView } from "../../model/map/geometry.ts";
import type { GroundNames } from "../../model/map/ground-names.ts";
import type { MapLayer } from "../../model/map/layers.ts";
import type { MapPoints } from "../../model/map/points.ts";
import type { Region } from "../../model/map/region.ts";
import type { GridStyle } from "../../model/map/style.ts";
import type { GridControls, Tool } from "../../model/map/tools.ts";
import type { Palette } from "./palette.ts";
import type { MapZoom } from "./use-map-zoom.ts";
import type { useSelection } from "./use-selection.ts";

export interface FingerprintGridProps {
  /** Up to eight; memoise: a new list is a redraw. */
  readonly layers: readonly MapLayer[];
  /** The text equivalent: what a person who does not see the map hears first. */
  readonly summary: string;
  readonly palette: Palette;
  readonly style: GridStyle;
  /** What tints and terrain are made of, or null while unknown; the same object for the same map. */
  readonly geography: Geography | null;
  readonly regions: readonly Region[];
  /** The name of each cell; shown in the cells once they are large enough. */
  readonly cellNames: readonly string[];
  /** Cells of the region under a cell, for the region tool. */
  readonly regionAt: (position: number) => readonly number[];
  readonly tool: Tool;
  readonly brushSize: number;
  readonly onlySet: boolean;
  /** Selected cells, ascending. */
  readonly brush: readonly number[];
  readonly onBrush: (label: string, cells: readonly number[]) => void;
  /** A term's cells to light up, or null. */
  readonly lit: readonly number[] | null;
  /** Things that lie at places of the map, drawn over its cells; memoise. */
  readonly points?: MapPoints | undefined;
  /** The one under the pointer, or -1. */
  readonly point?: number;
  readonly onPoint?: (index: number) => void;
  readonly hovered: number;
  readonly onHover: (position: number) => void;
  /** Enter or click on a cell. */
  readonly onOpenCell: (position: number) => void;
  /** What the tooltip says of the hovered cell. */
  readonly tooltip: ReactNode;
  readonly tooltipDelay: number;
  /** The cell whose card stays open, or -1, and what the card says. */
  readonly pinned: number;
  readonly card: ReactNode;
  readonly wheelZooms: boolean;
  readonly onEscape: () => void;
  readonly announceCell: (position: number) => void;
  readonly onControls: (controls: GridControls) => void;
  /** Told which part of the map is seen, whenever that changes. */
  readonly onView?: (view: MapView) => void;
  /** Said over an empty map; null for none. */
  readonly note: ReactNode;
  readonly isStale: boolean;
  /** One line under the map, as wide as it. */
  readonly footer: ReactNode;
}

/** What the pieces of the map share. */
export interface Parts {
  readonly props: FingerprintGridProps;
  readonly layout: Layout | null;
  readonly zoom: MapZoom;
  readonly selection: ReturnType<typeof useSelection>;
  readonly cursor: number;
  readonly names: GroundNames;
}
