import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { purityOf } from "../../../../../renderer/features/explore/terms/why-near.ts";

const senses = [
  { label: "car", positions: [1, 2, 3] },
  { label: "animal", positions: [7, 8] },
];

describe("purityOf", () => {
  it("names the sense that most of the overlap falls in", () => {
    expect(purityOf([1, 7, 8, 9], senses)).toEqual({ label: "animal", share: 0.5 });
    expect(purityOf([1, 2], senses)).toEqual({ label: "car", share: 1 });
  });

  it("has nothing to say without an overlap or with one sense", () => {
    expect(purityOf([], senses)).toBeNull();
    expect(purityOf([1], senses.slice(0, 1))).toBeNull();
  });

  it("never gives a share beyond the whole", () => {
    const cells = fc.uniqueArray(fc.nat(40), { minLength: 1 });
    fc.assert(
      fc.property(cells, cells, cells, (shared, a, b) => {
        const purity = purityOf(shared, [
          { label: "a", positions: a },
          { label: "b", positions: b },
        ])!;
        const own = purity.label === "a" ? a : b;
        const inside = shared.filter((cell) => own.includes(cell)).length;
        expect(purity.share).toBe(inside / shared.length);
        expect(purity.share).toBeLessThanOrEqual(1);
      }),
    );
  });
});
