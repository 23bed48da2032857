import { CELLS } from "../kernel/grid.ts";
import { columnProducts } from "../kernel/matrix-products.ts";
import { gram } from "./dense-steps.ts";
import { sharedFloats } from "./slab-matrix.ts";
import { symmetricEigen } from "./symmetric-eigen.ts";
import { meanOf, type TermVectors } from "./term-vectors.ts";
import type { TrainContext } from "./types.ts";

/**
 * What scores a vector at every cell: row c holds weights and one last number, so that the score of x is
 * weights . x + last. Over the vocabulary each cell's scores have mean 0 and variance 1.
 */
export interface CellScorer {
  readonly depth: number;
  /** CELLS x (depth + 1), row-major, in shared memory. */
  readonly weights: Float32Array;
}

/** The most frequent terms: their vectors tell the covariance best. */
const STEADY_ROWS = 60_000;
/** Smallest share of the largest eigenvalue that whitening divides by. */
const LEAST_SHARE = 1e-6;
const TILE = 64;

/**
 * Scores by x . C^-q . y, where y is the vector of the cell's anchor and C the covariance of all vectors:
 * whitening (q about 1) lets the fine differences of meaning count as much as the coarse ones.
 */
export async function cellScorer(
  vectors: TermVectors,
  { anchors, whitening }: { anchors: Float32Array; whitening: number },
  context: TrainContext,
): Promise<CellScorer> {
  const { dimensions: depth, values } = vectors;
  const rows = Math.min(vectors.rows, STEADY_ROWS);
  const mean = meanOf(values, rows, depth);
  const covariance = (await gram({ ...vectors, rows }, context)).map(
    (sum, at) => sum / rows - mean[Math.floor(at / depth)]! * mean[at % depth]!,
  );
  const raw = timesMatrix(anchors, inversePower(covariance, depth, whitening), depth);
  const spread = timesMatrix(raw, covariance, depth);
  const weights = sharedFloats(CELLS * (depth + 1));
  for (let cell = 0; cell < CELLS; cell++) {
    const from = cell * depth;
    let variance = 0;
    let centre = 0;
    for (let i = 0; i < depth; i++) {
      variance += raw[from + i]! * spread[from + i]!;
      centre += raw[from + i]! * mean[i]!;
    }
    const scale = variance > 0 ? 1 / Math.sqrt(variance) : 0;
    const to = cell * (depth + 1);
    for (let i = 0; i < depth; i++) weights[to + i] = raw[from + i]! * scale;
    weights[to + depth] = -centre * scale;
  }
  return { depth, weights };
}

/** matrix^-power of a symmetric matrix without negative eigenvalues. */
export function inversePower(matrix: Float64Array, size: number, power: number): Float64Array {
  const { values, vectors } = symmetricEigen(matrix, size);
  const least = Math.max(values[0]! * LEAST_SHARE, Number.MIN_VALUE);
  const result = new Float64Array(size * size);
  for (let k = 0; k < size; k++) {
    const scale = Math.max(values[k]!, least) ** -power;
    const vector = vectors.subarray(k * size, (k + 1) * size);
    for (let i = 0; i < size; i++) {
      const factor = scale * vector[i]!;
      for (let j = 0; j < size; j++) result[i * size + j]! += factor * vector[j]!;
    }
  }
  return result;
}

/** rows . matrix, for any number of rows of `depth` numbers. */
function timesMatrix(rows: Float32Array, matrix: Float64Array, depth: number): Float32Array {
  const products = columnProducts(Float32Array.from(matrix), depth, depth);
  const out = new Float32Array(rows.length);
  const count = rows.length / depth;
  for (let first = 0; first < count; first += TILE) {
    const size = Math.min(TILE, count - first);
    const tile = products.times(rows.subarray(first * depth, (first + size) * depth), size);
    for (let r = 0; r < size; r++)
      out.set(tile.subarray(r * products.stride, r * products.stride + depth), (first + r) * depth);
  }
  return out;
}
