import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  ALLOWED,
  cannotSeparate,
  type Scored,
  suggestFor,
} from "../../../../core/workspace/filters/threshold-goals.ts";

const scored = (yes: readonly number[], no: readonly number[]): Scored[] => [
  ...yes.map((score, i) => ({ id: `y${i}`, score, belongs: true })),
  ...no.map((score, i) => ({ id: `n${i}`, score, belongs: false })),
];
const scores = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), {
  minLength: 1,
  maxLength: 60,
});

const missedAt = (all: readonly Scored[], at: number) =>
  all.filter(({ score, belongs }) => belongs && score < at).length;
const falseAt = (all: readonly Scored[], at: number) =>
  all.filter(({ score, belongs }) => !belongs && score >= at).length;

describe("thresholds for a goal", () => {
  it("separates what can be separated", () => {
    const clear = scored([0.6, 0.7], [0.1, 0.2]);
    for (const goal of ["few-misses", "few-false-alarms"] as const) {
      const threshold = suggestFor(goal, clear, 0.4)!;
      expect([missedAt(clear, threshold), falseAt(clear, threshold)]).toEqual([0, 0]);
    }
    expect(suggestFor("balanced", clear, 0.4)).toBe(0.4);
  });

  it("needs texts of the side that it protects", () => {
    expect(suggestFor("few-false-alarms", scored([0.5], []), 0.3)).toBeNull();
    expect(suggestFor("few-misses", scored([], [0.5]), 0.3)).toBeNull();
  });

  it("is the highest threshold that misses no more than allowed", () => {
    fc.assert(
      fc.property(scores, scores, (yes, no) => {
        const all = scored(yes, no);
        const threshold = suggestFor("few-misses", all, 0)!;
        const missed = (at: number) => missedAt(all, at);
        const allowed = Math.floor(ALLOWED * yes.length);
        expect(missed(threshold)).toBeLessThanOrEqual(allowed);
        const higher = yes.filter((score) => score > threshold);
        for (const next of higher) expect(missed(next)).toBeGreaterThan(allowed);
      }),
    );
  });

  it("lets through no more false alarms than allowed, and loses nothing that lies clear above them", () => {
    fc.assert(
      fc.property(scores, scores, (yes, no) => {
        const all = scored(yes, no);
        const threshold = suggestFor("few-false-alarms", all, 0)!;
        const allowed = Math.floor(ALLOWED * no.length);
        const highest = [...no].sort((a, b) => b - a)[allowed]!;
        if (highest < 1) expect(falseAt(all, threshold)).toBeLessThanOrEqual(allowed);
        for (const score of yes)
          if (score > highest) expect(score).toBeGreaterThanOrEqual(threshold);
      }),
    );
  });

  it("stays above a false alarm even where no number lies between it and the next score", () => {
    const lower = 1 - Number.EPSILON;
    const upper = 1 - Number.EPSILON / 2;
    const threshold = suggestFor("few-false-alarms", scored([upper], [lower]), 0)!;
    expect(threshold).toBe(upper);
  });

  it("says when nothing can be separated", () => {
    expect(cannotSeparate(scored([0.3, 0.3], [0.3]))).toBe(true);
    expect(cannotSeparate(scored([0.3, 0.4], [0.3]))).toBe(false);
    expect(cannotSeparate(scored([0.3, 0.3], []))).toBe(false);
  });
});
