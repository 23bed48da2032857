import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judge, likelyValue } from "../../../../../renderer/features/collection/model/truth.ts";

const all = new Map([
  ["trade", 10],
  ["war", 30],
]);

describe("a category beside a column that says what is true", () => {
  it("has precision, recall and F1 by hand", () => {
    const over = new Map([
      ["trade", 8],
      ["war", 2],
    ]);
    const { precision, recall, f1 } = judge(over, all, "trade");
    expect([precision, recall]).toEqual([0.8, 0.8]);
    expect(f1).toBeCloseTo(0.8, 12);
    expect(judge(new Map(), all, "trade")).toEqual({
      precision: 0,
      recall: 0,
      f1: 0,
      wrong: 0,
      missed: 10,
    });
    expect(likelyValue(" Trade", new Map([["war", 5]]), all)).toBe("trade");
    expect(likelyValue("commerce", over, all)).toBe("trade");
  });

  it("counts a row of several values once", () => {
    const over = new Map([
      ["trade", 8],
      ["war", 6],
    ]);
    const { precision, wrong, missed } = judge(over, all, "trade", 10);
    expect([precision, wrong, missed]).toEqual([0.8, 2, 2]);
  });

  it("agrees with counting rows one by one", () => {
    const row = fc.record({ value: fc.constantFrom("a", "b", "c"), isOver: fc.boolean() });
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        const count = (list: typeof rows) => {
          const counts = new Map<string, number>();
          for (const { value } of list) counts.set(value, (counts.get(value) ?? 0) + 1);
          return counts;
        };
        const taken = rows.filter(({ isOver }) => isOver);
        const found = judge(count(taken), count(rows), "a");
        const hits = taken.filter(({ value }) => value === "a").length;
        const wanted = rows.filter(({ value }) => value === "a").length;
        expect(found.precision).toBe(taken.length === 0 ? 0 : hits / taken.length);
        expect(found.recall).toBe(wanted === 0 ? 0 : hits / wanted);
        const sum = found.precision + found.recall;
        expect(found.f1).toBeCloseTo(sum === 0 ? 0 : (2 * found.precision * found.recall) / sum, 9);
      }),
    );
  });
});
