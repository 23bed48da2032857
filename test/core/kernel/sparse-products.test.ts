import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SLAB, type SparseRows, slabProducts } from "../../../core/kernel/matrix-products.ts";

const COLUMNS = 9;
const slabOf = (seed: number) =>
  Float32Array.from({ length: COLUMNS * SLAB }, (_, i) => Math.fround(Math.cos(seed + i)));

const matrices = fc
  .array(
    fc.dictionary(
      fc.integer({ min: 0, max: COLUMNS - 1 }).map(String),
      fc.integer({ min: -9, max: 9 }),
    ),
    {
      maxLength: 12,
    },
  )
  .map((rows): SparseRows => {
    const entries = rows.map((row) =>
      Object.entries(row).sort(([a], [b]) => Number(a) - Number(b)),
    );
    const starts = new Uint32Array(rows.length + 1);
    entries.forEach((row, r) => {
      starts[r + 1] = starts[r]! + row.length;
    });
    return {
      starts,
      columns: Uint16Array.from(entries.flat(), ([column]) => Number(column)),
      values: Float32Array.from(entries.flat(), ([, value]) => value),
    };
  });

function slowTimes({ starts, columns, values }: SparseRows, slab: Float32Array): number[] {
  const out: number[] = [];
  for (let row = 0; row + 1 < starts.length; row++)
    for (let j = 0; j < SLAB; j++) {
      let sum = 0;
      for (let k = starts[row]!; k < starts[row + 1]!; k++)
        sum += values[k]! * slab[columns[k]! * SLAB + j]!;
      out.push(sum);
    }
  return out;
}

function slowNormal(matrix: SparseRows, weights: Float32Array, slab: Float32Array): number[] {
  const products = slowTimes(matrix, slab);
  const out = new Array<number>(slab.length).fill(0);
  for (let row = 0; row + 1 < matrix.starts.length; row++)
    for (let k = matrix.starts[row]!; k < matrix.starts[row + 1]!; k++)
      for (let j = 0; j < SLAB; j++)
        out[matrix.columns[k]! * SLAB + j]! +=
          weights[row]! ** 2 * matrix.values[k]! * products[row * SLAB + j]!;
  return out;
}

const largestError = (found: Float32Array, wanted: readonly number[]) =>
  wanted.reduce((worst, value, i) => Math.max(worst, Math.abs(value - found[i]!)), 0);

describe("sparse products", () => {
  it("agree with the slow product", () => {
    fc.assert(
      fc.property(matrices, fc.integer(), (matrix, seed) => {
        const slab = slabOf(seed);
        const target = new Float32Array(matrix.starts.length * SLAB);
        slabProducts(slab).times(matrix, target, SLAB);
        expect(largestError(target.subarray(SLAB), slowTimes(matrix, slab))).toBeLessThan(1e-3);
      }),
      { numRuns: 40 },
    );
  });

  it("add the product with the weighted matrix and its transpose", () => {
    fc.assert(
      fc.property(matrices, fc.integer(), (matrix, seed) => {
        const slab = slabOf(seed);
        const weights = Float32Array.from(matrix.starts, (_, row) => 1 / (row + 1));
        const products = slabProducts(slab);
        products.addNormal(matrix, weights);
        const wanted = slowNormal(matrix, weights, slab);
        expect(largestError(products.normal(), wanted)).toBeLessThan(1e-2);
      }),
      { numRuns: 40 },
    );
  });

  it("handle more entries than one tile holds", () => {
    const rows = 3000;
    const starts = Uint32Array.from({ length: rows + 1 }, (_, row) => row * 40);
    const columns = Uint16Array.from({ length: rows * 40 }, (_, k) => k % COLUMNS);
    const matrix = { starts, columns, values: new Float32Array(rows * 40).fill(0.25) };
    const target = new Float32Array(rows * SLAB);
    slabProducts(slabOf(1)).times(matrix, target, 0);
    expect(largestError(target, slowTimes(matrix, slabOf(1)))).toBeLessThan(1e-3);
  });
});
