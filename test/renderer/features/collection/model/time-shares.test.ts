import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  areaPath,
  peakOf,
  peaksBeyondChance,
  sharesOf,
} from "../../../../../renderer/features/collection/model/time-shares.ts";

describe("shares over time", () => {
  it("are of the rows of their step, where there are enough of them", () => {
    expect(sharesOf([15, 10, 0], [30, 29, 40])).toEqual([0.5, null, 0]);
    expect(peakOf([0.5, null, 0.7, 0.7])).toEqual({ step: 2, share: 0.7 });
    expect(peakOf([null, 0])).toBeNull();
  });

  it("are drawn as wide as their steps, with a gap where nothing is known", () => {
    const [first, alone, ...others] = outlinesOf(areaPath([0.5, 0.25, null, 0.5], 0.5));
    expect(first?.slice(0, 4)).toEqual([
      [0, 0],
      [1, 0],
      [1, 0.5],
      [2, 0.5],
    ]);
    expect(alone?.slice(0, 2)).toEqual([
      [3, 0],
      [4, 0],
    ]);
    expect(others).toEqual([]);
    expect(areaPath([], 0)).toBe("");
  });

  it("lie within the box, and cover as much of it as they come to", () => {
    const share = fc.option(fc.double({ min: 0, max: 1, noNaN: true }));
    fc.assert(
      fc.property(fc.array(share, { maxLength: 30 }), (shares) => {
        const most = peakOf(shares)?.share ?? 1;
        const outlines = outlinesOf(areaPath(shares, most));
        for (const [x, y] of outlines.flat()) {
          expect(x).toBeGreaterThanOrEqual(0);
          expect(x).toBeLessThanOrEqual(shares.length);
          expect(y).toBeGreaterThanOrEqual(0);
          expect(y).toBeLessThanOrEqual(1);
        }
        const covered = outlines.reduce((all, points) => all + coveredBy(points), 0);
        const wanted = shares.reduce<number>((all, each) => all + (each ?? 0) / most, 0);
        expect(covered).toBeCloseTo(wanted, 1);
      }),
    );
  });

  it("name the time of a topic only where it is more than chance", () => {
    const totals = Array.from({ length: 24 }, () => 60);
    const even = totals.map((_, step) => 10 + (step % 5));
    const rise = even.map((count, step) => (step === 9 ? 40 : count));
    expect(peaksBeyondChance([even, rise], totals)).toEqual([null, { step: 9, share: 40 / 60 }]);
    expect(peaksBeyondChance([[9], []], [9])).toEqual([null, null]);
    // A period of ten rows is no peak, however high its share.
    const short = [...totals, 10];
    expect(peaksBeyondChance([[...even, 10]], short)).toEqual([null]);
  });
});

type Point = readonly [number, number];

/** The closed lines of a path of straight pieces. */
const outlinesOf = (path: string): Point[][] =>
  path
    .split("Z")
    .filter((line) => line !== "")
    .map((line) =>
      [...line.matchAll(/[ML]([\d.]+),([\d.]+)/g)].map(([, x, y]): Point => [Number(x), Number(y)]),
    );

/** By the shoelace formula. */
const coveredBy = (points: readonly Point[]): number =>
  Math.abs(
    points.reduce((sum, [x, y], at) => {
      const [nextX, nextY] = points[(at + 1) % points.length]!;
      return sum + x * nextY - nextX * y;
    }, 0),
  ) / 2;
