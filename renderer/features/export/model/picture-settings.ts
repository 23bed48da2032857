import { type GroundLook, groundOn } from "../../../../core/basemap/tints.ts";
import { readColor } from "../../../../core/image/color.ts";
import { IMAGE_PRESETS, type ImageStyle } from "../../../../core/image/style.ts";
import type { GridStyle } from "../../../model/map/style.ts";

export const FORMATS = { png: "PNG", svg: "SVG", pdf: "PDF" } as const;
export const BACKGROUNDS = { light: "Light", dark: "Dark", none: "Transparent" } as const;
export const UNITS = { px: "px", mm: "mm" } as const;

/** How a picture is made; kept from one time to the next. */
export type PictureSettings = {
  readonly format: keyof typeof FORMATS;
  /** Of the whole picture, in `unit`. */
  readonly width: number;
  readonly unit: keyof typeof UNITS;
  readonly background: keyof typeof BACKGROUNDS;
  /** Names of regions. */
  readonly hasNames: boolean;
  /** Title, size, map and the meaning of the colours. */
  readonly hasLegend: boolean;
};

/** What the drawing depends on; the rest is about its file. */
export type PictureLook = Pick<PictureSettings, "background" | "hasNames" | "hasLegend">;

export const DEFAULT_PICTURE: PictureSettings = {
  format: "png",
  width: 1200,
  unit: "px",
  background: "light",
  hasNames: true,
  hasLegend: true,
};

/** Widths that can be chosen, by unit. */
export const WIDTHS = {
  px: { least: 100, most: 12_000 },
  mm: { least: 10, most: 1_000 },
} as const;

const isIn = (options: object) => (value: unknown) => Object.hasOwn(options, String(value));
const isBoolean = (value: unknown) => typeof value === "boolean";

const CHECKS: Readonly<Record<keyof PictureSettings, (value: unknown) => boolean>> = {
  format: isIn(FORMATS),
  width: (value) =>
    typeof value === "number" && value >= WIDTHS.mm.least && value <= WIDTHS.px.most,
  unit: isIn(UNITS),
  background: isIn(BACKGROUNDS),
  hasNames: isBoolean,
  hasLegend: isBoolean,
};

/** The stored settings as far as they are valid; the rest as at first. */
export function readPictureSettings(stored: Readonly<Record<string, unknown>>): PictureSettings {
  const valid = Object.entries(CHECKS).filter(([name, isValid]) => isValid(stored[name]));
  return {
    ...DEFAULT_PICTURE,
    ...Object.fromEntries(valid.map(([name]) => [name, stored[name]])),
  };
}

/** The look of cells and texts on the chosen background. */
export function styleOf(
  { background }: Pick<PictureSettings, "background">,
  { showsLines }: GridStyle,
): ImageStyle {
  const preset = IMAGE_PRESETS[background];
  return { ...preset, gap: 1, gridLines: showsLines ? 8 : 0 };
}

/** Tints and terrain as on the screen; null where neither is shown, or where the background is transparent. */
export function groundLookOf(
  { background }: ImageStyle,
  { showsTints, showsTerrain }: GridStyle,
): GroundLook | null {
  if (background === null || !(showsTints || showsTerrain)) return null;
  const [red, green, blue] = readColor(background);
  return {
    ...groundOn([red, green, blue]),
    hasTints: showsTints,
    hasBorders: showsTints,
    terrain: showsTerrain ? 1 : 0,
  };
}

const PIXELS_PER_MM = 96 / 25.4;
const PRINT_PIXELS_PER_MM = 300 / 25.4;

/** A width in the pixels of CSS, 96 to the inch. */
export const cssPixels = ({ width, unit }: Pick<PictureSettings, "width" | "unit">): number =>
  unit === "px" ? width : width * PIXELS_PER_MM;

/** The pixels of a bitmap: as many as asked for, or 300 to the inch. */
export const bitmapPixels = ({ width, unit }: Pick<PictureSettings, "width" | "unit">): number =>
  Math.round(unit === "px" ? width : width * PRINT_PIXELS_PER_MM);
