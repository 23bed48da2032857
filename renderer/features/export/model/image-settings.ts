import { type GroundLook, groundOn } from "../../../../core/basemap/tints.ts";
import { isColor, readColor } from "../../../../core/image/color.ts";
import {
  IMAGE_PRESETS,
  type ImageStyle,
  SHAPES,
  type Shape,
} from "../../../../core/image/style.ts";
import { onPaper } from "./inks.ts";
import { PAPERS, type Paper } from "./poster.ts";

/**
 * `map`: as it is seen; `panels`: both of a comparison beside their overlay; `steps` is how the result came about;
 * `matrix` is the square of values that is shown, `atlas` the map without cells; `sheet` and `batch` are about all pins.
 */
export const SUBJECTS = ["map", "panels", "matrix", "steps", "sheet", "batch", "atlas"] as const;
export type ImageSubject = (typeof SUBJECTS)[number];
/** What a person chooses among first: what is seen, several things on one sheet, each of them, and the atlas. */
export const SUBJECT_GROUPS = {
  seen: ["map"],
  sheet: ["panels", "steps", "matrix", "sheet"],
  each: ["batch"],
  atlas: ["atlas"],
} as const satisfies Readonly<Record<string, readonly ImageSubject[]>>;
export type SubjectGroup = keyof typeof SUBJECT_GROUPS;
/** Pictures of many, a file each. */
export const isBatch = (what: ImageSubject): boolean => what === "batch";
/** Many on one sheet, each with its caption. */
export const isSheet = (what: ImageSubject): boolean => what === "sheet" || what === "steps";
/** Is it something that no expression gives, and that cannot be reopened? */
export const isWithoutState = (what: ImageSubject): boolean =>
  what === "matrix" || what === "atlas";
export const FORMATS = ["png", "svg", "pdf", "webp", "jpeg", "gif"] as const;
/** A poster is drawn as vectors. */
export const POSTER_FORMATS: readonly ImageFormat[] = ["png", "svg", "pdf"];
export type ImageFormat = (typeof FORMATS)[number];
export const FORMAT_NAMES = {
  png: "PNG",
  svg: "SVG",
  pdf: "PDF",
  webp: "WebP",
  jpeg: "JPEG",
  gif: "GIF",
} as const;
/** Do the steps follow each other in one place, instead of standing side by side? */
export const isMoving = ({ what, format }: Pick<ImageSettings, "what" | "format">): boolean =>
  what === "steps" && format === "gif";
export const CELL_SIZES = { least: 1, most: 32 } as const;
/** Dots an inch of a bitmap; 0: as many as a screen has, and none are written into the file. */
export const RESOLUTIONS = [0, 150, 300, 600] as const;
const SCREEN_DOTS = 96;
/** Of what is drawn. */
const LARGEST_CELL = 64;

/** Pixels per cell that are drawn: as many more as the resolution is finer than a screen, so that the size in print stays. */
export function drawnCell({
  cell,
  resolution,
  format,
}: Pick<ImageSettings, "cell" | "resolution" | "format">): number {
  const isFiner = resolution > 0 && (format === "png" || format === "jpeg");
  return isFiner ? Math.min(LARGEST_CELL, Math.round((cell * resolution) / SCREEN_DOTS)) : cell;
}

/** How a picture is made; kept from one time to the next. */
export type ImageSettings = {
  readonly what: ImageSubject;
  readonly format: ImageFormat;
  /** Pixels per cell on a screen; `drawnCell` says how many are drawn. */
  readonly cell: number;
  /** Pixels per cell of a matrix, which has fewer of them. */
  readonly matrixCell: number;
  readonly preset: string;
  readonly shape: Shape;
  readonly lines: ImageStyle["gridLines"];
  /** `#rrggbb` of the first input's cells; "": the style's. */
  readonly cellColour: string;
  /** `#rrggbb` of the ground; "": the style's; "none": transparent. */
  readonly paper: string;
  readonly hasGap: boolean;
  readonly emptyDots: boolean;
  readonly hasFrame: boolean;
  /** Names of regions. */
  readonly hasNames: boolean;
  /** Tints, borders and terrain under the cells. */
  readonly hasGround: boolean;
  /** Unselected cells on the map are faint. */
  readonly dimsOthers: boolean;
  readonly hasTitle: boolean;
  readonly hasCaption: boolean;
  readonly hasLegend: boolean;
  /** Of a poster. */
  readonly paperSize: Paper;
  /** Pictures side by side in a contact sheet. */
  readonly columns: number;
  readonly resolution: number;
  readonly carriesState: boolean;
  /** Puts the positions of a batch beside its pictures. */
  readonly hasData: boolean;
  /** File name template. */
  readonly fileName: string;
};

export const DEFAULT_IMAGE: ImageSettings = {
  what: "map",
  format: "png",
  cell: 8,
  matrixCell: 24,
  preset: "Light",
  shape: "square",
  lines: 0,
  cellColour: "",
  paper: "",
  hasGap: true,
  emptyDots: false,
  hasFrame: true,
  hasNames: true,
  hasGround: true,
  dimsOthers: true,
  hasTitle: true,
  hasCaption: true,
  hasLegend: true,
  paperSize: "A3",
  columns: 4,
  resolution: 0,
  carriesState: true,
  hasData: false,
  fileName: "{label}-{retina}-{cells}",
};

const isOneOf = (options: readonly unknown[]) => (value: unknown) => options.includes(value);
const isWhole = (least: number, most: number) => (value: unknown) =>
  typeof value === "number" && Number.isInteger(value) && value >= least && value <= most;
const isColourOr =
  (...words: readonly string[]) =>
  (value: unknown) =>
    typeof value === "string" && (words.includes(value) || isColor(value));
const isBoolean = (value: unknown) => typeof value === "boolean";

const CHECKS: Readonly<Record<keyof ImageSettings, (value: unknown) => boolean>> = {
  what: isOneOf(SUBJECTS),
  format: isOneOf(FORMATS),
  cell: isWhole(CELL_SIZES.least, CELL_SIZES.most),
  matrixCell: isWhole(CELL_SIZES.least, CELL_SIZES.most),
  preset: isOneOf(Object.keys(IMAGE_PRESETS)),
  shape: isOneOf(SHAPES),
  lines: isOneOf([0, 1, 8, 16]),
  cellColour: isColourOr(""),
  paper: isColourOr("", "none"),
  hasGap: isBoolean,
  emptyDots: isBoolean,
  hasFrame: isBoolean,
  hasNames: isBoolean,
  hasGround: isBoolean,
  dimsOthers: isBoolean,
  hasTitle: isBoolean,
  hasCaption: isBoolean,
  hasLegend: isBoolean,
  paperSize: isOneOf(Object.keys(PAPERS)),
  columns: isWhole(1, 12),
  resolution: isOneOf(RESOLUTIONS),
  carriesState: isBoolean,
  hasData: isBoolean,
  fileName: (value) => typeof value === "string",
};

/** The settings as far as what was kept is sound; the rest as at first. */
export function readImageSettings(kept: Readonly<Record<string, unknown>>): ImageSettings {
  const sound = Object.entries(CHECKS).filter(([name, isSound]) => isSound(kept[name]));
  return {
    ...DEFAULT_IMAGE,
    ...Object.fromEntries(sound.map(([name]) => [name, kept[name]])),
  };
}

export const lookOf = ({ shape, gridLines, gap, emptyDots, frame }: ImageStyle) => ({
  shape,
  lines: gridLines,
  hasGap: gap > 0,
  emptyDots,
  hasFrame: frame > 0,
  cellColour: "",
  paper: "",
});

/** What the ground of a picture looks like; null for one without: on no background, or as the service's pictures are. */
export function groundLookOf(settings: ImageSettings, style: ImageStyle): GroundLook | null {
  const { background, marks } = style;
  const isPlain = settings.preset === "Service" || background === null;
  if (!settings.hasGround || isPlain || isMoving(settings)) return null;
  const [red, green, blue] = readColor(background);
  const look = groundOn([red, green, blue]);
  // Where marks tell cells apart, the printer has one ink.
  return marks.length === 0 ? look : { ...look, chroma: 0, hasTints: false, terrain: 0 };
}

/** The preset with the person's own changes. */
export function styleOf(settings: ImageSettings): ImageStyle {
  const { preset, shape, lines, cellColour, paper, hasGap, emptyDots, hasFrame } = settings;
  const style = IMAGE_PRESETS[preset] ?? IMAGE_PRESETS.Light!;
  const own = {
    ...style,
    shape,
    gridLines: lines,
    gap: hasGap ? 1 : 0,
    emptyDots,
    frame: hasFrame ? 1 : 0,
    colors: cellColour === "" ? style.colors : [cellColour, ...style.colors.slice(1)],
  };
  return paper === "" ? own : onPaper(own, paper);
}
