import type { Mark } from "./layers.ts";

export type GridLines = "off" | "1" | "8" | "16";

/** How the map is drawn, apart from what it shows. */
export interface GridStyle {
  readonly shape: Exclude<Mark, "diamond" | "ring">;
  /** Device pixels between cells, where cells are large enough. */
  readonly gap: number;
  /** A line every so many cells. */
  readonly lines: GridLines;
  /** A tint and a border for each region. */
  readonly showsTints: boolean;
  /** Light and contours of the vocabulary as a landscape. */
  readonly showsDensity: boolean;
  readonly showsNames: boolean;
  /** Fog where neighbouring cells have little in common. */
  readonly showsFog: boolean;
  /** Cells per side of the pooled view; 128 shows every cell. */
  readonly pooledTo: 128 | 64 | 32 | 16;
  /** `#rrggbb` of the first input's cells; "": the theme's. */
  readonly cellColour: string;
  /** `#rrggbb` of the ground; "": the theme's. "none": whatever lies behind the map. */
  readonly paper: string;
  /** A small dot in every cell that is not set. */
  readonly emptyDots: boolean;
  /** A line round the map. */
  readonly hasFrame: boolean;
  /** How strong terrain, fog and names are, 0..1 of the usual. */
  readonly densityStrength: number;
  readonly fogStrength: number;
  readonly nameStrength: number;
  /** Share of its colour that a cell outside the chosen ones keeps: dimmed, never hidden. */
  readonly dimmed: number;
}

export const DEFAULT_STYLE: GridStyle = {
  shape: "square",
  gap: 1,
  lines: "off",
  showsTints: true,
  showsDensity: true,
  showsNames: true,
  showsFog: false,
  pooledTo: 128,
  cellColour: "",
  paper: "",
  emptyDots: false,
  hasFrame: true,
  densityStrength: 1,
  fogStrength: 1,
  nameStrength: 1,
  dimmed: 0.22,
};

export const STYLE_PRESETS: Readonly<Record<string, GridStyle>> = {
  Crisp: DEFAULT_STYLE,
  Service: { ...DEFAULT_STYLE, shape: "circle", gap: 0 },
  Solid: { ...DEFAULT_STYLE, gap: 0 },
  Graph: { ...DEFAULT_STYLE, shape: "rounded", lines: "8", emptyDots: true },
  Plain: {
    ...DEFAULT_STYLE,
    showsTints: false,
    showsDensity: false,
    showsNames: false,
  },
};
