import { describe, expect, it } from "vitest";
import { groundLook } from "../../../../renderer/components/fingerprint-grid/fingerprint-grid.tsx";
import { drawGround } from "../../../../renderer/components/fingerprint-grid/ground.ts";
import {
  type Palette,
  pixelOf,
  type Rgb,
} from "../../../../renderer/components/fingerprint-grid/palette.ts";
import { fitFrame, layoutGrid } from "../../../../renderer/model/map/geometry.ts";
import { COLOUR_NAMES, type ColourName } from "../../../../renderer/model/map/layers.ts";
import { DEFAULT_STYLE } from "../../../../renderer/model/map/style.ts";

const palette: Palette = {
  paper: [250, 250, 250],
  density: [90, 90, 90],
  behind: [0, 0, 0],
  isForced: false,
  colours: Object.fromEntries(
    COLOUR_NAMES.map((name): [ColourName, Rgb] => [name, [0, 0, 200]]),
  ) as Palette["colours"],
};

function draw(side: number, style = DEFAULT_STYLE): Uint32Array {
  const frame = fitFrame(side, side, 1);
  const pixels = new Uint32Array(frame.side * frame.side);
  const layout = layoutGrid(frame, { k: 1, x: 0, y: 0 }, { x: 0, y: 0 });
  drawGround(pixels, layout, { palette, style, ground: [] });
  return pixels;
}

describe("the ground under the cells", () => {
  it("is plain paper until it has been drawn", () => {
    expect(new Set(draw(384))).toEqual(new Set([pixelOf(palette.paper)]));
  });

  it("has a dot in every cell that has room for one", () => {
    const style = { ...DEFAULT_STYLE, emptyDots: true };
    const dots = draw(1024, style).filter((pixel) => pixel !== pixelOf(palette.paper)).length;
    expect(dots).toBe(16384);
    expect(draw(384, style)).toEqual(draw(384));
  });
});

describe("what the ground looks like", () => {
  it("follows the paper and the person's switches", () => {
    const look = groundLook(palette, DEFAULT_STYLE);
    expect(look).toMatchObject({ paper: "#fafafa", isDark: false, hasTints: true, terrain: 1 });
    expect(groundLook(palette, { ...DEFAULT_STYLE, densityStrength: 0.4 }).terrain).toBe(0.4);
    expect(groundLook(palette, { ...DEFAULT_STYLE, showsDensity: false }).terrain).toBe(0);
    const bare = groundLook(palette, { ...DEFAULT_STYLE, showsTints: false });
    expect([bare.hasTints, bare.hasBorders]).toEqual([false, false]);
  });

  it("keeps only borders of it where the system forces colours", () => {
    const look = groundLook({ ...palette, isForced: true }, DEFAULT_STYLE);
    expect(look).toMatchObject({ hasTints: false, hasBorders: true, terrain: 0, chroma: 0 });
  });
});
