import { CELLS, type Positions, SIDE } from "../kernel/grid.ts";
import { readColor } from "./color.ts";
import { colorOf, layOut, type Sheet } from "./layout.ts";
import { comparePanels, type Panel, singlePanel } from "./panel.ts";
import { type Deflate, encodePng } from "./png.ts";
import { SERVICE, type Shape, SMALLEST_ROUND } from "./style.ts";
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

/** The picture as SVG. */
export const serviceSvg = (sheet: Sheet, { scalar, shape }: PictureSettings): string =>
  toSvg(sheet, { scalar, style: { ...SERVICE, shape } });

const FRAME = 0x00000000;
const FIELD = 0xffffffff;

/**
 * The same picture as PNG, 8-bit RGBA, not interlaced: rows are painted one at a time, so a large one takes little room.
 * @throws Error for a scalar that is not a whole number from 1 to 64
 */
export function servicePng(sheet: Sheet, settings: PictureSettings, deflate: Deflate): Uint8Array {
  const { scalar } = settings;
  const { width, height, panels } = layOut(sheet, scalar, SERVICE);
  const ink = inkOf(settings);
  const painted = sheet.panels.map((panel, i) => ({
    left: panels[i]!.x + 1,
    layerOf: layersOf(panel),
    stamps: panel.layers.map((_, layer) => stamp(ink, colorOf(panel, layer, SERVICE))),
  }));
  const paintRow = (y: number, row: Uint32Array) => {
    row.fill(FRAME);
    if (y === 0 || y === height - 1) return;
    const cellRow = Math.floor((y - 1) / scalar);
    const start = scalar * ((y - 1) % scalar);
    for (const { left, layerOf, stamps } of painted) {
      row.fill(FIELD, left, left + SIDE * scalar);
      for (let column = 0; column < SIDE; column++) {
        const pixels = stamps[layerOf[SIDE * cellRow + column]! - 1];
        if (pixels) row.set(pixels.subarray(start, start + scalar), left + scalar * column);
      }
    }
  };
  return encodePng({ width, height, paintRow }, deflate);
}

/** The topmost layer of each cell, counted from 1; 0: none. */
function layersOf({ layers }: Panel): Uint8Array {
  const layerOf = new Uint8Array(CELLS);
  for (const [index, { positions }] of layers.entries())
    for (const position of positions) layerOf[position] = index + 1;
  return layerOf;
}

/** Points a pixel is sampled at along each side. */
const SAMPLES = 4;

/** The share of each pixel of a cell that is inked, row by row. */
function inkOf({ scalar, shape }: PictureSettings): Float64Array {
  const ink = new Float64Array(scalar * scalar).fill(1);
  if (shape === "square" || scalar < SMALLEST_ROUND) return ink;
  const middle = scalar / 2;
  const offsets = Array.from({ length: SAMPLES }, (_, i) => (i + 0.5) / SAMPLES - middle);
  return ink.map((_, at) => {
    const [x, y] = [at % scalar, Math.floor(at / scalar)];
    const points = offsets.flatMap((dy) => offsets.map((dx) => Math.hypot(x + dx, y + dy)));
    return points.filter((distance) => distance <= middle).length / points.length;
  });
}

/** The pixels of a cell, `0xrrggbbaa`: a colour over the field. */
function stamp(ink: Float64Array, color: string): Uint32Array {
  const rgb = readColor(color).slice(0, 3);
  return Uint32Array.from(ink, (share) =>
    rgb.reduceRight(
      (pixel, channel, i) =>
        pixel + Math.round(channel * share + 255 * (1 - share)) * 256 ** (3 - i),
      255,
    ),
  );
}
