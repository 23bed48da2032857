import {
  columnProducts,
  gramAdder,
  SLAB,
  type SparseRows,
  slabProducts,
} from "../../kernel/matrix-products.ts";
import { sharedFloats } from "../run/arrays.ts";
import { type RowRange, runOnRows, type TrainContext } from "../run/context.ts";

/** A row-major dense matrix in shared memory. */
export interface RowMatrix {
  readonly rows: number;
  readonly dimensions: number;
  readonly values: Float32Array;
}

/** A dense matrix cut into slabs of 32 columns, each row-major in shared memory of its own. */
export interface SlabMatrix {
  readonly rows: number;
  readonly slabs: readonly Float32Array[];
}

/** Columns of a slab matrix: a multiple of 32. */
export const widthOf = ({ slabs }: SlabMatrix) => slabs.length * SLAB;

/** A matrix of zeros with at least `columns` columns, rounded up to whole slabs. */
export function createSlabs(rows: number, columns: number): SlabMatrix {
  const slabs = Array.from({ length: Math.ceil(columns / SLAB) }, () => sharedFloats(rows * SLAB));
  return { rows, slabs };
}

/** Copies rows `first..end-1` into a row-major block of full width. */
export function gatherRows({ slabs }: SlabMatrix, first: number, end: number, block: Float32Array) {
  const width = slabs.length * SLAB;
  slabs.forEach((slab, s) => {
    for (let row = first; row < end; row++)
      block.set(slab.subarray(row * SLAB, (row + 1) * SLAB), (row - first) * width + s * SLAB);
  });
}

/** The opposite of `gatherRows`; the block's rows may be longer than the matrix is wide. */
function scatterRows(
  { slabs }: SlabMatrix,
  first: number,
  end: number,
  block: Float32Array,
  stride: number,
): void {
  slabs.forEach((slab, s) => {
    for (let row = first; row < end; row++) {
      const from = (row - first) * stride + s * SLAB;
      slab.set(block.subarray(from, from + SLAB), row * SLAB);
    }
  });
}

/** Rows whose products are summed in single precision before they join the double-precision sum. */
const GRAM_BLOCK = 1024;
/** Rows of one `columnProducts` tile. */
const TILE = 64;

/** A sparse matrix in shards and one slab to multiply it by. */
interface SlabInput {
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
interface GramInput extends RowRange {
  readonly matrix: SlabMatrix | RowMatrix;
  /** Factor of each row of the matrix; null for none. */
  readonly weights: Float32Array | null;
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
interface TransformInput extends RowRange {
  readonly matrix: SlabMatrix;
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

/** matrix^T . matrix, each row times its weight first where weights are given */
export async function gram(
  matrix: SlabMatrix | RowMatrix,
  context: TrainContext,
  weights: Float32Array | null = null,
): Promise<Float64Array> {
  const width = columnsOf(matrix);
  const sums = new Float64Array(width * width);
  await runOnRows(context, {
    task: gramOfRows,
    rows: matrix.rows,
    input: { matrix, weights },
    output: (part) => {
      for (let i = 0; i < sums.length; i++) sums[i]! += part[i]!;
    },
  });
  return sums;
}

/** matrix <- matrix . transform */
async function transform(
  matrix: SlabMatrix,
  by: Float64Array,
  context: TrainContext,
): Promise<void> {
  await runOnRows(context, {
    task: transformRows,
    rows: matrix.rows,
    input: { matrix, transform: Float32Array.from(by) },
  });
}

/** Relative size of what is added to the diagonal, about the rounding error of single precision. */
const RIDGE = 1e-7;

/** Makes the columns orthonormal. Done twice, since one pass in single precision is not exact enough. */
export async function orthonormalise(matrix: SlabMatrix, context: TrainContext): Promise<void> {
  for (let pass = 0; pass < 2; pass++) {
    const width = widthOf(matrix);
    await transform(matrix, inverseCholesky(await gram(matrix, context), width), context);
  }
}

/**
 * The upper triangle R^-1 with R^T R = matrix + ridge. A column that depends on earlier ones gives a column of zeros.
 */
export function inverseCholesky(matrix: Float64Array, size: number): Float64Array {
  const lower = cholesky(matrix, size);
  const inverse = new Float64Array(size * size);
  for (let column = 0; column < size; column++) {
    inverse[column * size + column] = 1 / lower[column * size + column]!;
    for (let row = column + 1; row < size; row++) {
      let sum = 0;
      for (let k = column; k < row; k++)
        sum += lower[row * size + k]! * inverse[column * size + k]!;
      inverse[column * size + row] = -sum / lower[row * size + row]!;
    }
  }
  // inverse[column][row] holds (L^-1)[row][column]: as row-major numbers that is its transpose, R^-1.
  return inverse;
}

function cholesky(matrix: Float64Array, size: number): Float64Array {
  let trace = 0;
  for (let i = 0; i < size; i++) trace += matrix[i * size + i]!;
  const ridge = (RIDGE * trace) / size;
  const lower = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i * size + j]! + (i === j ? ridge : 0);
      for (let k = 0; k < j; k++) sum -= lower[i * size + k]! * lower[j * size + k]!;
      lower[i * size + j] = i === j ? pivot(sum, ridge) : sum / lower[j * size + j]!;
    }
  }
  return lower;
}

/** What is left of a dependent column is rounding error; dividing by infinity drops it. */
const pivot = (square: number, ridge: number) =>
  square > 2 * ridge ? Math.sqrt(square) : Number.POSITIVE_INFINITY;
