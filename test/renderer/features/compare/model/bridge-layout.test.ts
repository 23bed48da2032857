import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  bridgeLabels,
  bridgePoints,
  bridgeScales,
  PLOT,
} from "../../../../../renderer/features/compare/model/bridge-layout.ts";
import { overlap } from "../../../../../renderer/model/map/place-names.ts";

const share = fc.double({ min: 0.001, max: 1, noNaN: true });
const rows = fc.array(fc.record({ term: fc.string({ minLength: 1 }), left: share, right: share }), {
  minLength: 1,
  maxLength: 60,
});

describe("the drawing of bridges", () => {
  it("puts a term by its two shares, on one scale for both", () => {
    const scales = bridgeScales([{ term: "bank", left: 0.4, right: 0.1 }]);
    const [first, second] = bridgePoints(
      [
        { term: "bank", left: 0.4, right: 0.4 },
        { term: "even", left: 0.2, right: 0.2 },
      ],
      scales,
    );
    expect(scales.x.domain()).toEqual(scales.y.domain());
    expect(scales.x.invert(first!.x)).toBeCloseTo(0.4);
    expect(scales.y.invert(second!.y)).toBeCloseTo(0.2);
    expect(second!.y).toBeGreaterThan(first!.y);
  });

  it("names the best first, and lets no name touch another, a dot or the edge", () => {
    fc.assert(
      fc.property(rows, (given) => {
        const points = bridgePoints(given, bridgeScales(given));
        const labels = bridgeLabels(points);
        labels.forEach((label, index) => {
          expect(labels.slice(index + 1).some((other) => overlap(label, other))).toBe(false);
          expect(label.x).toBeGreaterThanOrEqual(PLOT.left);
          expect(label.x + label.width).toBeLessThanOrEqual(PLOT.width);
          const covered = points.some(
            ({ x, y }) =>
              x > label.x && x < label.x + label.width && y > label.y && y < label.y + label.height,
          );
          expect(covered).toBe(false);
        });
      }),
    );
    const alone = bridgePoints([{ term: "bank", left: 0.2, right: 0.3 }], bridgeScales([]));
    expect(bridgeLabels(alone)).toHaveLength(0);
    const lone = [{ term: "bank", left: 0.2, right: 0.3 }];
    expect(bridgeLabels(bridgePoints(lone, bridgeScales(lone)))).toHaveLength(1);
  });
});
