import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  differenceTable,
  ratioText,
  sidesOf,
} from "../../../../../renderer/features/collection/model/difference.ts";

const found = (effect: number, width: number, q = 0.01) => ({
  inA: 1,
  inB: 1,
  effect,
  low: effect - width,
  high: effect + width,
  q,
});

describe("a difference", () => {
  it("is told as a ratio with its interval, whichever part has more", () => {
    expect(ratioText(found(Math.log(4), Math.log(2)))).toBe("4× (2–8)");
    expect(ratioText(found(-Math.log(4), Math.log(2)))).toBe("4× (2–8)");
    expect(ratioText(found(Math.log(12.34), 0.1))).toBe("12× (11–14)");
  });

  it("is a table of what is listed: words of both sides, then regions", () => {
    const { columns, rows } = differenceTable({
      rows: { a: 30, b: 70 },
      words: [
        { ...found(Math.log(4), Math.log(2)), word: "tariff" },
        { ...found(-Math.log(4), Math.log(2)), word: "war" },
        { ...found(3, 2.9, 0.06), word: "chance" },
      ],
      regions: [{ ...found(Math.log(3), 0), region: 7, place: "Money" }],
      lift: [],
    });
    expect(columns).toEqual([
      "name",
      "kind",
      "more in",
      "rows of A",
      "rows of B",
      "odds ratio",
      "times",
      "from",
      "to",
    ]);
    expect(rows).toEqual([
      ["tariff", "word", "A", 1, 1, "4× (2–8)", 4, 2, 8],
      ["war", "word", "B", 1, 1, "4× (2–8)", 4, 2, 8],
      ["Money", "region", "A", 1, 1, "3× (3–3)", 3, 3, 3],
    ]);
  });

  it("lists what is sure first, and leaves out what may be chance", () => {
    const wide = found(3, 2.9);
    const narrow = found(1, 0.1);
    const chance = found(4, 3.9, 0.06);
    const less = found(-2, 0.5);
    expect(sidesOf([wide, chance, narrow, less])).toEqual({ a: [narrow, wide], b: [less] });
  });

  it("puts each find on one side, ordered by the end of its interval that is nearer to none", () => {
    const one = fc
      .tuple(
        fc.double({ min: -5, max: 5, noNaN: true }),
        fc.double({ min: 0, max: 2, noNaN: true }),
      )
      .map(([effect, width]) => found(effect, width));
    fc.assert(
      fc.property(fc.array(one), (list) => {
        const { a, b } = sidesOf(list);
        expect(a.length + b.length).toBe(list.filter(({ effect }) => effect !== 0).length);
        for (const [i, each] of a.slice(1).entries())
          expect(each.low).toBeLessThanOrEqual(a[i]!.low);
        for (const [i, each] of b.slice(1).entries())
          expect(each.high).toBeGreaterThanOrEqual(b[i]!.high);
      }),
    );
  });
});
