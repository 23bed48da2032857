import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { largestSelector } from "../../../core/train/codes/encode.ts";

describe("selecting the largest scores", () => {
  it("takes the first of equal scores", () => {
    const out = new Uint16Array(3);
    largestSelector(6)(Float32Array.of(1, 5, 1, 1, 0, 1), 3, out);
    expect([...out]).toEqual([0, 1, 2]);
  });

  it("agrees with sorting everything", () => {
    const score = fc.oneof(
      fc.integer({ min: -20, max: 20 }),
      fc.double({ min: -3, max: 3, noNaN: true }),
    );
    fc.assert(
      fc.property(fc.array(score, { minLength: 1, maxLength: 80 }), fc.nat(), (list, pick) => {
        const scores = Float32Array.from(list);
        const wanted = 1 + (pick % scores.length);
        const out = new Uint16Array(wanted);
        largestSelector(scores.length)(scores, wanted, out);
        const sorted = [...scores.keys()].sort((a, b) => scores[b]! - scores[a]! || a - b);
        expect([...out]).toEqual(sorted.slice(0, wanted).sort((a, b) => a - b));
      }),
    );
  });
});
