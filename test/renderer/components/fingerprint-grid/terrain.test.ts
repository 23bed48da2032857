import { describe, expect, it } from "vitest";
import { drawGround } from "../../../../renderer/components/fingerprint-grid/ground.ts";
import {
  type Palette,
  pixelOf,
  type Rgb,
} from "../../../../renderer/components/fingerprint-grid/palette.ts";
import { BANDS, terrainOf } from "../../../../renderer/components/fingerprint-grid/terrain.ts";
import { fitFrame, layoutGrid } from "../../../../renderer/model/map/geometry.ts";
import { COLOUR_NAMES, type ColourName } from "../../../../renderer/model/map/layers.ts";
import { DEFAULT_STYLE } from "../../../../renderer/model/map/style.ts";
import { seededRandom } from "../../../support/seeded-random.ts";

const colours = Object.fromEntries(
  COLOUR_NAMES.map((name): [ColourName, Rgb] => [name, [0, 0, 200]]),
) as Palette["colours"];
const palette: Palette = {
  paper: [250, 250, 250],
  density: [90, 90, 90],
  behind: [0, 0, 0],
  colours,
};

const random = seededRandom(11);
const crowded = Array.from({ length: 16384 }, (_, i) => random.below(200) + (i % 128));
const frame = fitFrame(384, 384, 1);
const layout = (k: number, x: number, y: number) => layoutGrid(frame, { k, x, y }, { x: 0, y: 0 });

function draw(density: number[] | null, at = layout(1, 0, 0), style = DEFAULT_STYLE): Uint32Array {
  const pixels = new Uint32Array(frame.side * frame.side);
  drawGround(pixels, at, { palette, style, density });
  return pixels;
}

describe("the landscape of the vocabulary", () => {
  it("is sea where every cell is equally crowded, and where nothing is known", () => {
    const flat = draw(Array.from({ length: 16384 }, () => 7));
    const bare = draw(Array.from({ length: 16384 }, () => 0));
    expect(new Set(flat)).toEqual(new Set([pixelOf(palette.paper)]));
    expect(bare).toEqual(draw(null));
  });

  it("has bands that rise with the number of terms and leave about a third as sea", () => {
    const { heights, bands, from } = terrainOf(crowded);
    expect(from).toEqual(from.toSorted((a, b) => a - b));
    expect(from).toHaveLength(BANDS);
    const sea = [...heights].filter((height) => bands[Math.floor(height)] === 0).length / 16384;
    expect(sea).toBeGreaterThan(0.3);
    expect(sea).toBeLessThan(0.38);
    expect([...bands]).toEqual([...bands].sort((a, b) => a - b));
  });

  it("keeps what is crowded on average: smoothing moves terms but loses none", () => {
    const { heights } = terrainOf(crowded);
    const highest = Math.max(...heights);
    const mean = (values: ArrayLike<number>) =>
      Array.from(values).reduce((sum, value) => sum + value, 0) / values.length;
    const scale = mean(crowded) / mean(heights);
    expect(scale * highest).toBeLessThanOrEqual(Math.max(...crowded));
    expect(scale * Math.min(...heights)).toBeGreaterThanOrEqual(Math.min(...crowded));
  });

  it("runs on across the edges of the map", () => {
    const shifted = crowded.map((_, cell) => {
      const [row, column] = [Math.floor(cell / 128), cell % 128];
      return crowded[((row + 5) % 128) * 128 + ((column + 9) % 128)]!;
    });
    const here = terrainOf(crowded).heights;
    const there = terrainOf(shifted).heights;
    for (const cell of [0, 127, 128, 8000, 16383]) {
      const [row, column] = [Math.floor(cell / 128), cell % 128];
      const from = ((row + 5) % 128) * 128 + ((column + 9) % 128);
      expect(there[cell]).toBeCloseTo(here[from]!, 2);
    }
  });

  it("is drawn the same again when only the cells have changed, and anew when the view has", () => {
    const at = layout(4, -300, -200);
    const first = draw(crowded, at);
    expect(draw(crowded, at)).toEqual(first);
    expect(draw(crowded, layout(4, -100, -200))).not.toEqual(first);
    expect(draw(crowded, at)).toEqual(first);
  });

  it("fades with its strength", () => {
    const distance = (strength: number) => {
      const pixels = draw(crowded, layout(1, 0, 0), {
        ...DEFAULT_STYLE,
        densityStrength: strength,
      });
      return pixels.reduce((sum, pixel) => sum + 250 - (pixel & 255), 0);
    };
    expect(distance(1)).toBeGreaterThan(distance(0.5));
    expect(distance(0.5)).toBeGreaterThan(distance(0.1));
  });
});

describe("dots in empty cells", () => {
  it("stand in every cell that has room for one", () => {
    const at = layoutGrid(fitFrame(1024, 1024, 1), { k: 1, x: 0, y: 0 }, { x: 0, y: 0 });
    const pixels = new Uint32Array(1024 * 1024);
    const style = { ...DEFAULT_STYLE, emptyDots: true };
    drawGround(pixels, at, { palette, style, density: null });
    const dots = pixels.filter((pixel) => pixel !== pixelOf(palette.paper)).length;
    expect(dots).toBe(16384);
    expect(draw(null, layout(1, 0, 0), style)).toEqual(draw(null));
  });
});
