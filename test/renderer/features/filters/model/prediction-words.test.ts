import { describe, expect, it } from "vitest";
import type { Report } from "../../../../../core/workspace/filters/prepare-examples.ts";
import { predictionWords } from "../../../../../renderer/features/filters/model/quality-story.ts";

const line = (threshold: number, f1: number) => ({
  threshold,
  precision: 0.9,
  recall: 0.7,
  f1,
  low: f1 - 0.1,
  high: f1 + 0.1,
});

function reportWith(predicted: Partial<NonNullable<Report["predicted"]>> | null): Report {
  return {
    positions: [],
    examples: [],
    threshold: { suggested: 0.3, low: 0.2, high: 0.4, basis: "background" },
    predicted: predicted && {
      ...line(0.3, 0.8),
      share: 0.2,
      shareFrom: "given",
      shareLow: 0.1,
      shareHigh: 0.3,
      background: { texts: 1200, learned: 0 },
      lines: [line(0.1, 0.4), line(0.3, 0.8), line(0.5, 0.6)],
      ...predicted,
    },
    band: null,
  };
}

const words = (predicted: Parameters<typeof reportWith>[0], threshold = 0.3) =>
  predictionWords({
    report: reportWith(predicted),
    threshold,
  });

describe("the prediction in words", () => {
  it("tells the figures, the share and what was counted", () => {
    expect(words({})).toBe(
      "Expected F1 on new texts: about 0.80 (0.70 to 0.90). Finds 70% of the matches; 90% of what it finds are matches. Expected share of matches: 20%, as given. Counted on 1,200 unlabelled texts.",
    );
  });

  it("says where the share comes from", () => {
    expect(words({ shareFrom: "sample" })).toContain(
      "(10% to 30%), from labels of a random sample",
    );
    expect(words({ shareFrom: "estimate" })).toContain("estimated from scores");
  });

  it("says how many other texts the filter has learned from", () => {
    expect(words({ background: { texts: 200, learned: 300 } })).toContain(
      "Counted on 200 unlabelled texts; the filter has learned from 300 others.",
    );
  });

  it("is that of the nearest line where the person has drawn another", () => {
    expect(words({}, 0.48)).toContain("about 0.60");
  });

  it("is nothing with too few examples", () => {
    expect(words(null)).toBe("");
  });
});
