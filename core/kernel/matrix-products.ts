import { createKernel, type KernelWasm } from "./wasm.ts";

const FLOAT = 4;
const LEFT_WIDTH = 4;
const RIGHT_WIDTH = 8;
/** Rows multiplied at one go: 64 x 500 numbers stay in the second-level cache. */
const TILE = 64;

const padded = (count: number, width: number) => Math.ceil(count / width) * width;

/** A right operand kept packed, to be multiplied by many left operands. All matrices are row-major. */
interface Products {
  /** Columns of a result: the right operand's count, rounded up to 8; the surplus holds zeros. */
  readonly stride: number;
  /** left[rows x depth] times the operand, `rows` at most 64. A view that the next call overwrites. */
  times(left: Float32Array, rows: number): Float32Array;
}

/** Dot products with each of `count` rows of `right` (count x depth). */
export function rowProducts(right: Float32Array, count: number, depth: number): Products {
  return packedProducts(right, count, depth, (wasm, source, target) =>
    wasm.packRows(source, target, count, depth, RIGHT_WIDTH),
  );
}

/** Products with the matrix `right` (depth x count). */
export function columnProducts(right: Float32Array, count: number, depth: number): Products {
  return packedProducts(right, count, depth, (wasm, source, target) =>
    wasm.packColumns(source, target, depth, count, RIGHT_WIDTH),
  );
}

function packedProducts(
  right: Float32Array,
  count: number,
  depth: number,
  pack: (wasm: KernelWasm, source: number, target: number) => void,
): Products {
  const stride = padded(count, RIGHT_WIDTH);
  const rightBytes = stride * depth * FLOAT;
  const leftAt = rightBytes;
  const packedAt = leftAt + TILE * depth * FLOAT;
  const outAt = packedAt + TILE * depth * FLOAT;
  const total = outAt + TILE * stride * FLOAT;
  const wasm = createKernel(Math.max(total, 2 * rightBytes));
  new Float32Array(wasm.memory.buffer, rightBytes, right.length).set(right);
  pack(wasm, rightBytes, 0);
  const input = new Float32Array(wasm.memory.buffer, leftAt, TILE * depth);
  const out = new Float32Array(wasm.memory.buffer, outAt, TILE * stride);
  return {
    stride,
    times(left, rows) {
      input.set(left.length === rows * depth ? left : left.subarray(0, rows * depth));
      out.fill(0, 0, padded(rows, LEFT_WIDTH) * stride);
      wasm.packRows(leftAt, packedAt, rows, depth, LEFT_WIDTH);
      wasm.multiplyAdd(packedAt, 0, outAt, padded(rows, LEFT_WIDTH), stride, depth);
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
    out.fill(0);
    wasm.packColumns(0, leftAt, rows, width, LEFT_WIDTH);
    wasm.packColumns(0, rightAt, rows, width, RIGHT_WIDTH);
    wasm.multiplyAdd(leftAt, rightAt, outAt, m, m, rows);
    for (let i = 0; i < width; i++)
      for (let j = 0; j < width; j++) sums[i * width + j] += out[i * m + j];
  };
}
