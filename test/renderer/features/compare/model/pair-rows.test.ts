import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  comparedItems,
  itemOfLine,
  type Partner,
} from "../../../../../renderer/features/compare/model/bulk-items.ts";
import { itemOf } from "../../../../../renderer/features/compare/model/comparison.ts";
import { metricsWithEmpty } from "../../../../../renderer/features/compare/model/measures.ts";
import { listPairs, MEASURES } from "../../../../../renderer/features/compare/model/pair-rows.ts";
import { remembered } from "../../../../../renderer/features/compare/past-comparisons.ts";

const NAMES = ["violin", "Cello", "car", "violin", "bank"];
const items = NAMES.map((name, index) => itemOfLine(index + 1, name));

const pairs = fc.array(
  fc.record({
    left: fc.nat(4),
    right: fc.nat(4),
    cosine: fc.option(fc.integer({ min: 0, max: 10 }).map((tenth) => tenth / 10)),
  }),
  { maxLength: 30 },
);

const rowsOf = (list: readonly { left: number; right: number; cosine: number | null }[]) =>
  list.map(({ left, right, cosine }) => ({
    left,
    right,
    metrics:
      cosine === null
        ? null
        : {
            ...Object.fromEntries(MEASURES.map((id) => [id, 0])),
            cosineSimilarity: cosine,
          },
    error: cosine === null ? "Left: unknown" : null,
  })) as unknown as Parameters<typeof listPairs>[0];

const CLOSEST = { column: "cosineSimilarity", direction: "descending" } as const;

describe("the list of compared pairs", () => {
  it("holds exactly the measured pairs that pass search and line", () => {
    fc.assert(
      fc.property(pairs, fc.constantFrom("", "vio", "CELLO", "zz"), (list, search) => {
        const rows = rowsOf(list);
        const listed = listPairs(rows, items, { search, least: 0.5 }, CLOSEST);
        const wanted = list.filter(
          ({ left, right, cosine }) =>
            cosine !== null &&
            cosine >= 0.5 &&
            [left, right].some((at) => NAMES[at]?.toLowerCase().includes(search.toLowerCase())),
        );
        expect(listed).toHaveLength(wanted.length);
        const cosines = listed.map(({ metrics }) => metrics?.cosineSimilarity ?? 0);
        expect(cosines).toEqual(cosines.toSorted((a, b) => b - a));
      }),
    );
  });

  it("sorts by name without regard to case, ties in the order of the items", () => {
    const rows = rowsOf([3, 1, 0, 4, 2].map((left) => ({ left, right: 2, cosine: 0.5 })));
    const sort = { column: "left", direction: "ascending" } as const;
    const listed = listPairs(rows, items, { search: "", least: null }, sort);
    expect(listed.map(({ left }) => left)).toEqual([4, 2, 1, 0, 3]);
  });
});

describe("comparing with a filter", () => {
  it("sends the filter's cells behind the items, and pairs each item with it", () => {
    const partner: Partner = { id: "f", name: "Music", positions: [1, 5] };
    const input = { name: "x", items, pairs: [] };
    const sent = comparedItems(input, "partner", partner);
    expect(sent.items.at(-1)?.source).toEqual({ positions: [1, 5] });
    expect(sent.pairs).toEqual(items.map((_, index) => [index, items.length]));
    expect(comparedItems(input, "all", partner)).toEqual({ items, pairs: "all" });
  });
});

describe("past comparisons", () => {
  const past = (left: string, at: string) => ({
    left: itemOf({ term: left }, left),
    right: itemOf({ term: "x" }, "x"),
    cosine: 0.1,
    at,
  });

  it("hold each pair once, the latest first, and no more than thirty", () => {
    let list = remembered([], past("a", "1"));
    list = remembered(list, past("b", "2"));
    list = remembered(list, past("a", "3"));
    expect(list.map(({ at }) => at)).toEqual(["3", "2"]);
    for (let i = 0; i < 40; i++) list = remembered(list, past(`t${i}`, String(i)));
    expect(list).toHaveLength(30);
  });
});

describe("measures of a side without cells", () => {
  it("are there where nothing is divided by zero, and missing elsewhere", () => {
    expect(metricsWithEmpty(0, 7)).toEqual({
      overlappingAll: 0,
      weightedScoring: 0,
      sizeLeft: 0,
      sizeRight: 7,
      euclideanDistance: 1,
      jaccardDistance: 1,
      overlappingRightLeft: 0,
    });
    expect(Object.keys(metricsWithEmpty(0, 0)).sort()).toEqual([
      "overlappingAll",
      "sizeLeft",
      "sizeRight",
      "weightedScoring",
    ]);
  });
});
