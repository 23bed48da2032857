import { describe, expect, it } from "vitest";
import { groundLook } from "../../../../renderer/components/fingerprint-grid/fingerprint-grid.tsx";
import type { Palette, Rgb } from "../../../../renderer/components/fingerprint-grid/palette.ts";
import { COLOUR_NAMES, type ColourName } from "../../../../renderer/model/map/layers.ts";
import { DEFAULT_STYLE } from "../../../../renderer/model/map/style.ts";

const palette: Palette = {
  paper: [250, 250, 250],
  density: [90, 90, 90],
  isForced: false,
  colours: Object.fromEntries(
    COLOUR_NAMES.map((name): [ColourName, Rgb] => [name, [0, 0, 200]]),
  ) as Palette["colours"],
};

describe("what the ground looks like", () => {
  it("follows the paper and the person's switches", () => {
    const look = groundLook(palette, DEFAULT_STYLE);
    expect(look).toMatchObject({ paper: "#fafafa", isDark: false, hasTints: true, terrain: 1 });
    expect(groundLook(palette, { ...DEFAULT_STYLE, showsTerrain: false }).terrain).toBe(0);
    const bare = groundLook(palette, { ...DEFAULT_STYLE, showsTints: false });
    expect([bare.hasTints, bare.hasBorders]).toEqual([false, false]);
  });

  it("keeps only borders of it where the system forces colours", () => {
    const look = groundLook({ ...palette, isForced: true }, DEFAULT_STYLE);
    expect(look).toMatchObject({ hasTints: false, hasBorders: true, terrain: 0, chroma: 0 });
  });
});
