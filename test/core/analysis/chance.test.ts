import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chanceOf, rarelyReached } from "../../../core/analysis/chance.ts";
import { tinyRetina } from "../../support/tiny-retina.ts";

const upTo = (last: number) => Array.from({ length: last }, (_, i) => i + 1);

describe("the count that chance rarely reaches", () => {
  it("is above all but the last thousandth", () => {
    expect(rarelyReached(upTo(1000), 0.999)).toBe(1001);
    expect(rarelyReached(upTo(10_000), 0.999)).toBe(9992);
    expect(rarelyReached([0, 0, 0, 5], 0.5)).toBe(1);
  });

  it("is the least that more than the share stay below", () => {
    const counts = fc.array(fc.nat(50), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(counts, fc.nat(7), (list, eighths) => {
        const ascending = list.toSorted((a, b) => a - b);
        const isMost = (limit: number) =>
          8 * ascending.filter((count) => count < limit).length > eighths * list.length;
        const found = rarelyReached(ascending, eighths / 8);
        expect(isMost(found)).toBe(true);
        expect(isMost(found - 1)).toBe(false);
      }),
    );
  });
});

describe("what chance gives", () => {
  const chance = chanceOf(tinyRetina());

  it("does not depend on the side, and is nothing for an empty one", () => {
    expect(chance.between(100, 300)).toEqual(chance.between(300, 100));
    expect(chance.between(0, 300)).toBeNull();
    expect(chance.between(300, 0)).toBeNull();
  });

  it("is measured up to twice what a text may have", () => {
    expect(chance.between(100, 1966)).not.toBeNull();
    expect(chance.between(100, 1967)).toBeNull();
  });
});
