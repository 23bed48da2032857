import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { columnProducts, gramAdder, rowProducts } from "../../../core/kernel/matrix-products.ts";

const size = (max: number) => fc.integer({ min: 1, max });
const numbers = (length: number, seed: number) =>
  Float32Array.from({ length }, (_, i) => Math.fround(Math.sin(seed + 12.9898 * i)));

/** Row-major a (m x k) times b (k x n), in double precision. */
function slowProduct(a: Float32Array, b: Float32Array, m: number, k: number, n: number): number[] {
  const out: number[] = [];
  for (let i = 0; i < m; i++)
    for (let j = 0; j < n; j++) {
      let sum = 0;
      for (let d = 0; d < k; d++) sum += a[i * k + d]! * b[d * n + j]!;
      out.push(sum);
    }
  return out;
}

function transpose(a: Float32Array, rows: number, columns: number): Float32Array {
  const out = new Float32Array(a.length);
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < columns; j++) out[j * rows + i] = a[i * columns + j]!;
  return out;
}

const unpad = (out: Float32Array, rows: number, stride: number, columns: number) =>
  Array.from({ length: rows }, (_, r) => [
    ...out.subarray(r * stride, r * stride + columns),
  ]).flat();

function expectClose(found: readonly number[], wanted: readonly number[]): void {
  expect(found.length).toBe(wanted.length);
  expect(found.filter((value, i) => !(Math.abs(value - wanted[i]!) < 1e-4))).toEqual([]);
}

describe("dense products", () => {
  it("gives the dot product of each pair of rows", () => {
    const products = rowProducts(Float32Array.of(1, 2, 3, 4, 5, 6), 3, 2);
    const out = products.times(Float32Array.of(1, 0, 0, 10), 2);
    expect(unpad(out, 2, products.stride, 3)).toEqual([1, 3, 5, 20, 40, 60]);
  });

  it("agrees with the slow product for any shape, by rows and by columns", () => {
    fc.assert(
      fc.property(size(64), size(30), size(40), fc.integer(), (m, k, n, seed) => {
        const a = numbers(m * k, seed);
        const b = numbers(k * n, seed + 1);
        const wanted = slowProduct(a, b, m, k, n);
        const byColumns = columnProducts(b, n, k);
        expectClose(unpad(byColumns.times(a, m), m, byColumns.stride, n), wanted);
        const byRows = rowProducts(transpose(b, k, n), n, k);
        expectClose(unpad(byRows.times(a, m), m, byRows.stride, n), wanted);
      }),
      { numRuns: 50 },
    );
  });

  it("gives the same bits for a row whatever rows are beside it", () => {
    const products = rowProducts(numbers(50 * 7, 3), 50, 7);
    const left = numbers(64 * 7, 4);
    const together = products.times(left, 64).slice();
    const alone = products.times(left.subarray(33 * 7, 34 * 7), 1);
    expect([...alone]).toEqual([...together.subarray(33 * products.stride, 34 * products.stride)]);
  });

  it("finds the next number above a bound, and the largest of some", () => {
    const products = rowProducts(Float32Array.of(1, 4, 2, 4, 3), 5, 1);
    products.times(Float32Array.of(1), 1);
    expect([0, 1, 2, 4].map((from) => products.nextAbove(from, 5, 3))).toEqual([1, 1, 3, 5]);
    expect(products.nextAbove(2, 5, 4)).toBe(5);
    expect([products.largestAt(0, 5), products.largestAt(2, 3), products.largestAt(4, 1)]).toEqual([
      1, 1, 0,
    ]);
  });

  it("agrees with looking at one number after the other", () => {
    const place = fc.nat({ max: 63 });
    fc.assert(
      fc.property(
        fc.array(fc.nat({ max: 4 }), { minLength: 64, maxLength: 64 }),
        place,
        place,
        fc.nat({ max: 4 }),
        (row, a, b, bound) => {
          const [from, end] = [Math.min(a, b), Math.max(a, b) + 1];
          const products = rowProducts(Float32Array.from(row), row.length, 1);
          // The second row of a result is looked at, too.
          products.times(Float32Array.of(0, 1), 2);
          const at = products.stride;
          const part = row.slice(from, end);
          const first = part.findIndex((number) => number > bound);
          expect(products.nextAbove(at + from, at + end, bound)).toBe(
            at + (first === -1 ? end : from + first),
          );
          expect(products.largestAt(at + from, part.length)).toBe(part.indexOf(Math.max(...part)));
        },
      ),
    );
  });

  it("adds up a matrix times its transpose over blocks", () => {
    fc.assert(
      fc.property(size(20), size(25), fc.integer(), (rows, width, seed) => {
        const block = numbers(rows * width, seed);
        const add = gramAdder(20, width);
        const sums = new Float64Array(width * width);
        add(block, sums);
        add(block, sums);
        const once = slowProduct(transpose(block, rows, width), block, width, rows, width);
        expectClose(
          [...sums],
          once.map((value) => 2 * value),
        );
      }),
      { numRuns: 30 },
    );
  });
});
