import { describe, expect, it } from "vitest";
import { metricsWithEmpty } from "../../../../../renderer/features/compare/model/measures.ts";

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
