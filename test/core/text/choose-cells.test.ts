import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chooseCells } from "../../../core/text/choose-cells.ts";
import { cellHandicaps } from "../../../core/text/handicap.ts";
import { nthLargest } from "../../../core/text/nth-largest.ts";

describe("nthLargest", () => {
  it("agrees with sorting", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 1 }),
        fc.nat(),
        (list, k) => {
          const rank = 1 + (k % list.length);
          const sorted = list.toSorted((a, b) => b - a);
          expect(nthLargest(Float64Array.from(list), rank)).toBe(sorted[rank - 1]);
        },
      ),
    );
  });
});

describe("cellHandicaps", () => {
  it("are above 0, all different, and so fall evenly over the map", () => {
    const handicaps = cellHandicaps();
    expect(new Set(handicaps).size).toBe(16_384);
    expect(Math.min(...handicaps)).toBeGreaterThan(0);
    const easy = [...handicaps].flatMap((h, cell) => (h < 0.3 ? [cell] : []));
    const top = easy.filter((cell) => cell < 8192).length;
    expect(Math.abs(top / easy.length - 0.5)).toBeLessThan(0.05);
  });
});

describe("chooseCells", () => {
  const support = (entries: readonly (readonly [number, number])[]) => {
    const map = new Float64Array(16_384);
    for (const [cell, height] of entries) map[cell] = height;
    return map;
  };

  it("takes supported cells only, in rising order", () => {
    expect([
      ...chooseCells(
        support([
          [9, 1],
          [3, 2],
          [7, 0],
        ]),
        10,
      ),
    ]).toEqual([3, 9]);
    expect([...chooseCells(support([[9, 1]]), 0)]).toEqual([]);
  });

  it("takes the cells of the best support over handicap", () => {
    const cell = fc.tuple(fc.nat(16_383), fc.double({ min: 0.1, max: 9, noNaN: true }));
    fc.assert(
      fc.property(fc.array(cell, { maxLength: 60 }), fc.nat(70), (entries, count) => {
        const map = support(entries);
        const handicaps = cellHandicaps();
        const slow = [...map.keys()]
          .filter((c) => map[c]! > 0)
          .sort((a, b) => map[b]! / handicaps[b]! - map[a]! / handicaps[a]! || a - b)
          .slice(0, count)
          .sort((a, b) => a - b);
        expect([...chooseCells(map, count)]).toEqual(slow);
      }),
      { numRuns: 30 },
    );
  });

  it("keeps more cells of a word that counts for more, and some of one that counts for less", () => {
    const map = new Float64Array(16_384);
    map.fill(3, 0, 300);
    map.fill(1, 300, 600);
    const chosen = chooseCells(map, 200);
    const strong = chosen.filter((c) => c < 300).length;
    expect(strong).toBeGreaterThan(120);
    expect(strong).toBeLessThan(180);
  });
});
