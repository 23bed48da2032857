import { createKernel, type KernelWasm, reserve } from "./wasm.ts";

const FLOAT = 4;
const DOUBLE = 8;

/** One instance a thread: each would reserve gigabytes of addresses, and windows are used one after the other. */
let wasm: KernelWasm | undefined;

/** The latest rows of a matrix. Of several windows only the one made last may be used. */
interface RowWindow {
  /**
   * Takes the next row, in place of the oldest one where the window is full. @returns its products with every row in the
   * window, row `r` at `r % length`; valid until the next row
   */
  push(row: Float32Array): Float64Array;
}

/** A window over the latest `length` rows of `size` numbers. A product costs `size` multiplications. */
export function rowWindow(size: number, length: number): RowWindow {
  wasm ??= createKernel();
  const { rowProducts } = wasm;
  const even = size + (size & 1);
  const bytes = even * FLOAT;
  // Four rows are read at a time, also where fewer are left.
  const room = length + 3;
  const productsAt = room * bytes;
  reserve(wasm, productsAt + room * DOUBLE);
  const { buffer } = wasm.memory;
  const rows = new Float32Array(buffer, 0, length * even).fill(0);
  const products = new Float64Array(buffer, productsAt, length);
  let count = 0;
  return {
    push(row) {
      const slot = count++ % length;
      rows.set(row, slot * even);
      rowProducts(Math.min(count, length), slot * bytes, bytes, productsAt);
      return products;
    },
  };
}
