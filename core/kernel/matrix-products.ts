import { createKernel, type KernelWasm } from "./wasm.ts";

const FLOAT = 4;
const LEFT_WIDTH = 4;
const RIGHT_WIDTH = 8;
/** Rows multiplied at one go: 64 x 500 numbers stay in the second-level cache. */
const TILE = 64;

const padded = (count: number, width: number) => Math.ceil(count / width) * width;

/** A right operand kept packed, to be multiplied by many left operands. All matrices are row-major. */
export interface Products {
  /** Columns of a result: the right operand's count, rounded up to 8; the surplus holds zeros. */
  readonly stride: number;
  /** left[rows x depth] times the operand, `rows` at most 64. A view that the next call overwrites. */
  times(left: Float32Array, rows: number): Float32Array;
  /**
   * Looks through the last result, four numbers at a time. @returns the first place from `from` on and before `end` whose number is
   * above `bound`, which is rounded to single precision; `end` where none is
   */
  nextAbove(from: number, end: number, bound: number): number;
  /** Which of the `count` numbers of the last result from place `start` on is the largest; of equal ones the first. */
  largestAt(start: number, count: number): number;
}

/** Dot products with each of `count` rows of `right` (count x depth). */
export const rowProducts = (right: Float32Array, count: number, depth: number): Products =>
  madeRowProducts(count, depth, (first, end) => right.subarray(first * depth, end * depth));

/**
 * The same with rows that `rowsOf` makes, from one to before another, at most 64 at a time: neither all of them are held beside the packed
 * operand, nor a copy of it.
 */
export function madeRowProducts(
  count: number,
  depth: number,
  rowsOf: (first: number, end: number) => Float32Array,
): Products {
  const places = placesFor(count, depth);
  const wasm = createKernel(places.end);
  // Through the place of left operands.
  const rows = new Float32Array(wasm.memory.buffer, places.left, TILE * depth);
  for (let first = 0; first < count; first += TILE) {
    const end = Math.min(first + TILE, count);
    rows.set(rowsOf(first, end));
    wasm.packRows(places.left, first * depth * FLOAT, end - first, depth, RIGHT_WIDTH);
  }
  return productsIn(wasm, places, depth);
}

/** Products with the matrix `right` (depth x count). */
export function columnProducts(right: Float32Array, count: number, depth: number): Products {
  const places = placesFor(count, depth);
  const wasm = createKernel(Math.max(places.end, 2 * places.left));
  new Float32Array(wasm.memory.buffer, places.left, right.length).set(right);
  wasm.packColumns(places.left, 0, depth, count, RIGHT_WIDTH);
  return productsIn(wasm, places, depth);
}

/** Where everything lies, in bytes, behind the packed right operand. */
interface Places {
  readonly stride: number;
  readonly left: number;
  readonly packed: number;
  readonly out: number;
  readonly end: number;
}

function placesFor(count: number, depth: number): Places {
  const stride = padded(count, RIGHT_WIDTH);
  const left = stride * depth * FLOAT;
  const packed = left + TILE * depth * FLOAT;
  const out = packed + TILE * depth * FLOAT;
  return { stride, left, packed, out, end: out + TILE * stride * FLOAT };
}

function productsIn(wasm: KernelWasm, places: Places, depth: number): Products {
  const { stride } = places;
  const input = new Float32Array(wasm.memory.buffer, places.left, TILE * depth);
  const out = new Float32Array(wasm.memory.buffer, places.out, TILE * stride);
  const nextAbove = (from: number, end: number, bound: number) =>
    wasm.nextAbove(places.out, from, end, bound);
  return {
    stride,
    nextAbove,
    largestAt(start, count) {
      const end = start + count;
      let best = start;
      for (let at = start; at < end; at = nextAbove(at + 1, end, out[at]!)) best = at;
      return best - start;
    },
    times(left, rows) {
      input.set(left.length === rows * depth ? left : left.subarray(0, rows * depth));
      wasm.packRows(places.left, places.packed, rows, depth, LEFT_WIDTH);
      wasm.multiply(places.packed, 0, places.out, padded(rows, LEFT_WIDTH), stride, depth);
      return out.subarray(0, rows * stride);
    },
  };
}

/**
 * Adds block^T . block to `sums` (width x width, double precision) for a row-major block of rows x width.
 * Products of one block are summed in single precision, blocks in double; fixed blocks give fixed bits.
 */
export function gramAdder(rows: number, width: number) {
  const m = padded(width, RIGHT_WIDTH);
  const leftAt = rows * width * FLOAT;
  const rightAt = leftAt + rows * m * FLOAT;
  const outAt = rightAt + rows * m * FLOAT;
  const wasm = createKernel(outAt + m * m * FLOAT);
  const input = new Float32Array(wasm.memory.buffer, 0, rows * width);
  const out = new Float32Array(wasm.memory.buffer, outAt, m * m);
  return (block: Float32Array, sums: Float64Array): void => {
    input.fill(0);
    input.set(block);
    wasm.packColumns(0, leftAt, rows, width, LEFT_WIDTH);
    wasm.packColumns(0, rightAt, rows, width, RIGHT_WIDTH);
    wasm.multiply(leftAt, rightAt, outAt, m, m, rows);
    for (let i = 0; i < width; i++)
      for (let j = 0; j < width; j++) sums[i * width + j] += out[i * m + j];
  };
}

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
