import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addBits, emptyBitmap } from "../../../core/kernel/bitmap.ts";
import { makeWindow, REACH, weightAround } from "../../../core/kernel/neighbourhood.ts";

const SIDE = 128;
const positionAt = (row: number, column: number) => row * SIDE + column;

const bitmapOf = (positions: readonly number[]) => {
  const bitmap = emptyBitmap();
  addBits(bitmap, Uint16Array.from(positions));
  return bitmap;
};

/** The shortest way on a ring of 128. */
const steps = (a: number, b: number) => Math.min(Math.abs(a - b), SIDE - Math.abs(a - b));

/** Every set cell is looked at. */
function obviousWeight(
  positions: readonly number[],
  middle: number,
  weightAt: (distance: number) => number,
): number {
  let sum = 0;
  for (const position of new Set(positions)) {
    const rows = steps(Math.floor(position / SIDE), Math.floor(middle / SIDE));
    const columns = steps(position % SIDE, middle % SIDE);
    if (Math.max(rows, columns) <= REACH) sum += weightAt(Math.sqrt(rows ** 2 + columns ** 2));
  }
  return sum;
}

describe("weight around a position", () => {
  it("counts set cells up to three rows and columns away, by their distance", () => {
    const bitmap = bitmapOf([
      positionAt(50, 60), // the position itself
      positionAt(50, 63), // three columns away
      positionAt(53, 64), // four columns away
      positionAt(46, 60), // four rows away
      positionAt(47, 56), // four columns away
      positionAt(48, 60), // two rows away
    ]);
    const window = makeWindow((distance) => 10 ** distance);
    expect(weightAround(bitmap, positionAt(50, 60), window)).toBeCloseTo(1 + 1000 + 100, 9);
  });

  it("goes on across the edges of the map", () => {
    const bitmap = bitmapOf([positionAt(127, 127), positionAt(2, 125), positionAt(0, 3)]);
    const window = makeWindow(() => 1);
    expect(weightAround(bitmap, positionAt(0, 0), window)).toBe(3);
    expect(weightAround(bitmap, positionAt(0, 127), window)).toBe(2);
  });

  it("is what looking at every set cell gives, wherever the position lies", () => {
    const cell = fc.integer({ min: 0, max: SIDE * SIDE - 1 });
    const weightAt = (distance: number) => Math.round(1000 / (1 + distance));
    const window = makeWindow(weightAt);
    fc.assert(
      fc.property(fc.array(cell, { maxLength: 1500 }), cell, (positions, middle) => {
        expect(weightAround(bitmapOf(positions), middle, window)).toBe(
          obviousWeight(positions, middle, weightAt),
        );
      }),
    );
  });
});
