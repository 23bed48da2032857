import { describe, expect, it } from "vitest";
import { itemOf } from "../../../../../renderer/features/compare/model/comparison.ts";
import { metricsWithEmpty } from "../../../../../renderer/features/compare/model/measures.ts";
import { remembered } from "../../../../../renderer/features/compare/past-comparisons.ts";

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
