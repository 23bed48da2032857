import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { placedTerms } from "../../../../../renderer/features/compare/model/comparison.ts";

const anyTerms = fc
  .uniqueArray(fc.tuple(fc.constantFrom("a", "b", "c", "d", "e"), fc.integer({ min: 1, max: 9 })), {
    selector: ([term]) => term,
  })
  .map((rows) =>
    rows.map(([term, score]) => ({ term, score, df: 1 })).sort((a, b) => b.score - a.score),
  );

describe("terms of the parts of a comparison", () => {
  it("stand once each, where they have most cells, in their order", () => {
    fc.assert(
      fc.property(fc.record({ left: anyTerms, both: anyTerms, right: anyTerms }), (terms) => {
        const placed = placedTerms(terms);
        const all = [...terms.left, ...terms.both, ...terms.right];
        const found = [...placed.left, ...placed.both, ...placed.right];
        expect(found.map(({ term }) => term).toSorted()).toEqual(
          [...new Set(all.map(({ term }) => term))].toSorted(),
        );
        for (const { term, score } of found)
          expect(score).toBe(Math.max(...all.filter((e) => e.term === term).map((e) => e.score)));
        for (const part of ["left", "both", "right"] as const)
          expect(terms[part].filter((each) => placed[part].includes(each))).toEqual(placed[part]);
      }),
    );
  });
});
