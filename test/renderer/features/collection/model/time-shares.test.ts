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
    expect(sharesOf([5, 2, 0], [10, 9, 40])).toEqual([0.5, null, 0]);
    expect(peakOf([0.5, null, 0.7, 0.7])).toEqual({ step: 2, share: 0.7 });
    expect(peakOf([null, 0])).toBeNull();
  });

  it("are drawn as an area that is broken where nothing is known", () => {
    expect(areaPath([0.5, 0.25, null, 0.5], 0.5)).toBe(
      "M0.5 1L0.5 0L1.5 0.5L1.5 1ZM3.5 1L3.5 0L3.5 1Z",
    );
    expect(areaPath([], 0)).toBe("");
  });

  it("lie within the box, one point for each known share", () => {
    const share = fc.option(fc.double({ min: 0, max: 1, noNaN: true }));
    fc.assert(
      fc.property(fc.array(share, { maxLength: 30 }), (shares) => {
        const most = peakOf(shares)?.share ?? 1;
        const path = areaPath(shares, most);
        const numbers = path.match(/[ML]([\d.]+) ([\d.]+)/g) ?? [];
        const known = shares.filter((each) => each !== null).length;
        const runs = path.split("Z").length - 1;
        expect(numbers.length).toBe(known + 2 * runs);
        for (const point of numbers) {
          const [x, y] = point.slice(1).split(" ").map(Number);
          expect(x).toBeGreaterThan(0);
          expect(x).toBeLessThan(shares.length);
          expect(y).toBeGreaterThanOrEqual(0);
          expect(y).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it("name the time of a topic only where it is more than chance", () => {
    const totals = Array.from({ length: 24 }, () => 60);
    const even = totals.map((_, step) => 10 + (step % 5));
    const rise = even.map((count, step) => (step === 9 ? 40 : count));
    expect(peaksBeyondChance([even, rise], totals)).toEqual([null, { step: 9, share: 40 / 60 }]);
    expect(peaksBeyondChance([[9], []], [9])).toEqual([null, null]);
  });
});
