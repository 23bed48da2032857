import { SIDE } from "../kernel/grid.ts";
import { rowProducts } from "../kernel/matrix-products.ts";
import { blurMap, type CellMap } from "./blur-map.ts";
import { rowTasks } from "./dense-steps.ts";
import { thinned } from "./effort.ts";
import { largestAt } from "./select-largest.ts";
import { sharedFloats } from "./slab-matrix.ts";
import { runInOrder } from "./tasks-in-order.ts";
import { normalise, type TermVectors } from "./term-vectors.ts";
import type { TrainContext } from "./types.ts";

/** Leading dimensions of the vectors that the map sees; the rest is too fine to lay out in two. */
const MAP_DEPTH = 120;
/** The most frequent terms, which shape the map. */
export const MAP_SAMPLES = 40_000;
const TASK_ROWS = 4096;
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
  const quiet = { ...context, report: () => {} };
  let map = startMap(samples);
  let done = 0;
  for (const { side, widths } of levels) {
    if (map.side < side) map = grow(map);
    for (const width of widths) {
      map = settle(map, samples, await bestCells(map, samples, quiet), width);
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
export interface BestCellsInput {
  readonly samples: Float32Array;
  readonly first: number;
  readonly end: number;
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
    const scores = products.times(samples.subarray(row * depth, (row + rows) * depth), rows);
    for (let r = 0; r < rows; r++)
      best[row - first + r] = largestAt(scores, r * products.stride, cells);
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
  const { count, range } = rowTasks(samples.count, TASK_ROWS);
  await runInOrder(context, {
    name: "nearestCells",
    count,
    input: (i) => ({ samples: samples.values, ...range(i), targets, depth: map.depth }),
    output: (part, i) => best.set(part, range(i).first),
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
