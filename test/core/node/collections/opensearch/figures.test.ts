import { describe, expect, it } from "vitest";
import { nextDouble } from "../../../../../core/node/collections/opensearch/figures.ts";

describe("nextDouble", () => {
  it("is the least number that is greater", () => {
    for (const value of [0, 1, -1, 0.1, 1e300, -5e-324, 2 ** 53]) {
      const next = nextDouble(value);
      expect(next).toBeGreaterThan(value);
      // Halfway between neighbours there is no other number.
      expect([value, next]).toContain(value / 2 + next / 2);
    }
  });
  it("is infinite past the greatest number", () => {
    expect(nextDouble(Number.MAX_VALUE)).toBe(Number.POSITIVE_INFINITY);
  });
});
