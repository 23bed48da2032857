import { columnProducts, gramAdder } from "../kernel/matrix-products.ts";
import { SLAB, type SparseRows, slabProducts } from "../kernel/sparse-products.ts";
import { gatherRows, type SlabMatrix, scatterRows, widthOf } from "./slab-matrix.ts";

/** Rows whose products are summed in single precision before they join the double-precision sum. */
export const GRAM_BLOCK = 1024;
/** Rows of one `columnProducts` tile. */
const TILE = 64;

/** A sparse matrix in shards and one slab to multiply it by. */
export interface SlabInput {
  readonly shards: readonly SparseRows[];
  /** One number a row, shard by shard; used only without a target. */
  readonly weights: readonly Float32Array[];
  readonly slab: Float32Array;
  /** For the product with the matrix: one row for each sparse row, shard after shard. */
  readonly target: Float32Array | null;
}

/** Writes matrix . slab to the target; without one, replaces the slab by m^T . m . slab, where m has weighted rows. */
export function multiplySlab({ shards, weights, slab, target }: SlabInput): void {
  const products = slabProducts(slab);
  let row = 0;
  for (const [s, shard] of shards.entries()) {
    if (target === null) products.addNormal(shard, weights[s]!);
    else products.times(shard, target, row * SLAB);
    row += shard.starts.length - 1;
  }
  if (target === null) slab.set(products.normal());
}

/** Some rows of a dense matrix. */
export interface GramInput {
  readonly matrix: SlabMatrix | RowMatrix;
  /** Factor of each row of the matrix; null for none. */
  readonly weights: Float32Array | null;
  readonly first: number;
  readonly end: number;
}

/** A row-major dense matrix in shared memory. */
export interface RowMatrix {
  readonly rows: number;
  readonly dimensions: number;
  readonly values: Float32Array;
}

const columnsOf = (matrix: SlabMatrix | RowMatrix) =>
  "slabs" in matrix ? widthOf(matrix) : matrix.dimensions;

function readRows(
  matrix: SlabMatrix | RowMatrix,
  first: number,
  end: number,
  block: Float32Array,
): void {
  if ("slabs" in matrix) gatherRows(matrix, first, end, block);
  else {
    const { values, dimensions } = matrix;
    block.set(values.subarray(first * dimensions, end * dimensions));
  }
}

/** matrix^T . matrix over the rows `first..end-1`, width x width. */
export function gramOfRows({ matrix, weights, first, end }: GramInput): Float64Array<ArrayBuffer> {
  const width = columnsOf(matrix);
  const add = gramAdder(GRAM_BLOCK, width);
  const sums = new Float64Array(width * width);
  const block = new Float32Array(GRAM_BLOCK * width);
  for (let row = first; row < end; row += GRAM_BLOCK) {
    const stop = Math.min(end, row + GRAM_BLOCK);
    readRows(matrix, row, stop, block);
    if (weights !== null) weighRows(block, weights.subarray(row, stop), width);
    add(block.subarray(0, (stop - row) * width), sums);
  }
  return sums;
}

function weighRows(block: Float32Array, weights: Float32Array, width: number): void {
  weights.forEach((weight, row) => {
    for (let i = row * width; i < (row + 1) * width; i++) block[i]! *= weight;
  });
}

/** Some rows of a dense matrix and what to multiply them by. */
export interface TransformInput {
  readonly matrix: SlabMatrix;
  readonly first: number;
  readonly end: number;
  /** width x width, row-major. */
  readonly transform: Float32Array;
}

/** Multiplies the rows `first..end-1` by `transform` from the right, in place. */
export function transformRows({ matrix, first, end, transform }: TransformInput): void {
  const width = widthOf(matrix);
  const products = columnProducts(transform, width, width);
  const block = new Float32Array(TILE * width);
  for (let row = first; row < end; row += TILE) {
    const stop = Math.min(end, row + TILE);
    gatherRows(matrix, row, stop, block);
    scatterRows(matrix, row, stop, products.times(block, stop - row), products.stride);
  }
}
