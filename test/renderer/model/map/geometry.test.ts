import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  cellAt,
  cellBox,
  fillFrame,
  fitFrame,
  layoutGrid,
  pointInFrame,
  visibleCells,
  zoomAround,
  zoomOf,
  zoomToCells,
} from "../../../../renderer/model/map/geometry.ts";

const ratio = fc.constantFrom(1, 1.25, 1.5, 2, 3);
const corners = [0, 127, 128, 16256, 16383];
const position = fc.oneof(fc.constantFrom(...corners), fc.nat(16383));

const layout = fc
  .record({
    width: fc.integer({ min: 130, max: 1600 }),
    height: fc.integer({ min: 130, max: 1200 }),
    ratio,
    k: fc.double({ min: 1, max: 32, noNaN: true }),
    x: fc.double({ min: 0, max: 128, noNaN: true }),
    y: fc.double({ min: 0, max: 128, noNaN: true }),
  })
  .map(({ width, height, ratio: dpr, k, x, y }) => {
    const frame = fillFrame(width, height, dpr);
    const middle = frame.side / frame.ratio / 2;
    return layoutGrid(frame, zoomAround(frame, k, { x, y }), { x: middle, y: middle });
  });

describe("fitFrame", () => {
  it("takes the largest square of whole cells", () => {
    expect(fitFrame(700, 650, 1)).toEqual({ cell: 5, side: 640, ratio: 1 });
    expect(fitFrame(700, 650, 2)).toEqual({ cell: 10, side: 1280, ratio: 2 });
    expect(fitFrame(90, 90, 1)).toEqual({ cell: 1, side: 128, ratio: 1 });
  });
});

describe("fillFrame", () => {
  it("takes what whole cells leave by drawing them a pixel larger and showing them smaller", () => {
    expect(fillFrame(700, 690, 1)).toEqual({ cell: 6, side: 768, ratio: 768 / 690 });
    expect(fillFrame(700, 640, 1)).toEqual(fitFrame(700, 640, 1));
    expect(fillFrame(90, 90, 1)).toEqual(fitFrame(90, 90, 1));
  });

  it("is as wide as the room to the device pixel, and shown at most a pixel per cell smaller", () => {
    const sizes = fc.tuple(
      fc.integer({ min: 130, max: 1600 }),
      fc.integer({ min: 130, max: 1200 }),
    );
    fc.assert(
      fc.property(sizes, ratio, ([width, height], dpr) => {
        const frame = fillFrame(width, height, dpr);
        const shown = (frame.side / frame.ratio) * dpr;
        expect(Math.abs(shown - Math.floor(Math.min(width, height) * dpr))).toBeLessThan(1e-6);
        expect(frame.side).toBe(frame.cell * 128);
        expect(frame.cell - fitFrame(width, height, dpr).cell).toBeLessThanOrEqual(1);
        expect(frame.ratio).toBeGreaterThanOrEqual(dpr);
      }),
    );
  });
});

describe("layoutGrid", () => {
  it("keeps cells and origin on whole device pixels and the map over the whole frame", () => {
    fc.assert(
      fc.property(layout, ({ cell, originX, originY, frame }) => {
        expect(Number.isInteger(cell) && Number.isInteger(originX)).toBe(true);
        expect(originX).toBeLessThanOrEqual(0);
        expect(originY).toBeLessThanOrEqual(0);
        expect(originX + 128 * cell).toBeGreaterThanOrEqual(frame.side);
        expect(originY + 128 * cell).toBeGreaterThanOrEqual(frame.side);
      }),
    );
  });

  it("keeps the place under the pointer while zooming", () => {
    const frame = fitFrame(640, 640, 1);
    const pointer = { x: 333, y: 480 };
    const before = layoutGrid(frame, { k: 1, x: 0, y: 0 }, pointer);
    const cell = cellAt(before, pointer);
    for (const k of [1.3, 2, 3.7, 8, 21, 32]) {
      const zoom = { k, x: pointer.x * (1 - k), y: pointer.y * (1 - k) };
      expect(cellAt(layoutGrid(frame, zoom, pointer), pointer)).toBe(cell);
    }
  });

  it("is reproduced by its own zoom, whatever the anchor", () => {
    fc.assert(
      fc.property(layout, fc.nat(600), fc.nat(600), (made, x, y) => {
        expect(layoutGrid(made.frame, zoomOf(made), { x, y })).toEqual(made);
      }),
    );
  });
});

describe("cellAt", () => {
  it("finds every cell again from any point inside its box, at any zoom and pixel ratio", () => {
    fc.assert(
      fc.property(
        layout,
        position,
        fc.double({ min: 0.02, max: 0.98, noNaN: true }),
        fc.double({ min: 0.02, max: 0.98, noNaN: true }),
        (made, cell, across, down) => {
          const box = cellBox(made, cell);
          const point = { x: box.x + across * box.width, y: box.y + down * box.height };
          expect(cellAt(made, point)).toBe(cell);
        },
      ),
    );
  });

  it("answers -1 beyond the four edges", () => {
    const made = layoutGrid(fitFrame(640, 640, 1), { k: 1, x: 0, y: 0 }, { x: 0, y: 0 });
    for (const point of [
      { x: -1, y: 5 },
      { x: 5, y: -1 },
      { x: 640, y: 5 },
      { x: 5, y: 640 },
    ])
      expect(cellAt(made, point)).toBe(-1);
  });
});

describe("pointInFrame", () => {
  it("undoes the scale of a transformed parent", () => {
    const bounds = { left: 100, top: 50, width: 320 };
    expect(pointInFrame({ clientX: 260, clientY: 210 }, bounds, 640)).toEqual({ x: 320, y: 320 });
  });
});

describe("visibleCells", () => {
  it("names exactly the columns and rows that touch the frame", () => {
    fc.assert(
      fc.property(layout, (made) => {
        const seen = visibleCells(made);
        const touches = (origin: number, index: number) =>
          origin + (index + 1) * made.cell > 0 && origin + index * made.cell < made.frame.side;
        for (let i = 0; i < 128; i++) {
          expect(i >= seen.left && i < seen.right).toBe(touches(made.originX, i));
          expect(i >= seen.top && i < seen.bottom).toBe(touches(made.originY, i));
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe("zoomToCells", () => {
  it("brings all the cells into sight", () => {
    fc.assert(
      fc.property(fc.uniqueArray(position, { minLength: 1, maxLength: 40 }), (cells) => {
        const frame = fitFrame(640, 640, 1);
        const made = layoutGrid(frame, zoomToCells(frame, cells), { x: 320, y: 320 });
        for (const cell of cells) {
          const box = cellBox(made, cell);
          expect(box.x + box.width).toBeGreaterThan(0);
          expect(box.x).toBeLessThan(640);
          expect(box.y + box.height).toBeGreaterThan(0);
          expect(box.y).toBeLessThan(640);
        }
      }),
    );
  });

  it("shows the whole map for no cell", () => {
    expect(zoomToCells(fitFrame(640, 640, 1), [])).toEqual({ k: 1, x: 0, y: 0 });
  });
});
