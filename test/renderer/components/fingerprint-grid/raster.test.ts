import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  blend,
  type Palette,
  pixelOf,
  type Rgb,
} from "../../../../renderer/components/fingerprint-grid/palette.ts";
import { drawScene, type Scene } from "../../../../renderer/components/fingerprint-grid/raster.ts";
import { fitFrame, layoutGrid, zoomAround } from "../../../../renderer/model/map/geometry.ts";
import { COLOUR_NAMES, type MapLayer } from "../../../../renderer/model/map/layers.ts";
import { toSet } from "../../../../renderer/model/map/selection.ts";

const PAPER: Rgb = [250, 250, 250];
const colours = Object.fromEntries(
  COLOUR_NAMES.map((name, index): [string, Rgb] => [name, [10 * index, 20, 200 - index]]),
) as unknown as Palette["colours"];
const palette: Palette = {
  paper: PAPER,
  density: [90, 90, 90],
  isForced: false,
  colours,
};

const scene = (layers: readonly MapLayer[], more: Partial<Scene> = {}): Scene => ({
  layers,
  palette,
  ground: [],
  focus: null,
  ghost: null,
  fade: null,
  ...more,
});
const layer = (positions: readonly number[], more: Partial<MapLayer> = {}): MapLayer => ({
  id: "one",
  label: "One",
  positions,
  colour: "first",
  ...more,
});
const sorted = (positions: Iterable<number>) => [...positions].sort((a, b) => a - b);

function draw(cell: number, what: Scene): Uint32Array {
  const frame = fitFrame(128 * cell, 128 * cell, 1);
  const pixels = new Uint32Array(frame.side * frame.side);
  drawScene(pixels, layoutGrid(frame, { k: 1, x: 0, y: 0 }, { x: 0, y: 0 }), what);
  return pixels;
}

/** Reads the drawn set back at the middle of each cell. */
function readBack(pixels: Uint32Array, cell: number): number[] {
  const side = 128 * cell;
  const paper = pixelOf(PAPER);
  const drawn: number[] = [];
  for (let position = 0; position < 16384; position++) {
    const x = (position % 128) * cell + Math.floor((cell - 1) / 2);
    const y = Math.floor(position / 128) * cell + Math.floor((cell - 1) / 2);
    if (pixels[y * side + x] !== paper) drawn.push(position);
  }
  return drawn;
}

const positions = fc.uniqueArray(fc.nat(16383), { maxLength: 400 }).map(sorted);

describe("drawScene", () => {
  it("draws exactly the set, cell for cell, at every size", () => {
    for (const cell of [1, 2, 3, 5, 8])
      fc.assert(
        fc.property(positions, (set) => {
          expect(readBack(draw(cell, scene([layer(set)])), cell)).toEqual(set);
        }),
        { numRuns: 20 },
      );
  });

  it("draws cell 0 and the other corners", () => {
    const corners = [0, 127, 128, 16256, 16383];
    expect(readBack(draw(5, scene([layer(corners)])), 5)).toEqual(corners);
  });

  it("uses only paper and the layer's colour for squares: nothing is smoothed", () => {
    const seen = new Set(draw(5, scene([layer([0, 77, 4000, 16383])])));
    expect([...seen].sort()).toEqual([pixelOf(PAPER), pixelOf(colours.first)].sort());
  });

  it("leaves a gap of whole pixels between cells", () => {
    const pixels = draw(5, scene([layer([0])]));
    const row = [...pixels.slice(0, 6)].map((pixel) => (pixel === pixelOf(PAPER) ? "." : "#"));
    expect(row.join("")).toBe("####..");
  });

  it("shows every layer of a cell that belongs to several", () => {
    const pixels = draw(5, scene([layer([0]), layer([0], { id: "two", colour: "second" })]));
    const seen = new Set(pixels.slice(0, 4));
    expect(seen).toEqual(new Set([pixelOf(colours.first), pixelOf(colours.second)]));
  });

  it("dims cells outside the focus but never hides them", () => {
    const pixels = draw(5, scene([layer([0, 1])], { focus: toSet([1]) }));
    expect(readBack(pixels, 5)).toEqual([0, 1]);
    expect(pixels[5]).toBe(pixelOf(colours.first));
    expect(pixels[0]).not.toBe(pixelOf(colours.first));
  });

  it("ends a fade with the same pixels as no fade", () => {
    const from = [layer([3, 4])];
    const plain = draw(3, scene([layer([4, 5])]));
    expect(draw(3, scene([layer([4, 5])], { fade: { from, progress: 1 } }))).toEqual(plain);
    expect(draw(3, scene([layer([4, 5])], { fade: { from, progress: 0.5 } }))).not.toEqual(plain);
  });

  it("mixes the colour with the ground in the middle of a fade, as blending two colours does", () => {
    // Shares are rounded to so many parts: another share may be one step of a channel off.
    const share = fc.integer({ min: 1, max: 65_535 }).map((parts) => parts / 65_536);
    fc.assert(
      fc.property(share, (progress) => {
        const pixels = draw(3, scene([layer([5])], { fade: { from: [], progress } }));
        expect(pixels[15]).toBe(pixelOf(blend(PAPER, colours.first, progress)));
      }),
      { numRuns: 200 },
    );
  });

  it("draws the same cells when zoomed in and cut off by the frame", () => {
    fc.assert(
      fc.property(positions, fc.integer({ min: 2, max: 30 }), (set, k) => {
        const frame = fitFrame(256, 256, 1);
        const middle = { x: 128, y: 128 };
        const made = layoutGrid(frame, zoomAround(frame, k, { x: 40, y: 90 }), middle);
        const pixels = new Uint32Array(frame.side * frame.side);
        drawScene(pixels, made, scene([layer(set)]));
        const has = new Set(set);
        for (let y = 1; y < 256; y += 9)
          for (let x = 1; x < 256; x += 9) {
            const column = Math.floor((x - made.originX) / made.cell);
            const row = Math.floor((y - made.originY) / made.cell);
            const gap = (x - made.originX) % made.cell === made.cell - 1;
            const gapBelow = (y - made.originY) % made.cell === made.cell - 1;
            const isSet = has.has(128 * row + column) && !(made.cell > 3 && (gap || gapBelow));
            expect(pixels[y * 256 + x] === pixelOf(colours.first)).toBe(isSet);
          }
      }),
      { numRuns: 30 },
    );
  });
});
