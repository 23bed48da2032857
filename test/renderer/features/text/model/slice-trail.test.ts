import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { BenchSlice } from "../../../../../renderer/features/text/model/slice-trail.ts";
import { densestCell, trailOf } from "../../../../../renderer/features/text/model/slice-trail.ts";

const block = (row: number, column: number, side: number) =>
  Array.from(
    { length: side * side },
    (_, i) => (row + Math.floor(i / side)) * 128 + column + (i % side),
  );

const sliceOf = (positions: readonly number[]): BenchSlice => ({
  text: "",
  start: 0,
  end: 0,
  heading: "",
  positions: [...positions],
  language: { language: null, iso_tag: null, confidence: "none", runnerUp: null },
});

describe("the place of a slice", () => {
  it("is a set cell in the densest patch, not the average of scattered ones", () => {
    const cells = [3, 900, ...block(80, 40, 4), 16000];
    expect(block(80, 40, 4)).toContain(densestCell(cells));
  });

  it("counts neighbours beyond an edge, for the map wraps", () => {
    const corner = [0, 127, 128 * 127, 128 * 128 - 1];
    expect(corner).toContain(densestCell([...corner, 64 * 128 + 60, 64 * 128 + 61, 64 * 128 + 62]));
  });

  it("is always one of the cells, cell 0 included; without cells there is none", () => {
    expect(densestCell([])).toBeUndefined();
    expect(densestCell([0])).toBe(0);
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(16383), { minLength: 1, maxLength: 60 }), (cells) => {
        expect(cells).toContain(densestCell(cells.sort((a, b) => a - b)));
      }),
    );
  });
});

it("leads through the slices in reading order and leaves out those without cells", () => {
  const slices = [block(10, 10, 3), [], block(50, 50, 3)].map(sliceOf);
  expect(trailOf(slices).map(({ letter }) => letter)).toEqual(["A", "C"]);
});

it("leads through the first twelve of many slices", () => {
  const slices = Array.from({ length: 45 }, (_, place) => sliceOf(block(place, place, 3)));
  expect(trailOf(slices)).toEqual(trailOf(slices.slice(0, 12)));
  expect(trailOf(slices)).toHaveLength(12);
});
