import { createKernel } from "./wasm.ts";

const FLOAT = 4;
const COLUMN = 2;
/** Columns of a dense slab: eight vectors, as many as stay in registers. */
export const SLAB = 32;
/**
 * Entries copied into the kernel at one go; they stay in the second-level cache, and no row is longer, as
 * columns have two bytes.
 */
const TILE_ENTRIES = 65_536;
/** Rows handled at one go. */
const TILE_ROWS = 4096;

/** Sparse rows; row r has the entries `starts[r]` up to, not including, `starts[r + 1]`. */
export interface SparseRows {
  readonly starts: Uint32Array;
  readonly columns: Uint16Array;
  readonly values: Float32Array;
}

/** Multiplies sparse rows by one dense slab (one row of 32 numbers for each column), kept by the kernel. */
interface SlabProducts {
  /** Writes rows x 32 products to `target` from number `offset` on. */
  times(matrix: SparseRows, target: Float32Array, offset: number): void;
  /** Adds m^T . m . slab to the sum that `normal` returns, where m is the matrix with its rows weighted. */
  addNormal(matrix: SparseRows, weights: Float32Array): void;
  normal(): Float32Array;
}

/** Cost is 64 multiplications and additions for each entry, twice that for `addNormal`. */
export function slabProducts(slab: Float32Array): SlabProducts {
  const sumAt = slab.length * FLOAT;
  const startsAt = 2 * sumAt;
  const columnsAt = startsAt + (TILE_ROWS + 4) * FLOAT;
  const valuesAt = columnsAt + TILE_ENTRIES * COLUMN;
  const outAt = valuesAt + TILE_ENTRIES * FLOAT;
  const wasm = createKernel(outAt + TILE_ROWS * SLAB * FLOAT);
  const { buffer } = wasm.memory;
  new Float32Array(buffer, 0, slab.length).set(slab);
  const starts = new Int32Array(buffer, startsAt, TILE_ROWS + 1);
  const columns = new Uint16Array(buffer, columnsAt, TILE_ENTRIES);
  const values = new Float32Array(buffer, valuesAt, TILE_ENTRIES);

  const load = (matrix: SparseRows, weights: Float32Array | null, first: number, end: number) => {
    const base = matrix.starts[first];
    const limit = matrix.starts[end];
    for (let row = first; row <= end; row++) starts[row - first] = matrix.starts[row] - base;
    columns.set(matrix.columns.subarray(base, limit));
    values.set(matrix.values.subarray(base, limit));
    if (weights === null) return;
    for (let row = first; row < end; row++)
      for (let k = starts[row - first]; k < starts[row - first + 1]; k++) values[k] *= weights[row];
  };
  const visit = (
    matrix: SparseRows,
    weights: Float32Array | null,
    done: (first: number, rows: number) => void,
  ) => {
    const rows = matrix.starts.length - 1;
    for (let first = 0; first < rows; ) {
      const end = tileEnd(matrix.starts, first);
      load(matrix, weights, first, end);
      const transposed = weights !== null;
      const out = transposed ? sumAt : outAt;
      wasm.sparseTimesDense(startsAt, columnsAt, valuesAt, end - first, 0, out, transposed);
      done(first, end - first);
      first = end;
    }
  };
  return {
    times: (matrix, target, offset) =>
      visit(matrix, null, (first, rows) =>
        target.set(new Float32Array(buffer, outAt, rows * SLAB), offset + first * SLAB),
      ),
    addNormal: (matrix, weights) => visit(matrix, weights, () => {}),
    normal: () => new Float32Array(buffer, sumAt, slab.length),
  };
}

/** As many rows as fit a tile, at least one. */
function tileEnd(starts: Uint32Array, first: number): number {
  const last = Math.min(starts.length - 1, first + TILE_ROWS);
  let end = first + 1;
  while (end < last && starts[end + 1] - starts[first] <= TILE_ENTRIES) end++;
  return end;
}
