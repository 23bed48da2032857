import type { Positions } from "../kernel/grid.ts";
import type { Sheet } from "./layout.ts";
import { comparePanels, singlePanel } from "./panel.ts";
import { type Deflate, encodePng } from "./png.ts";
import { draw } from "./raster.ts";
import { type ImageStyle, SERVICE, type Shape } from "./style.ts";
import { toSvg } from "./svg.ts";

/** The query parameters of the service's pictures. */
export interface PictureSettings {
  /** Pixels per cell, 1 to 64. */
  readonly scalar: number;
  readonly shape: Exclude<Shape, "rounded">;
}

/** What the service draws for one fingerprint. */
export const serviceSheet = (positions: Positions): Sheet => ({ panels: [singlePanel(positions)] });

/** What the service draws for two: left, overlay, right. */
export const serviceComparison = (left: Positions, right: Positions): Sheet => ({
  panels: comparePanels({ label: "left", positions: left }, { label: "right", positions: right }),
});

const styleOf = ({ shape }: PictureSettings): ImageStyle => ({ ...SERVICE, shape });

/** The picture as the service answers it: PNG, 8-bit RGBA, not interlaced. */
export const servicePng = (sheet: Sheet, settings: PictureSettings, deflate: Deflate): Uint8Array =>
  encodePng(draw(sheet, settings.scalar, styleOf(settings)).picture, { deflate });

/** The same picture as SVG. */
export const serviceSvg = (sheet: Sheet, settings: PictureSettings): string =>
  toSvg(sheet, { scalar: settings.scalar, style: styleOf(settings) });
