/** Below so many pixels per cell a round shape would be a blur, so all shapes are squares. */
export const SMALLEST_ROUND = 3;
/** What a set cell looks like. */
export const SHAPES = ["square", "circle", "rounded"] as const;
export type Shape = (typeof SHAPES)[number];

/** How much of the shape is inked: tells classes apart where colour cannot, as in print. */
export type Mark = (typeof MARKS)[number];
/** In the order in which layers take them, so that neighbours in a legend differ most. */
export const MARKS = ["full", "ring", "dot", "bar", "post", "slash", "backslash", "cross"] as const;

/** How pictures look. Colours are `#rrggbb`. Plain JSON, so it can be stored with the settings. */
export interface ImageStyle {
  readonly shape: Shape;
  /** For layers that bring no colour, in order. */
  readonly colors: readonly string[];
  /** For layers in order; further ones are full. */
  readonly marks: readonly Mark[];
  /** `null`: transparent. */
  readonly background: string | null;
  /** Pixels left free to the right and below each cell. */
  readonly gap: number;
  /** A line of one pixel between every so many cells; 0: none. Lines take no room from cells. */
  readonly gridLines: 0 | 1 | 8 | 16;
  readonly gridColor: string;
  /** Width in pixels of the frame round each panel, and its colour; `null`: transparent. */
  readonly frame: number;
  readonly frameColor: string | null;
  /** Colour of titles, captions and legends. */
  readonly ink: string;
}

/** The three colours of the service's pictures: first input, second input, shared. */
export const FIRST = "#106186";
export const SECOND = "#20bcff";
export const SHARED = "#ff6600";

/** Eight hues that remain apart in the common colour vision deficiencies, after Okabe and Ito; grey from the ninth on. */
export const DISTINCT = [
  "#0072b2",
  "#e69f00",
  "#009e73",
  "#cc79a7",
  "#56b4e9",
  "#d55e00",
  "#4e5a00",
  "#000000",
] as const;

/** The look of the service's pictures: white field in a transparent frame of one pixel. */
export const SERVICE: ImageStyle = {
  shape: "circle",
  colors: [FIRST, SECOND, SHARED],
  marks: [],
  background: "#ffffff",
  gap: 0,
  gridLines: 0,
  gridColor: "#e4e2dc",
  frame: 1,
  frameColor: null,
  ink: "#1d1d1b",
};

const LIGHT: ImageStyle = {
  ...SERVICE,
  shape: "square",
  background: "#ffffff",
  frameColor: "#d8d5cc",
};

/** Named looks for export. */
export const IMAGE_PRESETS = {
  light: LIGHT,
  dark: {
    ...LIGHT,
    colors: ["#4ba3cc", "#8fdcff", "#ff8534"],
    background: "#16181a",
    gridColor: "#2a2d30",
    frameColor: "#3a3e42",
    ink: "#e8e6e1",
  },
  /** Without a background. */
  none: { ...LIGHT, background: null, frameColor: null },
} as const satisfies Readonly<Record<string, ImageStyle>>;
