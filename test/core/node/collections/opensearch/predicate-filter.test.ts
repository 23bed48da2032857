import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Predicate } from "../../../../../core/api/schema/collection-types.ts";
import { predicateFilter } from "../../../../../core/node/collections/opensearch/selection-query.ts";

const FIELDS = {
  columns: [
    { name: "party", type: "text" },
    { name: "__proto__", type: "number" },
    { name: "day", type: "date" },
  ],
  scores: { trade: { number: 4, positions: [1, 5, 9] } },
} as const;
const filterOf = (node: Predicate) => predicateFilter(node, FIELDS);

/** The longest chain of bool queries inside one another, which clusters limit to 20. */
function depthOf(query: unknown): number {
  if (typeof query !== "object" || query === null) return 0;
  const inside = Math.max(0, ...Object.values(query).map(depthOf));
  return "bool" in query ? inside + 1 : inside;
}

const leaf: fc.Arbitrary<Predicate> = fc.constantFrom(
  { column: "party", equals: "whig" },
  { column: "__proto__", missing: true },
  { label: "war", is: "unlabelled" } as const,
  { label: "war", is: "unlabelled", by: "assistant: a" } as const,
);
/** Chains as deep as a query may be. */
const chain: fc.Arbitrary<Predicate> = fc
  .tuple(leaf, fc.array(fc.constantFrom("and", "or", "not"), { maxLength: 32 }))
  .map(([first, kinds]) =>
    kinds.reduce<Predicate>((inner, kind) => {
      if (kind === "not") return { not: inner };
      const parts = [inner, { column: "party", equals: "x" }];
      return kind === "and" ? { and: parts } : { or: parts };
    }, first),
  );

describe("predicateFilter", () => {
  it("names fields by their place, whatever the columns are called", () => {
    expect(filterOf({ column: "__proto__", from: 1, below: 2 })).toEqual({
      bool: { filter: [{ range: { c1: { gte: 1 } } }, { range: { c1: { lt: 2 } } }] },
    });
    expect(filterOf({ score: "trade", missing: false })).toEqual({ range: { since: { lte: 4 } } });
  });
  it("compares dates by the number of their day", () => {
    expect(filterOf({ column: "day", equals: "0000-03-02T10:00:00" })).toEqual({
      terms: { c2: [1] },
    });
  });
  it("looks for letters by a script that is handed them, never by a pattern", () => {
    expect(filterOf({ column: "party", contains: "A*?" })).toMatchObject({
      script: { script: { params: { field: "f0", part: "a*?" } } },
    });
  });
  it("moves opposites to the leaves", () => {
    const whig = { terms: { c0: ["whig"] } };
    expect(
      filterOf({
        not: {
          or: [{ column: "party", equals: "whig" }, { not: { score: "trade", missing: true } }],
        },
      }),
    ).toEqual({
      bool: {
        filter: [
          { bool: { must_not: [whig] } },
          { bool: { must_not: [{ range: { since: { lte: 4 } } }] } },
        ],
      },
    });
  });
  it("selects nothing by half a character, which is another one on its way", () => {
    expect(filterOf({ column: "party", equals: "\ud83d" })).toEqual({ match_none: {} });
  });
  it("never nests deeper than clusters allow", () => {
    fc.assert(fc.property(chain, (node) => depthOf(filterOf(node)) <= 18));
  });
});
