import { describe, expect, test, vi } from "vitest";
import {
  drawPicture,
  fileNameOf,
  refusalOf,
  svgOf,
} from "../../../../renderer/features/export/make-picture.ts";
import { DEFAULT_PICTURE } from "../../../../renderer/features/export/model/picture-settings.ts";
import { planPicture } from "../../../../renderer/features/export/model/picture-sheet.ts";
import { layerOf, materialOf } from "./material.ts";

const BARE = { ...DEFAULT_PICTURE, hasLegend: false };
const drawing = drawPicture(
  planPicture(materialOf({ title: "river", layers: [layerOf("river", [1])] }), BARE, "map"),
  "One cell",
);

describe("an SVG", () => {
  test("has the chosen size, title and description, and keeps its proportions", async () => {
    vi.stubGlobal("fetch", async () => new Response(null, { status: 500 }));
    const pixels = await svgOf(drawing, { width: 500, unit: "px" });
    expect(pixels).toMatch(
      /^<svg [^>]*width="500" height="500" preserveAspectRatio="none" viewBox="0 0 1026 1026"/,
    );
    expect(pixels).toContain("<title>river</title>");
    expect(pixels).toContain("<desc>One cell</desc>");
    expect(await svgOf(drawing, { width: 60, unit: "mm" })).toContain('width="60mm" height="60mm"');
    vi.unstubAllGlobals();
  });
});

test("a bitmap of too many pixels is refused before it is drawn; vectors have no such limit", () => {
  const ask = (width: number, unit: "px" | "mm", format: "png" | "svg" | "pdf" = "png") =>
    refusalOf({ ratio: 1 }, { format, width, unit });
  expect(ask(10_000, "px")).toBeNull();
  expect(ask(12_000, "px")).toContain("12000 × 12000 pixels are too many");
  expect(ask(1000, "mm")).toContain("11811 × 11811 pixels are too many");
  expect(refusalOf({ ratio: 10 }, { format: "png", width: 2000, unit: "px" })).not.toBeNull();
  expect([ask(12_000, "px", "svg"), ask(12_000, "px", "pdf")]).toEqual([null, null]);
});

test("a file is named after what it shows, with signs that can be typed", () => {
  expect(fileNameOf({ label: "jaguar − car" }, "png")).toBe("jaguar - car.png");
  expect(fileNameOf({ label: "a/b:c" }, "svg")).toBe("a-b-c.svg");
});
