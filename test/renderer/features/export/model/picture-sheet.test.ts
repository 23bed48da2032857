import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { IMAGE_PRESETS } from "../../../../../core/image/style.ts";
import { inkOf } from "../../../../../renderer/features/export/model/inks.ts";
import {
  bitmapPixels,
  cssPixels,
  DEFAULT_PICTURE,
  readPictureSettings,
} from "../../../../../renderer/features/export/model/picture-settings.ts";
import {
  type Material,
  planPicture,
} from "../../../../../renderer/features/export/model/picture-sheet.ts";
import { compareLayers, HUES, letterOf } from "../../../../../renderer/model/map/layers.ts";
import { layerOf, materialOf, pinOf } from "../material.ts";

const plan = (material: Material, part: Partial<typeof DEFAULT_PICTURE> = {}) =>
  planPicture(material, { ...DEFAULT_PICTURE, ...part }, "map");
const panelOf = (material: Material, part: Partial<typeof DEFAULT_PICTURE> = {}) =>
  plan(material, part).sheet.panels[0]!;

describe("the map as shown", () => {
  test("has the three classes of a comparison, in the colours of the service", () => {
    const layers = compareLayers([1, 2, 3], [3, 4], { left: "river", right: "bank" });
    const panel = panelOf(materialOf({ layers }));
    expect(panel.layers.map(({ positions }) => [...positions])).toEqual([[1, 2], [3], [4]]);
    expect(panel.layers.map(({ color }) => color)).toEqual(["#106186", "#ff6600", "#20bcff"]);
  });

  test("keeps order, letters and colours, and divides shared cells instead of hiding one", () => {
    const layers = ["a", "b", "c"].map((label, index) => ({
      ...layerOf(label, label === "b" ? [1, 2, 3] : [index + 1], HUES[index]),
      letter: letterOf(index),
    }));
    const panel = panelOf(materialOf({ layers }));
    expect(panel.layers.map(({ label }) => label)).toEqual(["A  a", "B  b", "C  c"]);
    expect(panel.isBanded).toBe(true);
  });

  test("draws cells outside the selection faint, and does not count them", () => {
    const panel = panelOf(materialOf({ layers: [layerOf("a", [1, 2, 3])], chosen: [2] }));
    expect(panel.layers.map(({ label, positions }) => [label, [...positions]])).toEqual([
      ["", [1, 3]],
      ["a", [2]],
    ]);
  });

  test("has tints and terrain as on the screen, and none on a transparent background", () => {
    const geography = {
      regions: [{ id: 0, level: 0, parent: null }],
      regionOf: [new Uint16Array(16_384)],
      density: Array.from({ length: 16_384 }, (_, cell) => cell % 101),
    };
    const material = materialOf({ geography });
    expect(panelOf(material).ground?.look).toMatchObject({ hasTints: true, terrain: 1 });
    expect(panelOf(material, { background: "none" }).ground).toBeUndefined();
    const plain = { ...material.style, showsTints: false };
    expect(panelOf({ ...material, style: plain }).ground?.look).toMatchObject({
      hasTints: false,
      terrain: 1,
    });
  });

  test("names regions where that is wanted", () => {
    const regions = [{ id: "0", level: 0, name: "animals, birds", x: 64, y: 64, size: 16_384 }];
    const textsWith = (hasNames: boolean) =>
      panelOf(materialOf({ regions }), { hasNames }).names?.map(({ text }) => text);
    expect(textsWith(true)).toEqual(["ANIMALS, BIRDS"]);
    expect(textsWith(false)).toBeUndefined();
  });

  const points = {
    x: Float32Array.of(0.5, 0.7, 90.2),
    y: Float32Array.of(0.5, 0.6, 3.3),
    classOf: Uint8Array.of(0, 1, 1),
    classes: [
      { label: "bank", colour: "hue-a" as const },
      { label: "phone", colour: "hue-b" as const },
    ],
    ids: ["1", "2", "3"],
    textOf: async () => "",
    onOpen: () => undefined,
  };

  test("has points where they lie, none instead of another, with their number in the caption", () => {
    const cells = [layerOf("bank", [0], "hue-a"), layerOf("phone", [0, 474], "hue-b")];
    const { sheet } = plan(materialOf({ title: "rows", layers: cells, points }));
    const { x = [], y = [], kindOf = [], kinds = [] } = sheet.panels[0]?.points ?? {};
    const drawn = Array.from(kindOf, (kind, i) => [x[i], y[i], kinds[kind]?.label]);
    const expected = Array.from(points.classOf, (kind, i) => [
      points.x[i],
      points.y[i],
      points.classes[kind]?.label,
    ]);
    expect(drawn).toHaveLength(3);
    for (const point of expected) expect(drawn).toContainEqual(point);
    expect(sheet.panels[0]?.layers).toEqual([]);
    expect(sheet.caption).toBe("3 points · en");
    expect(kinds[0]?.color).toBe(inkOf({ colour: "hue-a" }, IMAGE_PRESETS.light));
  });

  test("makes points outside the selection faint, first and not counted", () => {
    const seen = materialOf({ layers: [layerOf("bank", [0])], points, chosen: [0] });
    const { kindOf = [], kinds = [] } = panelOf(seen).points ?? {};
    const labels = Array.from(kindOf, (kind) => kinds[kind]?.label);
    expect([labels[0], labels.slice(1).sort()]).toEqual(["", ["bank", "phone"]]);
  });

  test("names the encoder that has read the texts, whatever of them it shows", () => {
    const cells = [layerOf("bank", [0, 1])];
    const captionOf = (part: Partial<Material>) =>
      plan(materialOf({ layers: cells, reader: "mine", ...part })).sheet.caption;
    expect(captionOf({ points })).toBe("3 points · en · encoded by mine");
    expect(captionOf({})).toBe("2 of 16,384 cells · 0.012% · en · encoded by mine");
    const heat = cells.map((layer) => ({ ...layer, isOutside: true }));
    expect(captionOf({ layers: heat })).toBe("en · encoded by mine");
  });

  test("of the bare map is named by its retina, without a number of cells", () => {
    const { label, sheet } = plan(materialOf({ title: "" }));
    expect([label, sheet.title, sheet.caption]).toEqual(["The map of en", "The map of en", "en"]);
  });

  test("has neither texts nor margins without its legend", () => {
    const { sheet } = plan(materialOf({ layers: [layerOf("a", [1])] }), { hasLegend: false });
    expect(sheet).toMatchObject({ hasLegend: false, hasMargin: false });
    expect([sheet.title, sheet.caption]).toEqual([undefined, undefined]);
  });
});

test("the fingerprint alone has its cells in one colour, without names and ground", () => {
  const fingerprint = pinOf("river", [1, 2, 3]);
  const regions = [{ id: "0", level: 0, name: "animals", x: 64, y: 64, size: 16_384 }];
  const senses = [layerOf("a", [1], "hue-a"), layerOf("b", [2, 3], "hue-b")];
  const material = materialOf({ layers: senses, fingerprint, regions });
  const { label, sheet } = planPicture(material, DEFAULT_PICTURE, "fingerprint");
  expect(label).toBe("river");
  expect(sheet.caption).toBe("3 of 16,384 cells · 0.018% · en");
  expect(sheet.panels).toEqual([
    { layers: [{ label: "river", positions: Uint16Array.of(1, 2, 3), color: "#106186" }] },
  ]);
});

test("colours fit the background: hues grow lighter on dark, and fade by strength", () => {
  const { dark, light } = IMAGE_PRESETS;
  expect(inkOf({ colour: "hue-a" }, light)).toBe("#0072b2");
  expect(inkOf({ colour: "hue-a" }, dark)).toBe("#4d9cc9");
  expect(inkOf({ colour: "hue-h" }, dark)).toBe(dark.ink);
  expect(inkOf({ colour: "first", opacity: 0.5 }, light)).toBe("#88b0c3");
});

test("stored settings are taken as far as they are valid", () => {
  expect(readPictureSettings({})).toEqual(DEFAULT_PICTURE);
  const stored = { width: -1, background: "dark", format: "gif", hasNames: 7, unit: "mm" };
  expect(readPictureSettings(stored)).toEqual({
    ...DEFAULT_PICTURE,
    background: "dark",
    unit: "mm",
  });
});

test("a width in mm is 300 pixels an inch in a bitmap and 96 on a sheet", () => {
  expect(bitmapPixels({ width: 25.4, unit: "mm" })).toBe(300);
  expect(cssPixels({ width: 25.4, unit: "mm" })).toBe(96);
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 12_000 }), (width) => {
      expect([bitmapPixels({ width, unit: "px" }), cssPixels({ width, unit: "px" })]).toEqual([
        width,
        width,
      ]);
    }),
  );
});
