import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mapRowHeight } from "../../../renderer/app/workbench.tsx";
import { placeFrame } from "../../../renderer/components/fingerprint-grid/use-frame.ts";

/** Height of head and legend, and width of tools and edge, beside the map. */
const HEAD = 44;
const BESIDE = 52;

const sideIn = (room: { width: number; height: number }, ratio: number) => {
  const height = mapRowHeight(room) - HEAD;
  const placed = placeFrame({ left: 0, top: 0, width: room.width - BESIDE, height }, ratio);
  return { height, side: placed ? placed.frame.side / placed.frame.ratio : 0 };
};

describe("the row of the map over the panels", () => {
  it("leaves no empty band: it is as high as the map and its legend", () => {
    const rooms = fc.record({
      width: fc.integer({ min: 320, max: 760 }),
      height: fc.integer({ min: 420, max: 1400 }),
    });
    fc.assert(
      fc.property(rooms, fc.constantFrom(1, 1.25, 1.5, 2, 3), (room, ratio) => {
        const { height, side } = sideIn(room, ratio);
        expect(height - side).toBeLessThan(54);
        expect(mapRowHeight(room)).toBeLessThanOrEqual(Math.max(0.54 * room.height, 128 + 98));
      }),
    );
  });

  it("is as high as its share, or as the map that the width allows", () => {
    expect(mapRowHeight({ width: 644, height: 684 })).toBe(369);
    expect(mapRowHeight({ width: 400, height: 960 })).toBe(348 + 97);
    expect(mapRowHeight({ width: 644, height: 200 })).toBe(128 + 97);
  });
});
