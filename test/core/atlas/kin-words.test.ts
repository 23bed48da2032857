import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isKin } from "../../../core/atlas/name-words.ts";

describe("forms of one word", () => {
  it("begin alike, or are short words with an ending", () => {
    for (const [a, b] of [
      ["department", "departments"],
      ["company", "companies"],
      ["river bank", "rivers"],
      ["oil", "oils"],
      ["tax", "taxes"],
    ] as const)
      expect([a, b, isKin(a, b)]).toEqual([a, b, true]);
    for (const [a, b] of [
      ["river", "rice"],
      ["oil", "oily river"],
      ["war", "warrior"],
      ["company", "computer"],
    ] as const)
      expect([a, b, isKin(a, b)]).toEqual([a, b, false]);
  });

  it("are so in both directions, and each word is one of itself", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-c]{1,8}$/), fc.stringMatching(/^[a-c]{1,8}$/), (a, b) => {
        expect(isKin(a, b)).toBe(isKin(b, a));
        expect(isKin(a, a)).toBe(true);
        expect(isKin(a, `${a}s`)).toBe(true);
      }),
    );
  });
});
