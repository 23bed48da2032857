import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { placeBeside } from "../../../../renderer/components/fingerprint-grid/grid-floats.tsx";

const inFrame = fc
  .record({
    side: fc.integer({ min: 128, max: 1400 }),
    wanted: fc.integer({ min: 200, max: 320 }),
    size: fc.integer({ min: 1, max: 60 }),
    column: fc.double({ min: 0, max: 1, noNaN: true }),
    row: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ side, wanted, size, column, row }) => ({
    side,
    wanted,
    box: { x: column * (side - size), y: row * (side - size), width: size, height: size },
  }));

describe("placeBeside", () => {
  it("never covers the cell and never leaves the frame sideways", () => {
    fc.assert(
      fc.property(inFrame, ({ side, wanted, box }) => {
        const place = placeBeside(box, side, wanted);
        expect(place.left).toBeGreaterThanOrEqual(0);
        expect(place.left + place.width).toBeLessThanOrEqual(side + 1e-9);
        const isBeside =
          place.left >= box.x + box.width || place.left + place.width <= box.x + 1e-9;
        const isUnder = place.top !== undefined && place.top >= box.y + box.height;
        const isOver = place.bottom !== undefined && side - place.bottom <= box.y + 1e-9;
        expect(isBeside || isUnder || isOver).toBe(true);
      }),
    );
  });

  it("says exactly one of top and bottom, and how much room there is", () => {
    fc.assert(
      fc.property(inFrame, ({ side, wanted, box }) => {
        const place = placeBeside(box, side, wanted);
        expect([place.top, place.bottom].filter((edge) => edge !== undefined)).toHaveLength(1);
        expect(place.maxHeight).toBeGreaterThan(0);
      }),
    );
  });

  it("stays at the nearest edge for a cell that has been moved out of sight", () => {
    const place = placeBeside({ x: -500, y: 200, width: 40, height: 40 }, 640, 248);
    expect(place).toMatchObject({ left: 14, top: 200 });
    const right = placeBeside({ x: 2000, y: 900, width: 40, height: 40 }, 640, 248);
    expect(right.left + right.width).toBe(640 - 14);
  });
});
