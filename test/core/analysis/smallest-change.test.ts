import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { smallestChange } from "../../../core/analysis/explain-match.ts";

/** Words with the weights that they take away; pairs that together take more. */
const weights = fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 7 });
const bonuses = fc.array(fc.tuple(fc.nat(6), fc.nat(6), fc.integer({ min: 0, max: 30 })), {
  maxLength: 4,
});

function scorer(list: readonly number[], extra: readonly (readonly [number, number, number])[]) {
  return (removed: readonly number[]) => {
    const gone = removed.reduce((sum, place) => sum + list[place]!, 0);
    const together = extra
      .filter(([a, b]) => removed.includes(a) && removed.includes(b))
      .reduce((sum, [, , more]) => sum + more, 0);
    return 100 - gone - together - (removed.length === list.length ? 100 : 0);
  };
}

/** The size of the smallest set by trying every one. */
function smallestSize(count: number, score: (removed: number[]) => number, threshold: number) {
  let best = Number.POSITIVE_INFINITY;
  for (let bits = 0; bits < 1 << count; bits++) {
    const removed = Array.from({ length: count }, (_, i) => i).filter((i) => bits & (1 << i));
    if (score(removed) < threshold) best = Math.min(best, removed.length);
  }
  return best;
}

describe("the smallest change that takes a score below a line", () => {
  it("is as small as trying every set finds, and is below the line", () => {
    fc.assert(
      fc.property(weights, bonuses, fc.integer({ min: 1, max: 100 }), (list, extra, threshold) => {
        const score = scorer(list, extra);
        const words = list.map((_, i) => i);
        const found = smallestChange({ words, scoreWithout: score, threshold, mostTries: 10_000 });
        expect(found?.isSmallest).toBe(true);
        expect(found?.after).toBe(score(found?.removed ?? []));
        expect(found?.after).toBeLessThan(threshold);
        expect(found?.removed).toHaveLength(smallestSize(list.length, score, threshold));
      }),
    );
  });

  it("is nothing when the score is below already", () => {
    const search = { words: [1, 2], scoreWithout: () => 0.1, threshold: 0.3, mostTries: 100 };
    expect(smallestChange(search)).toBeNull();
  });

  it("says when smaller sets could not all be tried, and gives up when none is found in time", () => {
    const words = Array.from({ length: 12 }, (_, i) => i);
    const score = (removed: readonly number[]) => 1 - removed.length / 10;
    const search = { words, scoreWithout: score, threshold: 0.55 };
    expect(smallestChange({ ...search, mostTries: 90 })).toMatchObject({ isSmallest: false });
    expect(smallestChange({ ...search, mostTries: 90 })?.removed).toHaveLength(5);
    expect(smallestChange({ ...search, mostTries: 5000 })).toMatchObject({ isSmallest: true });
    expect(smallestChange({ ...search, mostTries: 20 })).toBeNull();
  });
});
