import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  cellOfPoint,
  nearestPoint,
  pointsIn,
  spreadPoints,
} from "../../../../renderer/model/map/points.ts";

const places = fc.array(fc.oneof(fc.nat(16_383), fc.constantFrom(0, 127, 16_383, 500)), {
  minLength: 1,
  maxLength: 60,
});

describe("points of the map", () => {
  it("lie in the middle of their cell, and round it where they share one", () => {
    const { x, y } = spreadPoints([130, 130, 129]);
    expect([x[0], y[0]]).toEqual([2.5, 1.5]);
    expect([x[2], y[2]]).toEqual([1.5, 1.5]);
    expect(Math.hypot(x[1]! - 2.5, y[1]! - 1.5)).toBeCloseTo(0.3, 6);
    expect(nearestPoint({ x, y }, { x: 2.4, y: 1.5 }, 1)).toBe(0);
    expect(nearestPoint({ x, y }, { x: 100, y: 100 }, 1)).toBe(-1);
    expect(pointsIn({ x, y }, new Set([129]))).toEqual([2]);
  });

  it("stay near to their place and on the map, no two at the same spot", () => {
    fc.assert(
      fc.property(places, (own) => {
        const { x, y } = spreadPoints(own);
        const spots = new Set<string>();
        own.forEach((place, i) => {
          const [dx, dy] = [x[i]! - (place % 128) - 0.5, y[i]! - Math.floor(place / 128) - 0.5];
          expect(Math.hypot(dx, dy)).toBeLessThan(2.2);
          const cell = cellOfPoint({ x, y }, i);
          expect(cell >= 0 && cell < 16_384).toBe(true);
          spots.add(`${x[i]},${y[i]}`);
        });
        const isAtEdge = own.some(
          (place) => [0, 127].includes(place % 128) || place < 128 || place > 16_255,
        );
        if (!isAtEdge) expect(spots.size).toBe(own.length);
      }),
    );
  });

  it("are found where they are", () => {
    fc.assert(
      fc.property(places, fc.nat(59), (own, pick) => {
        const points = spreadPoints(own);
        const i = pick % own.length;
        const found = nearestPoint(points, { x: points.x[i]!, y: points.y[i]! }, 0.5);
        expect([points.x[found], points.y[found]]).toEqual([points.x[i], points.y[i]]);
      }),
    );
  });
});
