import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  chipsOf,
  NO_FILTERS,
  toExploreFilters,
} from "../../../../../renderer/features/explore/model/term-filters.ts";

const share = fc.option(fc.double({ min: 0, max: 1, noNaN: true }));
const anyFilters = fc.record({
  pos: fc.constantFrom("" as const, "NOUN" as const, "VERB" as const),
  kind: fc.constantFrom("" as const, "single" as const, "phrase" as const),
  minDf: share,
  maxDf: share,
  startsWith: fc.constantFrom("", " ", "ja"),
  exclude: fc.array(fc.string({ minLength: 1 })),
  hidesForms: fc.boolean(),
  hidesPinned: fc.boolean(),
});
const CONTEXT = { queryTerms: ["jaguar"], pinnedTerms: ["cat"] };

describe("toExploreFilters", () => {
  it("asks for what is set and for nothing else", () => {
    expect(toExploreFilters(NO_FILTERS, CONTEXT)).toBeUndefined();
    expect(
      toExploreFilters(
        { ...NO_FILTERS, pos: "NOUN", hidesPinned: true, hidesForms: true, exclude: ["dog"] },
        CONTEXT,
      ),
    ).toEqual({ pos_type: "NOUN", exclude: ["dog", "cat"], withoutForms: ["jaguar"] });
  });
});

describe("chipsOf", () => {
  it("says how many terms there would be without each filter", () => {
    const counts = {
      passed: 12,
      removedBy: [{ filter: "pos_type", without: 31 }],
      frequencies: [{ count: 5 }, { count: 40 }],
    };
    const chips = chipsOf({ ...NO_FILTERS, pos: "NOUN", minDf: 0.01 }, counts);
    expect(chips.map(({ label, before }) => [label, before])).toEqual([
      ["nouns", 31],
      ["in at least 1.0% of texts", 45],
    ]);
  });

  it("lifts every filter when every chip is removed, and shows none then", () => {
    fc.assert(
      fc.property(anyFilters, (filters) => {
        const chips = chipsOf(filters, undefined);
        const lifted = Object.assign({}, filters, ...chips.map((chip) => chip.lifted));
        expect(chipsOf(lifted, undefined)).toEqual([]);
        expect(toExploreFilters(lifted, CONTEXT)).toBeUndefined();
      }),
    );
  });
});
