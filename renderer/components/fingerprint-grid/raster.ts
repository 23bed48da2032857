import { SIDE } from "../../../core/kernel/grid.ts";
import { type Layout, visibleCells } from "../../model/map/geometry.ts";
import { type MapLayer, type Mark, MOST_LAYERS, maskOf } from "../../model/map/layers.ts";
import { fillFrame, type GroundBitmap } from "./ground-bitmap.ts";
import { type Palette, pixelOf } from "./palette.ts";

const cache = new Map<string, Uint8Array>();

const SAMPLES = 4;

/**
 * How much of each pixel of a `size` x `size` cell the mark covers, 0..255. Squares cover every pixel whole;
 * cells of one or two pixels are always squares, so that no set cell vanishes.
 */
function coverage(mark: Mark, size: number): Uint8Array {
  const key = `${mark} ${size}`;
  const known = cache.get(key);
  if (known) return known;
  const made = size < 3 || mark === "square" ? full(size) : sampled(insideOf(mark, size), size);
  cache.set(key, made);
  return made;
}

const full = (size: number) => new Uint8Array(size * size).fill(255);

type Inside = (x: number, y: number) => boolean;

/** `x` and `y` run from -1 to 1 over the cell. */
function insideOf(mark: Mark, size: number): Inside {
  if (mark === "circle") return (x, y) => x * x + y * y <= 1;
  if (mark === "diamond") return (x, y) => Math.abs(x) + Math.abs(y) <= 1.08;
  const hole = 1 - 2 / Math.max(size, 3);
  return (x, y) => Math.max(Math.abs(x), Math.abs(y)) >= Math.max(0.3, Math.min(hole, 0.86));
}

function sampled(inside: Inside, size: number): Uint8Array {
  const covered = new Uint8Array(size * size);
  const unit = 2 / (size * SAMPLES);
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      let hits = 0;
      for (let sample = 0; sample < SAMPLES * SAMPLES; sample++) {
        const sx = x * SAMPLES + (sample % SAMPLES) + 0.5;
        const sy = y * SAMPLES + Math.floor(sample / SAMPLES) + 0.5;
        if (inside(sx * unit - 1, sy * unit - 1)) hits++;
      }
      covered[y * size + x] = Math.round((255 * hits) / (SAMPLES * SAMPLES));
    }
  return covered;
}

/** What a redraw needs besides the layout. */
export interface Scene {
  readonly layers: readonly MapLayer[];
  readonly palette: Palette;
  /** What is drawn of tints and terrain, the coarsest first; none to leave the ground plain. */
  readonly ground: readonly GroundBitmap[];
  /** Cells outside are drawn faint; null dims nothing. */
  readonly focus: Uint8Array | null;
  /** Cells to mark faintly with rings where no layer has them: a term under the pointer; or null. */
  readonly ghost: MapLayer | null;
  /** Layers before the last change and how far the fade has come, 0..1. */
  readonly fade: { readonly from: readonly MapLayer[]; readonly progress: number } | null;
}

/**
 * Draws the scene into `pixels`, `side * side` RGBA values of the frame. Cells are whole pixels and never
 * smoothed; a cell of several layers is divided into upright bands, one a layer.
 */
export function drawScene(pixels: Uint32Array, layout: Layout, scene: Scene): void {
  if (scene.ground.length === 0) pixels.fill(pixelOf(scene.palette.paper));
  else fillFrame(pixels, layout, scene.ground);
  if (scene.ghost) drawLayers(pixels, layout, { ...scene, focus: null }, [scene.ghost], () => 1);
  const progress = scene.fade?.progress ?? 1;
  if (scene.fade && progress < 1) {
    const now = maskOf(scene.layers);
    drawLayers(pixels, layout, scene, scene.fade.from, (p) => (now[p] ? 0 : 1 - progress));
    const before = maskOf(scene.fade.from);
    drawLayers(pixels, layout, scene, scene.layers, (p) => (before[p] ? 1 : progress));
  } else drawLayers(pixels, layout, scene, scene.layers, () => 1);
}

/** Share of its colour that a cell outside the chosen ones keeps: dimmed, never hidden. */
const DIMMED = 0.22;

function drawLayers(
  pixels: Uint32Array,
  layout: Layout,
  scene: Scene,
  layers: readonly MapLayer[],
  opacityOf: (position: number) => number,
): void {
  const mask = maskOf(layers);
  const brush = new CellBrush(pixels, layout, scene, layers);
  const { left, right, top, bottom } = visibleCells(layout);
  for (let row = top; row < bottom; row++)
    for (let column = left; column < right; column++) {
      const position = row * SIDE + column;
      const bits = mask[position]!;
      if (bits === 0) continue;
      const isOutside = scene.focus?.[position] === 0;
      const opacity = opacityOf(position) * (isOutside ? DIMMED : 1);
      if (opacity > 0) brush.paint(column, row, bits, opacity);
    }
}

/** Fills one cell after the other; stencils are made once a size. */
class CellBrush {
  private readonly stencils: readonly Uint8Array[];
  private readonly opacities: readonly number[];
  private readonly size: number;
  /** By layer and opacity, see `weightsOf`. */
  private readonly weights: readonly Map<number, Int32Array>[];
  private readonly solids: readonly number[];
  /** Layers of each combination that was met: few of the 256 are. */
  private readonly members = new Map<number, readonly number[]>();
  private readonly pixels: Uint32Array;
  private readonly layout: Layout;

  constructor(pixels: Uint32Array, layout: Layout, scene: Scene, layers: readonly MapLayer[]) {
    const shown = layers.slice(0, MOST_LAYERS);
    this.pixels = pixels;
    this.layout = layout;
    this.size = Math.max(1, layout.cell - gapPixels(layout));
    const stencilOf = (mark: Mark) => coverage(mark, this.size);
    this.stencils = shown.map(({ mark }) => stencilOf(mark ?? "square"));
    this.opacities = shown.map(({ opacity }) => opacity ?? 1);
    this.weights = shown.map(() => new Map());
    this.solids = shown.map(({ colour }) => pixelOf(scene.palette.colours[colour]));
  }

  paint(column: number, row: number, bits: number, opacity: number): void {
    const { cell, originX, originY } = this.layout;
    const x = originX + column * cell;
    const y = originY + row * cell;
    const members = this.membersOf(bits);
    const bands = Math.min(members.length, this.size);
    for (let band = 0; band < bands; band++) {
      const start = Math.floor((band * this.size) / bands);
      const end = Math.floor(((band + 1) * this.size) / bands);
      this.fill(x, y, start, end, members[band]!, opacity);
    }
  }

  private membersOf(bits: number): readonly number[] {
    const known = this.members.get(bits);
    if (known) return known;
    const members = [...this.solids.keys()].filter((layer) => bits & (1 << layer));
    this.members.set(bits, members);
    return members;
  }

  private fill(
    x: number,
    y: number,
    start: number,
    end: number,
    layer: number,
    opacity: number,
  ): void {
    const { pixels, size } = this;
    const { side } = this.layout.frame;
    const weights = this.weightsOf(layer, opacity);
    const solid = this.solids[layer]!;
    const bottom = Math.min(size, side - y);
    const left = Math.max(start, -x);
    const right = Math.min(end, side - x);
    for (let dy = Math.max(0, -y); dy < bottom; dy++) {
      const line = (y + dy) * side + x;
      for (let dx = left; dx < right; dx++) {
        const weight = weights[dy * size + dx]!;
        if (weight === WHOLE) pixels[line + dx] = solid;
        else if (weight > 0) pixels[line + dx] = over(pixels[line + dx]!, solid, weight);
      }
    }
  }

  /** How much of each pixel of the cell the layer covers, in parts of `WHOLE`; few opacities are met in one drawing. */
  private weightsOf(layer: number, opacity: number): Int32Array {
    const byOpacity = this.weights[layer]!;
    const known = byOpacity.get(opacity);
    if (known) return known;
    const strength = (opacity * this.opacities[layer]! * WHOLE) / 255;
    const weights = Int32Array.from(this.stencils[layer]!, (covered) =>
      Math.min(WHOLE, Math.round(covered * strength)),
    );
    byOpacity.set(opacity, weights);
    return weights;
  }
}

const WHOLE = 1 << 16;

const HALF = WHOLE >> 1;

/** `blend` of one pixel in whole numbers, as a fade mixes tens of thousands of them a frame. */
function over(under: number, colour: number, weight: number): number {
  const r = under & 255;
  const g = (under >> 8) & 255;
  const b = (under >> 16) & 255;
  const red = r + ((((colour & 255) - r) * weight + HALF) >> 16);
  const green = g + (((((colour >> 8) & 255) - g) * weight + HALF) >> 16);
  const blue = b + (((((colour >> 16) & 255) - b) * weight + HALF) >> 16);
  return (255 << 24) | (blue << 16) | (green << 8) | red;
}

/** Cells touch where they are too small to spare a pixel. */
const gapPixels = ({ cell }: Layout): number => (cell < 4 ? 0 : 1);
