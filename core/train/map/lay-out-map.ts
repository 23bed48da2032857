import { SIDE } from "../../kernel/grid.ts";
import { rowProducts } from "../../kernel/matrix-products.ts";
import { sharedFloats } from "../run/arrays.ts";
import { quiet, type RowRange, runOnRows, type TrainContext } from "../run/context.ts";
import { normalise, type TermVectors } from "../vectors/term-vectors.ts";

/** Leading dimensions of the vectors that the map sees; the rest is too fine to lay out in two. */
const MAP_DEPTH = 120;
/** The most frequent terms, which shape the map. */
export const MAP_SAMPLES = 40_000;
const TILE = 64;

/** One size of the growing map: in each round the neighbourhood has one of the widths, in cells of this size. */
interface Level {
  readonly side: number;
  readonly widths: readonly number[];
}

const LEVELS: readonly Level[] = [
  { side: 16, widths: [4, 3, 2.5, 2, 1.5, 1.2, 1, 0.9] },
  { side: 32, widths: [2, 1.6, 1.3, 1.1, 1, 0.9] },
  { side: 64, widths: [1.8, 1.4, 1.2, 1, 0.8] },
  { side: SIDE, widths: [1.5, 1.2, 1, 0.8, 0.6, 0.5] },
];

/** What shapes a map: rows of vectors, each with what it counts for beside the others, above 0. */
export interface Shapers {
  readonly vectors: TermVectors;
  readonly rows: Uint32Array;
  readonly weights: Float64Array;
}

/** A batch self-organising map on a torus, grown from 16 x 16 to 128 x 128 in the share `effort` (0 to 1) of all rounds. */
export async function layOutMap(
  shapers: Shapers,
  context: TrainContext,
  effort = 1,
): Promise<CellMap> {
  const samples = mapSamples(shapers);
  const levels = LEVELS.map((level) => ({ ...level, widths: thinned(level.widths, effort) }));
  const total = levels.reduce((sum, { side, widths }) => sum + side ** 2 * widths.length, 0);
  let map = startMap(samples);
  let done = 0;
  for (const { side, widths } of levels) {
    if (map.side < side) map = grow(map);
    for (const width of widths) {
      map = settle(map, samples, await bestCells(map, samples, quiet(context)), width);
      done += side ** 2;
      context.report(done / total);
    }
  }
  return map;
}

interface Samples {
  /** What each counts for. */
  readonly weights: Float64Array;
  readonly count: number;
  readonly depth: number;
  readonly values: Float32Array;
}

/** The leading dimensions of the rows, at unit length. */
function mapSamples({ vectors: { dimensions, values }, rows, weights }: Shapers): Samples {
  const depth = Math.min(MAP_DEPTH, dimensions);
  const samples = sharedFloats(rows.length * depth);
  rows.forEach((row, at) => {
    const sample = samples.subarray(at * depth, (at + 1) * depth);
    sample.set(values.subarray(row * dimensions, row * dimensions + depth));
    normalise(sample);
  });
  return { count: rows.length, depth, values: samples, weights };
}

/**
 * The first map: the row is an angle in the plane of the first two dimensions, the column one in the plane of the
 * next two, each as wide as the samples are. It wraps round and has no fold.
 */
function startMap({ count, depth, values }: Samples): CellMap {
  const side = LEVELS[0]!.side;
  const spread = Float64Array.from({ length: 4 }, (_, i) => deviation(values, count, depth, i));
  const cells = new Float32Array(side * side * depth);
  for (let row = 0; row < side; row++)
    for (let column = 0; column < side; column++) {
      const cell = cells.subarray((row * side + column) * depth, (row * side + column + 1) * depth);
      const [down, across] = [(2 * Math.PI * row) / side, (2 * Math.PI * column) / side];
      cell[0] = Math.cos(down) * spread[0]!;
      cell[1] = Math.sin(down) * spread[1]!;
      cell[2] = Math.cos(across) * spread[2]!;
      cell[3] = Math.sin(across) * spread[3]!;
      normalise(cell);
    }
  return { side, depth, cells };
}

/** Standard deviation of one dimension. */
function deviation(values: Float32Array, count: number, depth: number, dimension: number): number {
  let sum = 0;
  let squares = 0;
  for (let row = 0; row < count; row++) {
    const value = values[row * depth + dimension]!;
    sum += value;
    squares += value * value;
  }
  return Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2));
}

/** Samples `first..end-1`, each to be placed on its nearest cell. */
interface BestCellsInput extends RowRange {
  readonly samples: Float32Array;
  /** One unit vector a cell. */
  readonly targets: Float32Array;
  readonly depth: number;
}

/** The cell with the largest cosine to each sample; of equal ones the first. */
export function nearestCells(input: BestCellsInput): Int32Array<ArrayBuffer> {
  const { samples, first, end, depth, targets } = input;
  const cells = targets.length / depth;
  const products = rowProducts(targets, cells, depth);
  const best = new Int32Array(end - first);
  for (let row = first; row < end; row += TILE) {
    const rows = Math.min(TILE, end - row);
    products.times(samples.subarray(row * depth, (row + rows) * depth), rows);
    for (let r = 0; r < rows; r++)
      best[row - first + r] = products.largestAt(r * products.stride, cells);
  }
  return best;
}

async function bestCells(
  map: CellMap,
  samples: Samples,
  context: TrainContext,
): Promise<Int32Array> {
  const best = new Int32Array(samples.count);
  const targets = sharedFloats(map.cells.length);
  targets.set(map.cells);
  await runOnRows(context, {
    task: nearestCells,
    rows: samples.count,
    input: { samples: samples.values, targets, depth: map.depth },
    output: (part, first) => best.set(part, first),
  });
  return best;
}

/** Each cell becomes the direction of the samples' sum, weighted by a Gaussian of their cells' distance. */
function settle(map: CellMap, samples: Samples, best: Int32Array, sigma: number): CellMap {
  const { side, depth } = map;
  const sums = new Float32Array(side * side * depth);
  for (let row = 0; row < samples.count; row++) {
    const to = best[row]! * depth;
    const weight = samples.weights[row]!;
    for (let i = 0; i < depth; i++) sums[to + i]! += weight * samples.values[row * depth + i]!;
  }
  return { side, depth, cells: unitCells(blurMap({ side, depth, cells: sums }, sigma), depth) };
}

function unitCells(cells: Float32Array, depth: number): Float32Array {
  for (let at = 0; at < cells.length; at += depth) normalise(cells.subarray(at, at + depth));
  return cells;
}

/** Twice the side: each cell becomes four, which then take in a little of the cells beside them. */
export function grow({ side, depth, cells }: CellMap): CellMap {
  const wide = 2 * side;
  const from = (row: number, column: number) =>
    ((((row + wide) % wide) >> 1) * side + (((column + wide) % wide) >> 1)) * depth;
  const grown = new Float32Array(wide * wide * depth);
  for (let row = 0; row < wide; row++)
    for (let column = 0; column < wide; column++) {
      const to = (row * wide + column) * depth;
      const own = from(row, column);
      const beside = [
        from(row - 1, column),
        from(row + 1, column),
        from(row, column - 1),
        from(row, column + 1),
      ];
      for (let i = 0; i < depth; i++) {
        const sum = beside.reduce((total, at) => total + cells[at + i]!, 2 * cells[own + i]!);
        grown[to + i] = sum / (beside.length + 2);
      }
    }
  return { side: wide, depth, cells: grown };
}

/** A square map whose rows and columns wrap round: one vector of `depth` numbers a cell, row-major. */
export interface CellMap {
  readonly side: number;
  readonly depth: number;
  readonly cells: Float32Array;
}

/** Gaussian blur of a map, round its edges; sums, not means. */
export function blurMap({ cells, side, depth }: CellMap, sigma: number): Float32Array {
  const weights = gaussian(sigma, side);
  const alongRows = blur(cells, side, depth, weights, 1);
  return blur(alongRows, side, depth, weights, side);
}

/** Weights at distance 0, 1, 2 ... out to four sigma, at most half way round. */
function gaussian(sigma: number, side: number): Float64Array {
  const reach = Math.min(Math.ceil(4 * sigma), Math.floor((side - 1) / 2));
  return Float64Array.from({ length: reach + 1 }, (_, d) =>
    Math.exp((-d * d) / (2 * sigma * sigma)),
  );
}

/** Blurs along one direction, wrapping round; `step` is 1 along rows and the side along columns. */
function blur(
  values: Float32Array,
  side: number,
  width: number,
  weights: Float64Array,
  step: number,
): Float32Array {
  const out = new Float32Array(values.length);
  const across = step === 1 ? side : 1;
  for (let line = 0; line < side; line++) {
    for (let at = 0; at < side; at++) {
      const to = (line * across + at * step) * width;
      for (let offset = 1 - weights.length; offset < weights.length; offset++) {
        const weight = weights[Math.abs(offset)]!;
        const from = (line * across + ((at + offset + side) % side) * step) * width;
        for (let i = 0; i < width; i++) out[to + i]! += weight * values[from + i]!;
      }
    }
  }
  return out;
}

/** From so many terms on, map and refinement take all their rounds. Fewer settle sooner; the README has measured figures. */
const FULL_EFFORT = 30_000;
/** Below this share of the rounds a small map would keep traces of its start. */
const LEAST_EFFORT = 1 / 3;

/** Share of the rounds that so many terms need, 1/3 to 1. */
export const effortFor = (terms: number): number =>
  Math.max(LEAST_EFFORT, Math.min(1, terms / FULL_EFFORT));

/** A share of some rounds, rounded up and spread evenly; with at least two, the first and the last are among them. */
export function thinned<T>(rounds: readonly T[], effort: number): readonly T[] {
  const kept = Math.ceil(rounds.length * effort);
  if (kept >= rounds.length || kept < 2) return rounds.slice(0, Math.max(1, kept));
  return Array.from(
    { length: kept },
    (_, i) => rounds[Math.round((i * (rounds.length - 1)) / (kept - 1))]!,
  );
}
