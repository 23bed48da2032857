import fc from "fast-check";
import { expect, it } from "vitest";
import { formatNumber, formatShare } from "../../../renderer/model/format.ts";

it("a share has a decimal only below ten percent, and where it is nearly all", () => {
  const shown = [0, 0.000001, 0.00018, 0.02, 0.0994, 0.0996, 0.514, 0.9, 0.996, 0.9999, 1];
  expect(shown.map(formatShare)).toEqual([
    ...["0%", "< 0.001%", "0.018%", "2.0%", "9.9%", "10%"],
    ...["51%", "90%", "99.6%", "99.9%", "100%"],
  ]);
});

it("a number is read as it was meant: thousands apart, years and fractions whole", () => {
  const shown = [3000, 1990, 12_345.5, 2.3000000000000003, 0.00012, -7000, 0];
  expect(shown.map((value) => formatNumber(value))).toEqual([
    ...["3,000", "1990", "12345.5", "2.3", "0.00012", "-7,000", "0"],
  ]);
  expect(formatNumber(0.28349, 3)).toBe("0.283");
});

it("a share is all or nothing only where it is, and no further from its number than its last digit", () => {
  fc.assert(
    fc.property(fc.double({ min: 0.0001, max: 1, noNaN: true }), (share) => {
      const percent = Number.parseFloat(formatShare(share));
      expect(percent === 100).toBe(share === 1);
      expect(Math.abs(percent - share * 100)).toBeLessThanOrEqual(share < 0.0995 ? 0.051 : 0.501);
    }),
  );
});
