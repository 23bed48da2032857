import { GRAM_BLOCK, type RowMatrix } from "./dense-tasks.ts";
import { type SlabMatrix, widthOf } from "./slab-matrix.ts";
import { runInOrder } from "./tasks-in-order.ts";
import type { TrainContext } from "./types.ts";

/** Rows of one task; a multiple of the block, so that cutting into tasks changes no sum's order. */
const TASK_ROWS = 4 * GRAM_BLOCK;

/** Calls for the row range of each task. */
export const rowTasks = (rows: number, size = TASK_ROWS) => ({
  count: Math.ceil(rows / size),
  range: (index: number) => ({ first: index * size, end: Math.min(rows, (index + 1) * size) }),
});

/** matrix^T . matrix, each row times its weight first where weights are given */
export async function gram(
  matrix: SlabMatrix | RowMatrix,
  context: TrainContext,
  weights: Float32Array | null = null,
): Promise<Float64Array> {
  const width = "slabs" in matrix ? widthOf(matrix) : matrix.dimensions;
  const sums = new Float64Array(width * width);
  const { count, range } = rowTasks(matrix.rows);
  await runInOrder(context, {
    name: "gramOfRows",
    count,
    input: (i) => ({ matrix, weights, ...range(i) }),
    output: (part) => {
      for (let i = 0; i < sums.length; i++) sums[i]! += part[i]!;
    },
  });
  return sums;
}

/** matrix <- matrix . transform */
export async function transform(
  matrix: SlabMatrix,
  by: Float64Array,
  context: TrainContext,
): Promise<void> {
  const { count, range } = rowTasks(matrix.rows);
  const single = Float32Array.from(by);
  await runInOrder(context, {
    name: "transformRows",
    count,
    input: (i) => ({ matrix, ...range(i), transform: single }),
    output: () => {},
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
