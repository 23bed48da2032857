import { array, assert, nat, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { heatSteps } from "../../../core/image/heat-sheet.ts";

describe("the steps of a heat", () => {
  it("say how many rows each shade stands for, the darkest for the most", () => {
    const steps = heatSteps([0, 0, 0, 1, 1, 1, 2, 3]);
    expect(steps.map(({ label }) => label)).toEqual(["1 row", "2 rows", "3 rows"]);
    expect(steps.at(-1)?.color).toBe("#1f2f7a");
    expect(heatSteps([0, 0])).toEqual([]);
    expect(heatSteps([9, 9]).map(({ label }) => label)).toEqual(["9 rows"]);
  });

  it("cover every number of rows from the mean up, each once", () => {
    assert(
      property(array(nat(5000), { minLength: 1, maxLength: 60 }), (values) => {
        const greatest = Math.max(...values);
        const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
        const ranges = heatSteps(values).map(({ label }) => {
          const [from = 0, last = from] = label.match(/\d+/g)!.map(Number);
          return { from, last };
        });
        for (const value of values) {
          const holding = ranges.filter(({ from, last }) => from <= value && value <= last);
          expect(holding.length).toBe(greatest > 0 && value >= Math.max(1, mean) ? 1 : 0);
        }
      }),
    );
  });
});
