import { describe, expect, it } from "vitest";
import { heatSheet, liftSteps } from "../../../core/image/heat-sheet.ts";
import { IMAGE_PRESETS } from "../../../core/image/style.ts";
import { toSvg } from "../../../core/image/svg.ts";
import { typeface } from "../../../core/node/files/draw-picture.ts";

describe("letters as paths", () => {
  const outline = typeface();
  const face = { weight: 400, spacing: 0, size: 20 } as const;

  it("are as wide as their text is long, and wider with room between them", () => {
    const one = outline("n", face)!;
    const three = outline("nnn", face)!;
    expect(three.width).toBeCloseTo(3 * one.width, 6);
    expect(outline("nnn", { ...face, spacing: 0.1 })!.width).toBeCloseTo(3 * one.width + 4, 6);
    expect(outline("n", { ...face, size: 40 })!.width).toBeCloseTo(2 * one.width, 6);
    expect(three.path.match(/M/g)).toHaveLength(3 * one.path.match(/M/g)!.length);
  });

  it("stay text where the typeface lacks one", () => {
    expect(outline("猫", face)).toBeNull();
    expect(outline("café", face)).not.toBeNull();
  });

  it("take the place of all texts of a picture, and say what they say", () => {
    const texts = { title: "A heat", caption: "Where rows are", names: [] };
    const sheet = heatSheet(new Float64Array(16384).fill(2.5), liftSteps(), texts);
    const style = IMAGE_PRESETS.light;
    const svg = toSvg(sheet, { scalar: 2, style }, { outline });
    expect(svg).not.toContain("<text");
    for (const text of ["A heat", "Where rows are", "2 to 3 times: 16384 cells"])
      expect(svg).toContain(`aria-label="${text}"`);
  });
});
