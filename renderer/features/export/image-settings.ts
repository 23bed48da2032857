import { IMAGE_PRESETS, type ImageStyle, SHAPES, type Shape } from "../../../core/image/style.ts";
import { changeSettings, useSettings } from "../../state/settings.ts";

/** `map`: as it is shown; `panels`: both sides of a comparison beside their overlay; the rest is about all pins. */
export const SUBJECTS = ["map", "panels", "overlay", "sheet", "batch"] as const;
export type ImageSubject = (typeof SUBJECTS)[number];
export const FORMATS = ["png", "svg"] as const;
export type ImageFormat = (typeof FORMATS)[number];
export const CELL_SIZES = { least: 1, most: 32 } as const;
/** Dots an inch written into a PNG; 0: none. */
export const RESOLUTIONS = [0, 150, 300, 600] as const;

/** How a picture is made; kept from one time to the next. */
export type ImageSettings = {
  readonly what: ImageSubject;
  readonly format: ImageFormat;
  /** Pixels a cell. */
  readonly cell: number;
  readonly preset: string;
  readonly shape: Shape;
  readonly lines: ImageStyle["gridLines"];
  readonly hasTitle: boolean;
  readonly hasCaption: boolean;
  readonly hasLegend: boolean;
  /** Pictures side by side in a contact sheet. */
  readonly columns: number;
  readonly resolution: number;
  readonly carriesState: boolean;
  /** File name template. */
  readonly fileName: string;
};

export const DEFAULT_IMAGE: ImageSettings = {
  what: "map",
  format: "png",
  cell: 8,
  preset: "Light",
  shape: "square",
  lines: 16,
  hasTitle: true,
  hasCaption: true,
  hasLegend: true,
  columns: 4,
  resolution: 0,
  carriesState: true,
  fileName: "{label}-{retina}-{cells}",
};

const isOneOf = (options: readonly unknown[]) => (value: unknown) => options.includes(value);
const isWhole = (least: number, most: number) => (value: unknown) =>
  typeof value === "number" && Number.isInteger(value) && value >= least && value <= most;
const isBoolean = (value: unknown) => typeof value === "boolean";

const CHECKS: Readonly<Record<keyof ImageSettings, (value: unknown) => boolean>> = {
  what: isOneOf(SUBJECTS),
  format: isOneOf(FORMATS),
  cell: isWhole(CELL_SIZES.least, CELL_SIZES.most),
  preset: isOneOf(Object.keys(IMAGE_PRESETS)),
  shape: isOneOf(SHAPES),
  lines: isOneOf([0, 1, 8, 16]),
  hasTitle: isBoolean,
  hasCaption: isBoolean,
  hasLegend: isBoolean,
  columns: isWhole(1, 12),
  resolution: isOneOf(RESOLUTIONS),
  carriesState: isBoolean,
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

export function changeImage(change: Partial<ImageSettings>): void {
  const { image } = useSettings.getState();
  changeSettings({ image: { ...readImageSettings(image), ...change } });
}

/** A preset brings its own shape and lines; both can be changed after. */
export function choosePreset(preset: string): void {
  const style = IMAGE_PRESETS[preset];
  if (style) changeImage({ preset, shape: style.shape, lines: style.gridLines });
}

export function styleOf({ preset, shape, lines }: ImageSettings): ImageStyle {
  const style = IMAGE_PRESETS[preset] ?? IMAGE_PRESETS.Light!;
  return { ...style, shape, gridLines: lines };
}
