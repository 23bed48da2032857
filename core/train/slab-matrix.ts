import { SLAB } from "../kernel/sparse-products.ts";

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

/** Zeros in memory that threads can share. */
export const sharedFloats = (length: number) =>
  new Float32Array(new SharedArrayBuffer(length * Float32Array.BYTES_PER_ELEMENT));

/** Copies rows `first..end-1` into a row-major block of full width. */
export function gatherRows({ slabs }: SlabMatrix, first: number, end: number, block: Float32Array) {
  const width = slabs.length * SLAB;
  slabs.forEach((slab, s) => {
    for (let row = first; row < end; row++)
      block.set(slab.subarray(row * SLAB, (row + 1) * SLAB), (row - first) * width + s * SLAB);
  });
}

/** The opposite of `gatherRows`; the block's rows may be longer than the matrix is wide. */
export function scatterRows(
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
