import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  DOT_RADIUS,
  dotsPath,
  nearestDot,
  STRIP_INSET,
  stackDots,
  stripEnd,
  stripScale,
} from "../../../../../renderer/features/filters/model/strip-geometry.ts";

const scores = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 200 });

describe("the threshold strip", () => {
  it("begins and ends where the slider's thumb can go", () => {
    expect(stripScale(0.5, 300)(0)).toBe(STRIP_INSET);
    expect(stripScale(0.5, 300)(0.5)).toBe(300 - STRIP_INSET);
    expect(stripScale(0.5, 300)(0.25)).toBe(150);
    expect(stripScale(0.5, 300)(0.9)).toBe(300 - STRIP_INSET);
    expect(stripScale(0.5, 300)(-0.1)).toBe(STRIP_INSET);
  });

  it("reaches past every score, but never past 1", () => {
    fc.assert(
      fc.property(scores, (values) => {
        const end = stripEnd(values);
        expect(end).toBeLessThanOrEqual(1);
        for (const value of values) expect(value).toBeLessThanOrEqual(end);
      }),
    );
  });

  it("stacks dots of the same score on each other", () => {
    const dots = stackDots([{ score: 0.2 }, { score: 0.2 }, { score: 0.4 }], {
      end: 0.5,
      width: 300,
      height: 50,
    });
    expect(dots.map(({ y }) => y)).toEqual([DOT_RADIUS, DOT_RADIUS * 3 + 1, DOT_RADIUS]);
  });

  it("keeps every dot on the strip however many there are", () => {
    fc.assert(
      fc.property(scores, (values) => {
        const box = { end: 1, width: 300, height: 50 };
        const dots = stackDots(
          values.map((score) => ({ score })),
          box,
        );
        expect(dots.length).toBe(values.length);
        for (const { x, y } of dots) {
          expect(x).toBeGreaterThanOrEqual(STRIP_INSET);
          expect(x).toBeLessThanOrEqual(300 - STRIP_INSET);
          expect(y).toBeGreaterThanOrEqual(DOT_RADIUS);
          expect(y).toBeLessThanOrEqual(50 - DOT_RADIUS + 1e-9);
        }
      }),
    );
  });

  it("finds the dot under the pointer and nothing far from all", () => {
    const dots = [
      { item: "a", x: 10, y: 10 },
      { item: "b", x: 14, y: 10 },
    ];
    expect(nearestDot(dots, 13, 10)?.item).toBe("b");
    expect(nearestDot(dots, 60, 60)).toBeNull();
    expect(dotsPath(dots).match(/M/g)?.length).toBe(2);
  });
});
