import { columnProducts } from "../../kernel/matrix-products.ts";
import { seededNormal, seededRandom } from "../../kernel/seeded-random.ts";
import type { AssociationMatrix } from "../counting/association-matrix.ts";
import { sharedFloats } from "../run/arrays.ts";
import { quiet, type RowRange, runInOrder, runOnRows, type TrainContext } from "../run/context.ts";
import {
  createSlabs,
  gatherRows,
  gram,
  multiplySlab,
  orthonormalise,
  type RowMatrix,
  type SlabMatrix,
  widthOf,
} from "./dense-matrix.ts";
import { symmetricEigen } from "./symmetric-eigen.ts";

/** One unit vector a term, words first and then phrases. */
export type TermVectors = RowMatrix;

/** The most frequent words, whose mean is taken off every vector: it holds what all words share. */
export const CENTRED_ON = 20_000;
const TILE = 64;

/** The rows `first..end-1` of the scores, to be turned into vectors. */
interface ProjectInput extends RowRange {
  readonly scores: SlabMatrix;
  /** width x dimensions, row-major. */
  readonly projection: Float32Array;
  readonly dimensions: number;
  /** Row of `target` for each row of the scores. */
  readonly rowNumbers: Int32Array;
  readonly target: Float32Array;
}

/** Writes scores . projection, each row at unit length, to the rows' own places. */
export function projectRows(input: ProjectInput): void {
  const { scores, dimensions, target, rowNumbers } = input;
  const width = widthOf(scores);
  const products = columnProducts(input.projection, dimensions, width);
  const block = new Float32Array(TILE * width);
  for (let first = input.first; first < input.end; first += TILE) {
    const end = Math.min(input.end, first + TILE);
    gatherRows(scores, first, end, block);
    const rows = products.times(block, end - first);
    for (let row = first; row < end; row++) {
      const from = (row - first) * products.stride;
      const vector = rows.subarray(from, from + dimensions);
      normalise(vector);
      target.set(vector, rowNumbers[row]! * dimensions);
    }
  }
}

/** Scales a vector to length 1; the zero vector stays. */
export function normalise(vector: Float32Array): void {
  let square = 0;
  for (let i = 0; i < vector.length; i++) square += vector[i]! * vector[i]!;
  const scale = square > 0 ? 1 / Math.sqrt(square) : 0;
  for (let i = 0; i < vector.length; i++) vector[i]! *= scale;
}

/** How scores become vectors. */
interface VectorShape {
  readonly matrix: Pick<AssociationMatrix, "rows" | "shards">;
  /** The first so many terms are words. */
  readonly words: number;
  /** Exponent of the singular values: 0 weighs all directions alike. */
  readonly power: number;
}

/** U . S^power for every term, at unit length, centred on the frequent words, at unit length again. */
export async function termVectors(
  svd: TruncatedSvd,
  { matrix, words, power }: VectorShape,
  context: TrainContext,
): Promise<TermVectors> {
  const { scores, dimensions } = svd;
  const target = sharedFloats(matrix.rows * dimensions);
  const rowNumbers = Int32Array.from(matrix.shards.flatMap(({ rows }) => [...rows]));
  const projection = Float32Array.from(
    svd.rotation,
    (value, at) => value * svd.strengths[at % dimensions]! ** (power - 1),
  );
  await runOnRows(context, {
    task: projectRows,
    rows: matrix.rows,
    input: { scores, projection, dimensions, rowNumbers, target },
  });
  const vectors = { rows: matrix.rows, dimensions, values: target };
  centre(vectors, Math.min(words, CENTRED_ON));
  return vectors;
}

/** Takes the mean of the first `count` rows off all rows and scales them to length 1. */
export function centre({ rows, dimensions, values }: TermVectors, count: number): void {
  const mean = meanOf(values, count, dimensions);
  for (let row = 0; row < rows; row++) {
    const vector = values.subarray(row * dimensions, (row + 1) * dimensions);
    for (let i = 0; i < dimensions; i++) vector[i]! -= mean[i]!;
    normalise(vector);
  }
}

/** The mean of the first `count` rows. */
export function meanOf(values: Float32Array, count: number, dimensions: number): Float64Array {
  const mean = new Float64Array(dimensions);
  for (let row = 0; row < count; row++)
    for (let i = 0; i < dimensions; i++) mean[i]! += values[row * dimensions + i]!;
  return mean.map((sum) => sum / count);
}

/** Directions carried along beyond those asked for; they make the last ones exact enough. */
const OVERSAMPLING = 40;
/**
 * Multiplications with matrix^T . matrix. With one the weaker directions still hang on the random start: Spearman on
 * WordSim-353 varied by 0.02 from seed to seed; with three by 0.003.
 */
const POWER_STEPS = 3;

/** What to find, and how rows count. */
interface SvdShape {
  readonly dimensions: number;
  /** Strongest directions left out: they tell common from rare words more than meanings apart. */
  readonly dropped: number;
  /** How much each row counts when the directions are chosen. */
  readonly rowWeights: Float32Array;
  readonly seed: number;
}

/** Rows of `scores` times `rotation` are the rows of the matrix in its strongest directions. */
interface TruncatedSvd {
  /** matrix . Q, in the order of the shards' rows; the rows are not weighted here. */
  readonly scores: SlabMatrix;
  /** width x dimensions, row-major: column j turns scores into direction j, strongest first. */
  readonly rotation: Float64Array;
  /** Singular values of those directions. */
  readonly strengths: Float64Array;
  readonly dimensions: number;
}

/**
 * Randomised truncated singular value decomposition of the matrix with its rows weighted; afterwards the rows as
 * they are get projected on its directions. Cost is (2 POWER_STEPS + 1) . entries . dimensions.
 */
export async function truncatedSvd(
  matrix: AssociationMatrix,
  shape: SvdShape,
  context: TrainContext,
): Promise<TruncatedSvd> {
  const basis = createSlabs(matrix.columns, shape.dimensions + shape.dropped + OVERSAMPLING);
  fillRandom(basis, shape.seed);
  const weights = matrix.shards.map(({ rows }) =>
    Float32Array.from(rows, (row) => shape.rowWeights[row]!),
  );
  const stage = (step: number) => ({
    ...context,
    report: (done: number) => context.report((step + done) / (POWER_STEPS + 1)),
  });
  await orthonormalise(basis, quiet(context));
  for (let step = 0; step < POWER_STEPS; step++) {
    await eachSlab(matrix, { weights, basis }, stage(step));
    await orthonormalise(basis, quiet(context));
  }
  const scores = createSlabs(matrix.rows, widthOf(basis));
  await eachSlab(matrix, { weights, basis, scores }, stage(POWER_STEPS));
  const squares = await gram(
    scores,
    quiet(context),
    Float32Array.from(weights.flatMap((some) => [...some])),
  );
  return { scores, dimensions: shape.dimensions, ...rotate(squares, widthOf(scores), shape) };
}

function fillRandom({ slabs }: SlabMatrix, seed: number): void {
  const random = seededRandom(seed);
  for (const slab of slabs) for (let i = 0; i < slab.length; i++) slab[i] = seededNormal(random);
}

interface SlabWork {
  readonly weights: readonly Float32Array[];
  readonly basis: SlabMatrix;
  readonly scores?: SlabMatrix;
}

/** basis <- m^T . m . basis for the weighted matrix m, or, given `scores`, scores <- matrix . basis */
async function eachSlab(
  { shards }: AssociationMatrix,
  { weights, basis, scores }: SlabWork,
  context: TrainContext,
): Promise<void> {
  const rows = shards.map(({ starts, columns, values }) => ({ starts, columns, values }));
  await runInOrder(context, {
    task: multiplySlab,
    count: basis.slabs.length,
    input: (i) => ({
      shards: rows,
      weights,
      slab: basis.slabs[i]!,
      target: scores?.slabs[i] ?? null,
    }),
  });
}

function rotate(squares: Float64Array, width: number, { dimensions, dropped }: SvdShape) {
  const { values, vectors } = symmetricEigen(squares, width);
  const rotation = new Float64Array(width * dimensions);
  for (let j = 0; j < dimensions; j++)
    for (let i = 0; i < width; i++)
      rotation[i * dimensions + j] = vectors[(j + dropped) * width + i]!;
  const strengths = Float64Array.from({ length: dimensions }, (_, j) =>
    Math.sqrt(Math.max(values[j + dropped]!, Number.MIN_VALUE)),
  );
  return { rotation, strengths };
}
