import { describe, expect, it } from "vitest";
import { cellFeatures, FEATURES, kinship } from "../../../../core/atlas/cell-features.ts";
import { CELLS } from "../../../../core/kernel/grid.ts";
import { FOG_LEVELS, fogLevel } from "../../../../renderer/components/fingerprint-grid/fog.ts";
import { drawGround } from "../../../../renderer/components/fingerprint-grid/ground.ts";
import type { GroundBitmap } from "../../../../renderer/components/fingerprint-grid/ground-bitmap.ts";
import {
  type Palette,
  pixelOf,
  type Rgb,
} from "../../../../renderer/components/fingerprint-grid/palette.ts";
import { fitFrame, layoutGrid } from "../../../../renderer/model/map/geometry.ts";
import { COLOUR_NAMES, type ColourName } from "../../../../renderer/model/map/layers.ts";
import { DEFAULT_STYLE } from "../../../../renderer/model/map/style.ts";
import { syntheticRetina } from "../../../support/retina-builder.ts";
import { seededRandom } from "../../../support/seeded-random.ts";

/** Every cell like its neighbours: meanings change slowly along rows and columns, and on over the edges. */
function smoothFeatures(): Float32Array {
  const features = new Float32Array(CELLS * FEATURES);
  for (let cell = 0; cell < CELLS; cell++) {
    const [row, column] = [cell >> 7, cell & 127].map((at) => (2 * Math.PI * at) / 128);
    const own = [Math.cos(row!), Math.sin(row!), Math.cos(column!), Math.sin(column!)];
    features.set(
      own.map((value) => value / Math.SQRT2),
      cell * FEATURES,
    );
  }
  return features;
}

function shuffled(features: Float32Array): Float32Array {
  const order = seededRandom(7).shuffled(Array.from({ length: CELLS }, (_, cell) => cell));
  const moved = new Float32Array(features.length);
  order.forEach((from, to) => {
    moved.set(features.subarray(from * FEATURES, (from + 1) * FEATURES), to * FEATURES);
  });
  return moved;
}

const levelsOf = (features: Float32Array) => [...kinship(features)].map(fogLevel);
const share = (levels: readonly number[], level: number) =>
  levels.filter((each) => each === level).length / levels.length;

describe("the fog", () => {
  it("lies nowhere on a smooth map", () => {
    expect(share(levelsOf(smoothFeatures()), FOG_LEVELS - 1)).toBe(1);
  });

  it("lies everywhere, thick, on the same cells shuffled", () => {
    expect(share(levelsOf(shuffled(cellFeatures(syntheticRetina(2000)))), 0)).toBeGreaterThan(0.97);
  });

  it("leaves most of a map of patches clear", () => {
    const levels = levelsOf(cellFeatures(syntheticRetina(2000)));
    expect(share(levels, FOG_LEVELS - 1)).toBeGreaterThan(0.9);
    expect(share(levels, 0)).toBe(0);
  });
});

describe("the drawn fog", () => {
  const paper: Rgb = [250, 250, 250];
  const palette: Palette = {
    paper,
    density: [90, 90, 90],
    behind: [0, 0, 0],
    isForced: false,
    colours: Object.fromEntries(
      COLOUR_NAMES.map((name): [ColourName, Rgb] => [name, [100, 100, 100]]),
    ) as Palette["colours"],
  };
  const frame = fitFrame(256, 256, 1);
  const layout = layoutGrid(frame, { k: 1, x: 0, y: 0 }, { x: 0, y: 0 });
  const draw = (likeness: number[], fogStrength = 1, ground: readonly GroundBitmap[] = []) => {
    const pixels = new Uint32Array(frame.side * frame.side);
    const style = { ...DEFAULT_STYLE, fogStrength };
    drawGround(pixels, layout, { palette, style, ground, kinship: likeness });
    return pixels;
  };
  const half = Array.from({ length: CELLS }, (_, cell) => ((cell & 127) < 64 ? 0 : 0.4));
  const brightness = (pixels: Uint32Array, x: number, y: number) => pixels[y * 256 + x]! & 255;

  it("hides the ground in fog and leaves it alone where it is clear", () => {
    const pixels = draw(half);
    expect(brightness(pixels, 64, 100)).toBeLessThan(200);
    expect(pixels[100 * 256 + 192]).toBe(pixelOf(paper));
  });

  it("is weaker when the person wants it weaker, and lies over the landscape too", () => {
    const strong = brightness(draw(half, 1), 64, 100);
    const weak = brightness(draw(half, 0.3), 64, 100);
    expect(weak).toBeGreaterThan(strong);
    const bitmap = new Uint32Array(256 * 256).fill(pixelOf([200, 220, 240]));
    const view = { cell: 2, left: 0, top: 0, width: 256, height: 256 };
    const above = draw(half, 1, [{ view, pixels: bitmap }]);
    expect(above[100 * 256 + 192]).toBe(pixelOf([200, 220, 240]));
    expect(brightness(above, 64, 100)).toBeLessThan(200);
    expect(above).not.toEqual(draw(half, 1));
  });
});
