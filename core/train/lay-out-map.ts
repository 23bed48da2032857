import { rowProducts } from "../kernel/matrix-products.ts";
import { SIDE } from "../retina/types.ts";
import { blurMap } from "./blur-map.ts";
import { rowTasks } from "./dense-steps.ts";
import { seededRandom } from "./seeded-random.ts";
import { largestAt } from "./select-largest.ts";
import { sharedFloats } from "./slab-matrix.ts";
import { runInOrder } from "./tasks-in-order.ts";
import { normalise, type TermVectors } from "./term-vectors.ts";
import type { TrainContext } from "./types.ts";

/** A square map whose rows and columns wrap round: one vector a cell, row-major. */
export interface CellMap {
  readonly side: number;
  readonly depth: number;
  readonly cells: Float32Array;
}

/** Leading dimensions of the vectors that the map sees; the rest is too fine to lay out in two. */
const MAP_DEPTH = 120;
/** The most frequent terms, which shape the map. */
const MAP_SAMPLES = 40_000;
const TASK_ROWS = 4096;
const TILE = 64;

/** One size of the growing map: `rounds` rounds in which the neighbourhood shrinks, in cells of this size. */
interface Level {
  readonly side: number;
  readonly rounds: number;
  readonly from: number;
  readonly to: number;
}

const LEVELS: readonly Level[] = [
  { side: 16, rounds: 30, from: 5, to: 1 },
  { side: 32, rounds: 12, from: 2, to: 0.8 },
  { side: 64, rounds: 8, from: 1.6, to: 0.7 },
  { side: SIDE, rounds: 6, from: 1.4, to: 0.5 },
];

/** A batch self-organising map on a torus, grown from 16 x 16 to 128 x 128. */
export async function layOutMap(
  vectors: TermVectors,
  seed: number,
  context: TrainContext,
): Promise<CellMap> {
  const samples = mapSamples(vectors, Math.min(MAP_SAMPLES, vectors.rows));
  const total = LEVELS.reduce((sum, level) => sum + workOf(level), 0);
  let map = startMap(samples, seed);
  let done = 0;
  for (const level of LEVELS) {
    if (map.side < level.side) map = grow(map);
    for (let round = 0; round < level.rounds; round++) {
      const ratio = level.rounds === 1 ? 0 : round / (level.rounds - 1);
      const sigma = level.from * (level.to / level.from) ** ratio;
      const best = await bestCells(map, samples, { ...context, report: () => {} });
      map = settle(map, samples, best, sigma);
      done += level.side ** 2;
      context.report(done / total);
    }
  }
  return map;
}

const workOf = ({ side, rounds }: Level) => side ** 2 * rounds;

interface Samples {
  readonly count: number;
  readonly depth: number;
  readonly values: Float32Array;
}

/** The leading dimensions of the first terms, at unit length. */
function mapSamples({ dimensions, values }: TermVectors, count: number): Samples {
  const depth = Math.min(MAP_DEPTH, dimensions);
  const samples = sharedFloats(count * depth);
  for (let row = 0; row < count; row++) {
    const sample = samples.subarray(row * depth, (row + 1) * depth);
    sample.set(values.subarray(row * dimensions, row * dimensions + depth));
    normalise(sample);
  }
  return { count, depth, values: samples };
}

function startMap({ count, depth, values }: Samples, seed: number): CellMap {
  const random = seededRandom(seed);
  const side = LEVELS[0]!.side;
  const cells = new Float32Array(side * side * depth);
  for (let cell = 0; cell < side * side; cell++) {
    const row = Math.floor(random() * count);
    cells.set(values.subarray(row * depth, (row + 1) * depth), cell * depth);
  }
  return { side, depth, cells };
}

export interface BestCellsInput {
  readonly samples: Float32Array;
  readonly first: number;
  readonly end: number;
  /** One row a cell: its vector and minus half its square. */
  readonly targets: Float32Array;
  readonly depth: number;
  readonly cells: number;
}

/** The nearest cell of each sample; of equal ones the first. */
export function nearestCells(input: BestCellsInput): Int32Array<ArrayBuffer> {
  const { samples, first, end, depth, cells } = input;
  const products = rowProducts(input.targets, cells, depth + 1);
  const best = new Int32Array(end - first);
  const block = new Float32Array(TILE * (depth + 1)).fill(1);
  for (let row = first; row < end; row += TILE) {
    const rows = Math.min(TILE, end - row);
    for (let r = 0; r < rows; r++)
      block.set(samples.subarray((row + r) * depth, (row + r + 1) * depth), r * (depth + 1));
    const scores = products.times(block, rows);
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
  const targets = withHalfSquares(map);
  const { count, range } = rowTasks(samples.count, TASK_ROWS);
  const { depth } = map;
  const cells = map.side ** 2;
  await runInOrder(context, {
    name: "nearestCells",
    count,
    input: (i) => ({ samples: samples.values, ...range(i), targets, depth, cells }),
    output: (part, i) => best.set(part, range(i).first),
  });
  return best;
}

function withHalfSquares({ cells, depth }: CellMap): Float32Array {
  const count = cells.length / depth;
  const targets = sharedFloats(count * (depth + 1));
  for (let cell = 0; cell < count; cell++) {
    const vector = cells.subarray(cell * depth, (cell + 1) * depth);
    targets.set(vector, cell * (depth + 1));
    targets[cell * (depth + 1) + depth] = -vector.reduce((sum, x) => sum + x * x, 0) / 2;
  }
  return targets;
}

/** Each cell becomes the mean of the samples, weighted by a Gaussian of their cells' distance on the torus. */
function settle(map: CellMap, samples: Samples, best: Int32Array, sigma: number): CellMap {
  const { side, depth } = map;
  const width = depth + 1;
  const sums = new Float32Array(side * side * width);
  for (let row = 0; row < samples.count; row++) {
    const to = best[row]! * width;
    for (let i = 0; i < depth; i++) sums[to + i]! += samples.values[row * depth + i]!;
    sums[to + depth]! += 1;
  }
  const near = blurMap(sums, side, width, sigma);
  const cells = new Float32Array(side * side * depth);
  for (let cell = 0; cell < side * side; cell++) {
    const weight = near[cell * width + depth]!;
    for (let i = 0; i < depth; i++)
      cells[cell * depth + i] =
        weight > LEAST_WEIGHT ? near[cell * width + i]! / weight : map.cells[cell * depth + i]!;
  }
  return { side, depth, cells };
}

/** A cell with less than this weight near it keeps its vector. */
const LEAST_WEIGHT = 1e-6;

/** Twice the side; new cells lie between old ones and take a mixture of the four around them. */
export function grow({ side, depth, cells }: CellMap): CellMap {
  const wide = 2 * side;
  const grown = new Float32Array(wide * wide * depth);
  for (let row = 0; row < wide; row++) {
    for (let column = 0; column < wide; column++) {
      const to = (row * wide + column) * depth;
      for (const [r, wr] of mixture(row, side))
        for (const [c, wc] of mixture(column, side)) {
          const from = (r * side + c) * depth;
          for (let i = 0; i < depth; i++) grown[to + i]! += wr * wc * cells[from + i]!;
        }
    }
  }
  return { side: wide, depth, cells: grown };
}

/** The two old lines around a new one, with their shares. */
function mixture(line: number, side: number): readonly (readonly [number, number])[] {
  const near = line >> 1;
  const far = (near + (line % 2 === 0 ? side - 1 : 1)) % side;
  return [
    [near, 0.75],
    [far, 0.25],
  ];
}
