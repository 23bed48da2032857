import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  covers,
  fillFrame,
  type GroundBitmap,
  overview,
  viewFor,
} from "../../../../renderer/components/fingerprint-grid/ground-bitmap.ts";
import type { GroundView } from "../../../../renderer/components/fingerprint-grid/paint-ground.ts";
import { fitFrame, layoutGrid } from "../../../../renderer/model/map/geometry.ts";

const frame = fitFrame(256, 256, 1);
const layouts = fc
  .record({
    k: fc.integer({ min: 1, max: 8 }),
    x: fc.double({ min: -1500, max: 0, noNaN: true }),
    y: fc.double({ min: -1500, max: 0, noNaN: true }),
  })
  .map((zoom) => layoutGrid(frame, zoom, { x: 0, y: 0 }));

/** Each pixel says which cell it shows, as a drawing of this view would. */
function drawn(view: GroundView): GroundBitmap {
  const pixels = new Uint32Array(view.width * view.height);
  for (let y = 0; y < view.height; y++)
    for (let x = 0; x < view.width; x++)
      pixels[y * view.width + x] =
        Math.floor((view.top + y) / view.cell) * 128 + Math.floor((view.left + x) / view.cell);
  return { view, pixels };
}

describe("a ground that is drawn once", () => {
  it("covers its layout and a little around, and never more than the map", () => {
    fc.assert(
      fc.property(layouts, (layout) => {
        const view = viewFor(layout);
        expect(covers({ view, pixels: new Uint32Array(0) }, layout)).toBe(true);
        expect(view.left >= 0 && view.left + view.width <= 128 * layout.cell).toBe(true);
        expect(view.width).toBeLessThanOrEqual(Math.ceil(1.4 * frame.side) + 1);
      }),
    );
  });

  it("puts every cell where the layout has it, from its own drawing and from one of the whole map", () => {
    fc.assert(
      fc.property(layouts, (layout) => {
        const own = new Uint32Array(frame.side ** 2);
        fillFrame(own, layout, [drawn(viewFor(layout))]);
        const whole = new Uint32Array(frame.side ** 2);
        fillFrame(whole, layout, [drawn(overview(256))]);
        for (let pixel = 0; pixel < own.length; pixel += 61) {
          const column = Math.floor(((pixel % frame.side) - layout.originX) / layout.cell);
          const row = Math.floor((Math.floor(pixel / frame.side) - layout.originY) / layout.cell);
          expect(own[pixel]).toBe(row * 128 + column);
          expect(whole[pixel]).toBe(row * 128 + column);
        }
      }),
      { numRuns: 20 },
    );
  });

  it("shows the last drawing where it reaches, and the whole map where it does not", () => {
    const before = layoutGrid(frame, { k: 4, x: -400, y: -400 }, { x: 0, y: 0 });
    const after = layoutGrid(frame, { k: 4, x: -100, y: -400 }, { x: 0, y: 0 });
    const last = drawn(viewFor(before));
    const marked = { ...last, pixels: last.pixels.map((cell) => cell + 100_000) };
    const pixels = new Uint32Array(frame.side ** 2);
    fillFrame(pixels, after, [drawn(overview(256)), marked]);
    expect(covers(marked, after)).toBe(false);
    expect(pixels[0]).toBeLessThan(100_000);
    const cell = pixels.at(-1)! - 100_000;
    expect(cell % 128).toBe(Math.floor((255 - after.originX) / after.cell));
  });
});
