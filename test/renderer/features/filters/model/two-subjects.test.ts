import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findSubjects } from "../../../../../renderer/features/filters/model/two-subjects.ts";

const cells = (from: number) => Array.from({ length: 20 }, (_, i) => from + i);

describe("texts of several subjects", () => {
  it("fall into groups, the largest first", () => {
    const texts = [cells(0), cells(500), cells(5), cells(502), cells(2)];
    expect(findSubjects(texts)).toEqual([
      [0, 2, 4],
      [1, 3],
    ]);
  });

  it("are of one subject when they are linked, or when one alone stands apart", () => {
    expect(findSubjects([cells(0), cells(10), cells(20)])).toEqual([]);
    expect(findSubjects([cells(0), cells(1), cells(900)])).toEqual([]);
    expect(findSubjects([[], [], []])).toEqual([]);
  });

  it("never put one text into two groups", () => {
    const positions = fc.uniqueArray(fc.nat(80), { maxLength: 12 });
    fc.assert(
      fc.property(fc.array(positions, { maxLength: 14 }), (texts) => {
        const all = findSubjects(texts).flat();
        expect(new Set(all).size).toBe(all.length);
      }),
    );
  });
});
