import { CELLS, EDGE, ROW_SHIFT, SIDE } from "../kernel/grid.ts";
import { cellOf, traced, WIDTH } from "./outlines.ts";
import type { Relief, Ring } from "./types.ts";

/** Samples per cell of the light; what is drawn between them is interpolated. */
const SAMPLES = 4;
/** Shares of the map that lie below each contour: a third is lowland, the peaks are few. */
const QUANTILES = [0.34, 0.52, 0.68, 0.81, 0.91, 0.97] as const;
/** Passes of a mean over three cells by three. */
const PASSES = 4;
/** How steep slopes look: with this, only the steepest of a usual map are in full light. */
const STEEPNESS = 2.6;

/** Where contours lie, the light between them, and what they stand for. */
interface Landscape {
  readonly contours: readonly (readonly Ring[])[];
  /** Terms per cell at each of the contours. */
  readonly heights: readonly number[];
  readonly relief: Relief;
}

/** The vocabulary as a landscape: how crowded the map is, smoothed. */
export function landscapeOf(density: ArrayLike<number>): Landscape {
  const field = smoothHeights(density);
  const sorted = field.toSorted();
  const heights = quantilesOf(sorted);
  const wide = Float32Array.from(
    { length: WIDTH * WIDTH },
    (_, place) => field[cellOf(place % WIDTH, Math.floor(place / WIDTH))]!,
  );
  const everywhere = { left: 0, top: 0, width: WIDTH, height: WIDTH };
  return {
    contours: heights.map((height) => traced(wide, everywhere, height)),
    heights,
    relief: lightOn(field, sorted[Math.floor(0.97 * (CELLS - 1))]! - sorted[0]!),
  };
}

/** Terms per cell at each contour, from the lowest on; none on a flat map. */
export const contourHeights = (density: ArrayLike<number>): number[] =>
  quantilesOf(smoothHeights(density).toSorted());

function quantilesOf(sorted: Float32Array): number[] {
  if (sorted[0] === sorted[CELLS - 1]) return [];
  return [...new Set(QUANTILES.map((share) => sorted[Math.floor(share * (CELLS - 1))]!))];
}

function smoothHeights(density: ArrayLike<number>): Float32Array {
  let field: Float32Array = Float32Array.from({ length: CELLS }, (_, cell) => density[cell] ?? 0);
  for (let pass = 0; pass < PASSES; pass++) field = meanOf(meanOf(field, "column"), "row");
  return field;
}

/** Mean of three along rows or columns; the edges of the map are joined. */
function meanOf(field: Float32Array, along: "column" | "row"): Float32Array {
  return field.map((height, cell) => {
    const row = cell >> ROW_SHIFT;
    const column = cell & EDGE;
    const [before, after] =
      along === "row"
        ? [((row - 1) & EDGE) * SIDE + column, ((row + 1) & EDGE) * SIDE + column]
        : [row * SIDE + ((column - 1) & EDGE), row * SIDE + ((column + 1) & EDGE)];
    return (field[before]! + height + field[after]!) / 3;
  });
}

/**
 * Light from the upper left on slopes: a cubic spline through the heights has no kinks that a low light would show.
 * @param range the difference of height between lowland and peaks
 */
function lightOn(field: Float32Array, range: number): Relief {
  const side = SIDE * SAMPLES;
  const light = new Int8Array(side * side);
  const scale = range === 0 ? 0 : (STEEPNESS * SPAN) / range;
  const splines = Array.from({ length: SAMPLES }, (_, i) => splineAt((i + 0.5) / SAMPLES));
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const slope = slopeAt(field, firstOf(x), firstOf(y), {
        across: splines[phaseOf(x)]!,
        down: splines[phaseOf(y)]!,
      });
      light[y * side + x] = Math.round(127 * Math.tanh(slope * scale));
    }
  return { side, light };
}

/** Cells over which a hill usually rises. */
const SPAN = 4;
/** The first of the four cells whose middles lie round a sample. */
const firstOf = (sample: number): number => Math.floor((sample + 0.5) / SAMPLES - 0.5) - 1;
/** How far a sample lies past the middle of a cell, as an index of `splines`. */
const phaseOf = (sample: number): number => (sample + SAMPLES / 2) % SAMPLES;

interface Spline {
  readonly values: readonly number[];
  readonly slopes: readonly number[];
}

/** Weights of four neighbours in a uniform cubic B-spline, and those of its slope. */
const splineAt = (t: number): Spline => ({
  values: [
    (1 - t) ** 3 / 6,
    (3 * t ** 3 - 6 * t ** 2 + 4) / 6,
    (-3 * t ** 3 + 3 * t ** 2 + 3 * t + 1) / 6,
    t ** 3 / 6,
  ],
  slopes: [
    -((1 - t) ** 2) / 2,
    (9 * t ** 2 - 12 * t) / 6,
    (-9 * t ** 2 + 6 * t + 3) / 6,
    t ** 2 / 2,
  ],
});

/** How much the ground rises towards the lower right: such slopes face the light. */
function slopeAt(
  field: Float32Array,
  column: number,
  row: number,
  { across, down }: { readonly across: Spline; readonly down: Spline },
): number {
  let slope = 0;
  for (let j = 0; j < 4; j++) {
    const line = ((row + j) & EDGE) << ROW_SHIFT;
    for (let i = 0; i < 4; i++) {
      const height = field[line | ((column + i) & EDGE)]!;
      slope += height * (across.slopes[i]! * down.values[j]! + across.values[i]! * down.slopes[j]!);
    }
  }
  return slope / Math.SQRT2;
}
