import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { symmetricEigen } from "../../../core/train/vectors/symmetric-eigen.ts";

function symmetric(size: number, seed: number): Float64Array {
  const matrix = new Float64Array(size * size);
  for (let i = 0; i < size; i++)
    for (let j = 0; j <= i; j++)
      matrix[i * size + j] = matrix[j * size + i] = Math.sin(seed + 7.1 * i * j + i + j);
  return matrix;
}

describe("eigenvalues of a symmetric matrix", () => {
  it("are those of a matrix whose answer is known", () => {
    const { values, vectors } = symmetricEigen(Float64Array.of(2, 1, 1, 2), 2);
    expect(values[0]).toBeCloseTo(3, 12);
    expect(values[1]).toBeCloseTo(1, 12);
    expect(vectors[0]! / vectors[1]!).toBeCloseTo(1, 12);
  });

  it("converge for a matrix of low rank", () => {
    const matrix = Float64Array.from(
      { length: 40 * 40 },
      (_, at) => (1 + (at % 40)) * (1 + Math.floor(at / 40)),
    );
    const { values } = symmetricEigen(matrix, 40);
    expect(values[0]).toBeCloseTo(22_140, 6);
    expect(Math.abs(values[1]!)).toBeLessThan(1e-8);
  });

  it("fall, and matrix times vector is value times vector, with orthonormal vectors", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 14 }), fc.integer(), (size, seed) => {
        const matrix = symmetric(size, seed);
        const { values, vectors } = symmetricEigen(matrix, size);
        const row = (of: Float64Array, k: number) => of.subarray(k * size, (k + 1) * size);
        const dot = (a: Float64Array, b: Float64Array) => a.reduce((s, x, i) => s + x * b[i]!, 0);
        for (let k = 0; k < size; k++) {
          if (k > 0) expect(values[k]!).toBeLessThanOrEqual(values[k - 1]!);
          for (let i = 0; i < size; i++)
            expect(dot(row(matrix, i), row(vectors, k))).toBeCloseTo(
              values[k]! * row(vectors, k)[i]!,
              9,
            );
          for (let j = 0; j <= k; j++)
            expect(dot(row(vectors, j), row(vectors, k))).toBeCloseTo(j === k ? 1 : 0, 9);
        }
      }),
      { numRuns: 40 },
    );
  });
});
