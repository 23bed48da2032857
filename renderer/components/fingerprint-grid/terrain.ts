import { CELLS, SIDE } from "../../../core/kernel/grid.ts";
import type { Layout } from "../../model/map/geometry.ts";
import { blend, type Palette, pixelOf, type Rgb } from "./palette.ts";

/** The vocabulary as a landscape: how crowded the map is, smoothed, cut into bands like heights on a map. */
export interface Terrain {
  /** Per cell, smoothed, scaled to 0..`FINEST`. */
  readonly heights: Float32Array;
  /** Band of each scaled height; 0 is the sea. */
  readonly bands: Uint8Array;
  /** Terms a cell from which each band above the sea begins. */
  readonly from: readonly number[];
}

const FINEST = 1023;
/** Shares of the map that lie below each band: a third is sea, the peaks are few. */
const QUANTILES = [0.34, 0.52, 0.68, 0.81, 0.91, 0.97] as const;
export const BANDS = QUANTILES.length;
const BLUR_RADIUS = 1;
const BLUR_PASSES = 3;
/** Share of the density colour at the highest band, and of the lines between bands. */
const STRONGEST = 0.19;
const LINE = 0.075;

const known = new WeakMap<object, Terrain>();

/** Made once a retina: `density` is how many terms use each cell. */
export function terrainOf(density: ArrayLike<number>): Terrain {
  const before = known.get(density);
  if (before) return before;
  let field: Float32Array = Float32Array.from({ length: CELLS }, (_, i) => density[i] ?? 0);
  for (let pass = 0; pass < BLUR_PASSES; pass++) field = blurred(blurred(field, 1), SIDE);
  const sorted = field.toSorted();
  const from = QUANTILES.map((share) => sorted[Math.floor(share * (CELLS - 1))]!);
  const terrain = heightsOf(field, { from, highest: Math.max(sorted[CELLS - 1]!, 1e-6) });
  known.set(density, terrain);
  return terrain;
}

/** A field cut into bands that begin at given heights. What is below 0 or above the highest is told no further. */
export function heightsOf(
  field: Float32Array,
  { from, highest }: { readonly from: readonly number[]; readonly highest: number },
): Terrain {
  const bands = Uint8Array.from(
    { length: FINEST + 1 },
    (_, step) => from.filter((least) => (step / FINEST) * highest > least).length,
  );
  const heights = field.map((height) => Math.min(1, Math.max(0, height / highest)) * FINEST);
  return { heights, bands, from };
}

/** Mean with the neighbours along rows (`step` 1) or columns; the edges of the map are joined. */
function blurred(field: Float32Array, step: 1 | typeof SIDE): Float32Array {
  return field.map((_, cell) => {
    const at = step === 1 ? cell % SIDE : Math.floor(cell / SIDE);
    const line = cell - at * step;
    let sum = 0;
    for (let shift = -BLUR_RADIUS; shift <= BLUR_RADIUS; shift++)
      sum += field[line + ((at + shift + SIDE) % SIDE) * step]!;
    return sum / (2 * BLUR_RADIUS + 1);
  });
}

const shareOf = (band: number) => STRONGEST * (band / BANDS) ** 1.15;

/** The shade of a band at usual strength; 0 is the sea. */
export const bandColour = ({ paper, density }: Palette, band: number): Rgb =>
  blend(paper, density, shareOf(band));

/** Pixel values of the bands from sea to peak, and of the line at the foot of each. */
export function terrainShades({ paper, density }: Palette, strength: number) {
  const shade = (share: number) => pixelOf(blend(paper, density, share * strength));
  const shares = Array.from({ length: BANDS + 1 }, (_, band) => shareOf(band));
  return {
    bands: Uint32Array.from(shares, shade),
    lines: Uint32Array.from(shares, (share) => shade(share + LINE)),
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
 * Fills the whole frame. Heights are interpolated between the middles of cells, so bands have smooth coasts at
 * every zoom. Stretches of one band are filled at once, so cost falls with the number of coasts.
 */
export function drawTerrain(
  pixels: Uint32Array,
  layout: Layout,
  terrain: Terrain,
  shades: ReturnType<typeof terrainShades>,
): void {
  const { side } = layout.frame;
  const columns = segmentsOf(side, layout.cell, layout.originX);
  const row = new TerrainRow(terrain, columns, { shades, side, step: 1 / layout.cell });
  for (const { start, end, first, second, share } of segmentsOf(side, layout.cell, layout.originY))
    for (let y = start; y < end; y++) {
      row.interpolate(first, second, share + (y - start) / layout.cell);
      row.paint(pixels.subarray(y * side, (y + 1) * side));
    }
}

interface RowPaint {
  readonly shades: ReturnType<typeof terrainShades>;
  readonly side: number;
  /** Part of a cell that a pixel is. */
  readonly step: number;
}

const MIXED = 255;

/** One row of pixels after the other; each knows the bands of the one above, for the lines between bands. */
class TerrainRow {
  private readonly line = new Float32Array(SIDE);
  private readonly above: Uint8Array;
  /** The band of a whole segment in the row above, or `MIXED`. */
  private readonly uniform: Uint8Array;
  private readonly terrain: Terrain;
  private readonly segments: readonly Segment[];
  private readonly use: RowPaint;

  constructor(terrain: Terrain, segments: readonly Segment[], use: RowPaint) {
    this.terrain = terrain;
    this.segments = segments;
    this.use = use;
    this.above = new Uint8Array(use.side).fill(MIXED);
    this.uniform = new Uint8Array(segments.length).fill(MIXED);
  }

  /** Heights of this row in the middle of each column. */
  interpolate(first: number, second: number, share: number): void {
    const { heights } = this.terrain;
    for (let i = 0; i < SIDE; i++) {
      const top = heights[first * SIDE + i]!;
      this.line[i] = top + share * (heights[second * SIDE + i]! - top);
    }
  }

  paint(target: Uint32Array): void {
    const { bands } = this.terrain;
    let left = MIXED;
    this.segments.forEach((segment, index) => {
      const from = this.line[segment.first]!;
      const slope = (this.line[segment.second]! - from) * this.use.step;
      const height = from + segment.share * (slope / this.use.step);
      const last = height + (segment.end - 1 - segment.start) * slope;
      const band = bands[height | 0]!;
      const isUniform = band === bands[last | 0];
      if (isUniform && this.uniform[index] === band && left === band)
        target.fill(this.use.shades.bands[band]!, segment.start, segment.end);
      else this.paintMixed(target, segment, { height, slope, left });
      this.uniform[index] = isUniform ? band : MIXED;
      left = bands[last | 0]!;
    });
  }

  private paintMixed(
    target: Uint32Array,
    { start, end }: Segment,
    { height, slope, left }: { height: number; slope: number; left: number },
  ): void {
    const { bands } = this.terrain;
    const { shades } = this.use;
    let before = left;
    for (let x = start, at = height; x < end; x++, at += slope) {
      const band = bands[at | 0]!;
      const over = this.above[x]!;
      if (before === MIXED) before = band;
      const isLine = band !== before || (over !== MIXED && band !== over);
      const higher = over === MIXED ? band : Math.max(band, over);
      target[x] = isLine ? shades.lines[Math.max(higher, before)]! : shades.bands[band]!;
      this.above[x] = band;
      before = band;
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
