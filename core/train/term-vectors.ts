import { columnProducts } from "../kernel/matrix-products.ts";
import type { AssociationMatrix } from "./association-matrix.ts";
import { rowTasks } from "./dense-steps.ts";
import type { RowMatrix } from "./dense-tasks.ts";
import { gatherRows, type SlabMatrix, sharedFloats, widthOf } from "./slab-matrix.ts";
import { runInOrder } from "./tasks-in-order.ts";
import type { TruncatedSvd } from "./truncated-svd.ts";
import type { TrainContext } from "./types.ts";

/** One unit vector a term, words first and then phrases. */
export type TermVectors = RowMatrix;

/** The most frequent words, whose mean is taken off every vector: it holds what all words share. */
export const CENTRED_ON = 20_000;
const TILE = 64;

/** The rows `first..end-1` of the scores, to be turned into vectors. */
export interface ProjectInput {
  readonly scores: SlabMatrix;
  readonly first: number;
  readonly end: number;
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
export interface VectorShape {
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
  const { count, range } = rowTasks(matrix.rows);
  await runInOrder(context, {
    name: "projectRows",
    count,
    input: (i) => ({ scores, ...range(i), projection, dimensions, rowNumbers, target }),
    output: () => {},
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
