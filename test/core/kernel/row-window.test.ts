import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rowWindow } from "../../../core/kernel/row-lists.ts";

/** Even and odd columns apart, as the kernel says. */
function product(left: Float32Array, right: Float32Array): number {
  const sums = [0, 0];
  for (const [k, value] of left.entries()) sums[k % 2]! += value * right[k]!;
  return sums[0]! + sums[1]!;
}

describe("a window of rows", () => {
  it("multiplies the newest row with each that is left", () => {
    const window = rowWindow(3, 2);
    expect(window.push(Float32Array.of(1, 2, 3))[0]).toBe(14);
    expect([...window.push(Float32Array.of(0, 1, 1))]).toEqual([5, 2]);
    expect([...window.push(Float32Array.of(2, 0, 0))]).toEqual([4, 0]);
  });

  it("gives to the last bit what plain loops give, for rows of any size", () => {
    const matrix = fc
      .integer({ min: 1, max: 19 })
      .chain((size) =>
        fc.array(
          fc.float32Array({ minLength: size, maxLength: size, noNaN: true, min: -1e6, max: 1e6 }),
          { minLength: 1, maxLength: 14 },
        ),
      );
    fc.assert(
      fc.property(matrix, fc.integer({ min: 1, max: 9 }), (rows, length) => {
        const window = rowWindow(rows[0]!.length, length);
        rows.forEach((row, last) => {
          const products = window.push(row);
          for (let start = Math.max(0, last - length + 1); start <= last; start++)
            expect(products[start % length]).toBe(product(rows[start]!, row) + 0);
        });
      }),
    );
  });
});
