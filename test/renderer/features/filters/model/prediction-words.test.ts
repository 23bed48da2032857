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
      background: { from: "given", texts: 1200, learned: 0 },
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
      "On other texts: F1 about 0.800 (0.700 to 0.900), finding 70% of what belongs; 90% of what it finds does belong. This holds if 20% of them belong, as you say. Counted on 1,200 texts without a label.",
    );
  });

  it("says where the share comes from, and when the texts are not the person's own", () => {
    expect(words({ shareFrom: "sample" })).toContain("(10% to 30%), by labels of a random sample");
    expect(words({ shareFrom: "estimate" })).toContain("estimated from their scores");
    const assumed = words({
      shareFrom: "assumed",
      background: { from: "shipped", texts: 303, learned: 0 },
    });
    expect(assumed).toContain("nobody has said how many do");
    expect(assumed).toContain("303 paragraphs of speeches that come with the program");
  });

  it("says so where the filter has learned from the texts, too", () => {
    expect(words({ background: { from: "given", texts: 500, learned: 300 } })).toContain(
      "Counted on 500 texts without a label; the filter has learned from 300 of them, too.",
    );
  });

  it("is that of the nearest line where the person has drawn another", () => {
    expect(words({}, 0.48)).toContain("F1 about 0.600");
  });

  it("is nothing with too few examples", () => {
    expect(words(null)).toBe("");
  });
});
