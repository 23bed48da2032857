import { SIDE } from "../../../core/kernel/grid.ts";
import type { Layout } from "../../model/map/geometry.ts";
import { blend, type Palette, pixelOf, type Rgb } from "./palette.ts";

/** A value of each cell, cut into bands. */
interface Bands {
  /** Per cell, scaled to 0..`FINEST`. */
  readonly heights: Float32Array;
  /** Band of each scaled height. */
  readonly bands: Uint8Array;
}

const FINEST = 1023;

/** A field cut into bands that begin at given heights. What is below 0 or above the highest is told no further. */
function bandsOf(
  field: Float32Array,
  { from, highest }: { readonly from: readonly number[]; readonly highest: number },
): Bands {
  const bands = Uint8Array.from(
    { length: FINEST + 1 },
    (_, step) => from.filter((least) => (step / FINEST) * highest > least).length,
  );
  return {
    heights: field.map((height) => Math.min(1, Math.max(0, height / highest)) * FINEST),
    bands,
  };
}

/** Pixels of a row between the middles of two neighbouring cells, where heights change evenly. */
interface Segment {
  readonly start: number;
  readonly end: number;
  readonly first: number;
  readonly second: number;
  /** How far the first pixel is from the first cell to the second, 0..1. */
  readonly share: number;
}

/**
 * Fills the whole frame with the number of the band at each pixel. Heights are interpolated between the middles of cells, so
 * bands have smooth borders at every zoom. Stretches of one band are filled at once.
 */
function drawBands(levels: Uint8Array, layout: Layout, field: Bands): void {
  const { side } = layout.frame;
  const columns = segmentsOf(side, layout.cell, layout.originX);
  const row = new BandRow(field, columns, 1 / layout.cell);
  for (const { start, end, first, second, share } of segmentsOf(side, layout.cell, layout.originY))
    for (let y = start; y < end; y++) {
      row.interpolate(first, second, share + (y - start) / layout.cell);
      row.paint(levels.subarray(y * side, (y + 1) * side));
    }
}

/** One row of pixels after the other. */
class BandRow {
  private readonly line = new Float32Array(SIDE);
  private readonly field: Bands;
  private readonly segments: readonly Segment[];
  /** Part of a cell that a pixel is. */
  private readonly step: number;

  constructor(field: Bands, segments: readonly Segment[], step: number) {
    this.field = field;
    this.segments = segments;
    this.step = step;
  }

  /** Heights of this row in the middle of each column. */
  interpolate(first: number, second: number, share: number): void {
    const { heights } = this.field;
    for (let i = 0; i < SIDE; i++) {
      const top = heights[first * SIDE + i]!;
      this.line[i] = top + share * (heights[second * SIDE + i]! - top);
    }
  }

  paint(target: Uint8Array): void {
    const { bands } = this.field;
    for (const { start, end, first, second, share } of this.segments) {
      const from = this.line[first]!;
      const slope = (this.line[second]! - from) * this.step;
      const height = from + share * (slope / this.step);
      const last = height + (end - 1 - start) * slope;
      const band = bands[height | 0]!;
      if (band === bands[last | 0]) target.fill(band, start, end);
      else for (let x = start, at = height; x < end; x++, at += slope) target[x] = bands[at | 0]!;
    }
  }
}

/** The frame's pixels by the pair of cells whose middles they lie between; the edges of the map are joined. */
function segmentsOf(side: number, cell: number, origin: number): Segment[] {
  const segments: Segment[] = [];
  const middles = (pixel: number) => (pixel + 0.5 - origin) / cell - 0.5;
  for (let start = 0; start < side; ) {
    const low = Math.floor(middles(start));
    let end = start + 1;
    while (end < side && Math.floor(middles(end)) === low) end++;
    const [first, second] = [(low + SIDE) % SIDE, (low + 1 + SIDE) % SIDE];
    segments.push({ start, end, first, second, share: middles(start) - low });
    start = end;
  }
  return segments;
}

/**
 * Likeness of a cell and those around it from which the fog thins, step by step, until there is none. Cells in random order
 * stay below the first: theirs is 0, give or take 0.03.
 */
const STEPS = [0.06, 0.12, 0.18, 0.25] as const;

/** The strength of the fog below each step; the last is clear. */
const STRENGTHS = [0.62, 0.44, 0.28, 0.13, 0] as const;

export const FOG_LEVELS = STRENGTHS.length;

/** Likeness that is told apart at most. */
const HIGHEST = 0.5;

const known = new WeakMap<object, Bands>();

/** How clear each place of the map is, in levels from fog to clear. `kinship`: likeness of each cell with those around it. */
export function fogOf(kinship: ArrayLike<number>): Bands {
  const before = known.get(kinship);
  if (before) return before;
  const fog = bandsOf(Float32Array.from(kinship), { from: STEPS, highest: HIGHEST });
  known.set(kinship, fog);
  return fog;
}

/** 0 is thick fog, `FOG_LEVELS - 1` is clear. */
export const fogLevel = (likeness: number): number =>
  STEPS.filter((step) => likeness >= step).length;

/** Likeness from which each level begins; the first begins at random. */
export const fogStart = (level: number): number => (level === 0 ? 0 : STEPS[level - 1]!);

/** Does likeness as low as this mean that nearness says nothing? */
export const isFoggy = (likeness: number): boolean => fogLevel(likeness) === 0;

/** What a level looks like over a ground. */
export const fogged = (palette: Palette, level: number, ground: Rgb = palette.paper): Rgb =>
  blend(ground, palette.colours["text-3"], STRENGTHS[level]!);

interface FogPaint {
  readonly palette: Palette;
  readonly strength: number;
}

/** Lays the fog over a ground that is drawn already. */
export function drawFog(
  pixels: Uint32Array,
  layout: Layout,
  fog: Bands,
  { palette, strength }: FogPaint,
): void {
  const levels = new Uint8Array(pixels.length);
  drawBands(levels, layout, fog);
  const colour = palette.colours["text-3"];
  const shades = STRENGTHS.map(() => new Map<number, number>());
  for (let i = 0; i < pixels.length; i++) {
    const level = levels[i]!;
    const opacity = STRENGTHS[level]! * strength;
    if (opacity === 0) continue;
    const ground = pixels[i]!;
    const known = shades[level]!.get(ground);
    const shade = known ?? pixelOf(blend(rgbOf(ground), colour, opacity));
    if (known === undefined) shades[level]!.set(ground, shade);
    pixels[i] = shade;
  }
}

const rgbOf = (pixel: number): Rgb => [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255];
