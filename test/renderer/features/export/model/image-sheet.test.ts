import { describe, expect, test } from "vitest";
import { IMAGE_PRESETS } from "../../../../../core/image/style.ts";
import { describePlan } from "../../../../../renderer/features/export/make-job.ts";
import {
  cautionsOf,
  extentOf,
  refusalOf,
} from "../../../../../renderer/features/export/model/image-limits.ts";
import {
  DEFAULT_IMAGE,
  drawnCell,
  readImageSettings,
  styleOf,
} from "../../../../../renderer/features/export/model/image-settings.ts";
import {
  isComparison,
  type Material,
  planPicture,
  planPin,
} from "../../../../../renderer/features/export/model/image-sheet.ts";
import { inkOf } from "../../../../../renderer/features/export/model/inks.ts";
import { compareLayers, HUES, letterOf } from "../../../../../renderer/model/map/layers.ts";
import { BARE, layerOf, materialOf, pinOf } from "../material.ts";

const compared = materialOf({
  title: "river and bank",
  layers: compareLayers([1, 2, 3], [3, 4], { left: "river", right: "bank" }),
});
const pinned = materialOf({ pins: [pinOf("a", [1]), pinOf("b", [1, 2, 3]), pinOf("c", [9])] });
const plan = (material: typeof compared, part: Partial<typeof BARE>) => {
  const settings = { ...BARE, ...part };
  return planPicture(material, settings, { style: styleOf(settings) });
};
const cellsOf = (made: ReturnType<typeof plan>) =>
  made.sheet.panels.map(({ layers }) => layers.map(({ positions }) => [...positions]));

describe("a comparison", () => {
  test("is one overlay of three classes, in the service's colours", () => {
    const made = plan(compared, { what: "map" });
    expect(cellsOf(made)).toEqual([[[1, 2], [3], [4]]]);
    expect(made.sheet.panels[0]?.layers.map(({ color }) => color)).toEqual([
      "#106186",
      "#ff6600",
      "#20bcff",
    ]);
  });

  test("is three panels: left whole, overlay, right whole", () => {
    const made = plan(compared, { what: "panels" });
    expect(cellsOf(made)).toEqual([[[1, 2, 3]], [[1, 2], [3], [4]], [[3, 4]]]);
    expect(made.sheet.panels.map(({ caption }) => caption)).toEqual([
      "river",
      "Both, overlaid",
      "bank",
    ]);
  });

  test("keeps the mark of each side where colour cannot tell them apart", () => {
    const [, , right] = plan(compared, { what: "panels", preset: "Print" }).sheet.panels;
    expect(right?.layers).toHaveLength(1);
    expect(right?.layers[0]).toMatchObject({ label: "bank", mark: "dot" });
  });

  test("is no comparison any more when a class is hidden", () => {
    expect(isComparison(compared.layers)).toBe(true);
    expect(isComparison(compared.layers.slice(1))).toBe(false);
  });
});

describe("pins", () => {
  test("make a contact sheet with a caption each, in rows", () => {
    const made = plan(pinned, { what: "sheet", columns: 2, cell: 1 });
    expect(made.sheet.panels.map(({ caption }) => caption)).toEqual([
      "a · 1 cell",
      "b · 3 cells",
      "c · 1 cell",
    ]);
    expect(extentOf(made, 1).width).toBe(2 * 130 + 8);
  });

  test("each have their own name and size in a batch", () => {
    const settings = { ...DEFAULT_IMAGE, what: "batch" as const };
    const given = { style: IMAGE_PRESETS.Light!, material: pinned };
    const { sheet } = planPin(pinOf("b", [1, 2, 3]), settings, given);
    expect(sheet.title).toBe("b");
    expect(sheet.caption).toBe("3 of 16,384 cells · 0.018% · en");
    const read = pinOf("b", [1, 2, 3]);
    const byReader = { ...read, retina: { ...read.retina, readBy: "mine" } };
    expect(planPin(byReader, settings, given).sheet.caption).toBe(
      "3 of 16,384 cells · 0.018% · en · read by mine",
    );
    const together = plan(materialOf({ pins: [byReader] }), { what: "sheet" }).sheet;
    expect(together.panels[0]?.caption).toBe("b · 3 cells · read by mine");
  });
});

describe("the map as seen", () => {
  const lettered = materialOf({
    title: "three",
    layers: ["a", "b", "c"].map((label, index) => ({
      ...layerOf(label, label === "b" ? [1, 2, 3] : [index + 1], HUES[index]),
      letter: letterOf(index),
    })),
  });

  test("keeps order, letters and colours, and divides cells that are shared instead of hiding one", () => {
    const seen = plan(lettered, {});
    const [panel] = seen.sheet.panels;
    expect(panel?.layers.map(({ label }) => label)).toEqual(["A  a", "B  b", "C  c"]);
    expect(panel?.isBanded).toBe(true);
    expect(cautionsOf(seen, 8, "png")).toEqual([]);
  });

  test("keeps the hatch of each letter in print", () => {
    const [panel] = plan(lettered, { preset: "Print" }).sheet.panels;
    expect(panel?.layers.map(({ label, mark }) => [label, mark])).toEqual([
      ["A  a", "full"],
      ["B  b", "ring"],
      ["C  c", "dot"],
    ]);
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

  test("has points where they lie, none in place of another, with their number in the caption", () => {
    const cells = [layerOf("bank", [0], "hue-a"), layerOf("phone", [0, 474], "hue-b")];
    const made = plan(materialOf({ title: "rows", layers: cells, points }), { hasCaption: true });
    const [panel] = made.sheet.panels;
    const { x = [], y = [], kindOf = [], kinds = [] } = panel?.points ?? {};
    const drawn = Array.from(kindOf, (kind, i) => [x[i], y[i], kinds[kind]?.label]);
    const expected = Array.from(points.classOf, (kind, i) => [
      points.x[i],
      points.y[i],
      points.classes[kind]?.label,
    ]);
    expect(drawn).toHaveLength(3);
    for (const point of expected) expect(drawn).toContainEqual(point);
    expect(panel?.layers).toEqual([]);
    expect(made.sheet.caption).toBe("3 points · en");
    expect(cautionsOf(made, 8, "png")).toEqual([]);
    expect(kinds[0]?.color).toBe(inkOf({ colour: "hue-a" }, IMAGE_PRESETS.Service!));
  });

  test("names the reader whose encoder has read the texts, whatever of them it shows", () => {
    const cells = [layerOf("bank", [0, 1])];
    const captionOf = (part: Partial<Material>) =>
      plan(materialOf({ layers: cells, reader: "mine", ...part }), { hasCaption: true }).sheet
        .caption;
    expect(captionOf({ points })).toBe("3 points · en · read by mine");
    expect(captionOf({})).toBe("2 of 16,384 cells · 0.012% · en · read by mine");
    const heat = cells.map((layer) => ({ ...layer, isOutside: true }));
    expect(captionOf({ layers: heat })).toBe("en · read by mine");
  });

  test("makes points outside the chosen cells faint, first and not counted", () => {
    const seen = materialOf({ layers: [layerOf("bank", [0])], points, chosen: [0] });
    const { kindOf = [], kinds = [] } = plan(seen, {}).sheet.panels[0]?.points ?? {};
    const labels = Array.from(kindOf, (kind) => kinds[kind]?.label);
    expect([labels[0], labels.slice(1).sort()]).toEqual(["", ["bank", "phone"]]);
  });

  test("of the bare map is named by its retina, without a number of cells", () => {
    const made = plan(materialOf({ title: "" }), { hasTitle: true, hasCaption: true });
    expect([made.label, made.sheet.title, made.sheet.caption]).toEqual([
      "The map of en",
      "The map of en",
      "en",
    ]);
  });
});

test("a finer resolution draws as many more pixels, and as many as asked without one", () => {
  const at = (resolution: number, format: "png" | "jpeg" | "svg" = "png") =>
    drawnCell({ cell: 8, resolution, format });
  expect([at(0), at(150), at(300), at(600)]).toEqual([8, 13, 25, 50]);
  expect([at(300, "jpeg"), at(300, "svg")]).toEqual([25, 8]);
  expect(drawnCell({ cell: 32, resolution: 600, format: "png" })).toBe(64);
});

describe("limits", () => {
  const many = materialOf({ pins: Array.from({ length: 16 }, (_, i) => pinOf(`${i}`, [i])) });
  const sheet = plan(many, { what: "sheet", columns: 4 });

  test("are said before drawing, with the largest size that works", () => {
    const refusal = refusalOf(sheet, 32, { format: "png", resolution: 0 });
    expect(refusal?.reason).toContain("80 million pixels");
    expect(refusalOf(sheet, refusal!.cell, { format: "png", resolution: 0 })).toBeNull();
    expect(refusalOf(sheet, refusal!.cell + 1, { format: "png", resolution: 0 })).not.toBeNull();
    expect(refusalOf(sheet, 32, { format: "svg", resolution: 0 })).toBeNull();
  });

  test("of sight are said too: nothing set, too many layers for black", () => {
    expect(cautionsOf(plan(materialOf({}), {}), 8, "png")).toEqual([
      "No cell is set: the picture is an empty frame.",
    ]);
    const regions = [{ id: "0", level: 0, name: "animals, birds", x: 64, y: 64, size: 16_384 }];
    const named = plan(materialOf({ regions }), { hasNames: true });
    expect(cautionsOf(named, 8, "png")).toEqual([
      "No cell is set: the picture shows the map itself, with its names of regions.",
    ]);
    const nine = materialOf({
      layers: Array.from({ length: 9 }, (_, cell) => layerOf(`${cell}`, [cell])),
    });
    expect(cautionsOf(plan(nine, { preset: "Print" }), 8, "png")[0]).toContain("here are 9");
  });
});

test("colours fit the ground: hues grow lighter on dark, fade by strength, and are black in print", () => {
  const { Dark, Light, Print } = IMAGE_PRESETS;
  expect(inkOf({ colour: "hue-a" }, Light!)).toBe("#0072b2");
  expect(inkOf({ colour: "hue-a" }, Dark!)).toBe("#4d9cc9");
  expect(inkOf({ colour: "hue-h" }, Dark!)).toBe(Dark!.ink);
  expect(inkOf({ colour: "second" }, Print!)).toBe("#000000");
  expect(inkOf({ colour: "first", opacity: 0.5 }, Print!)).toBe("#808080");
});

test("settings that were kept are taken as far as they are sound", () => {
  expect(readImageSettings({})).toEqual(DEFAULT_IMAGE);
  const kept = { cell: 99, preset: "Dark", what: "planet", columns: 2, fileName: 7, lines: 8 };
  expect(readImageSettings(kept)).toEqual({
    ...DEFAULT_IMAGE,
    preset: "Dark",
    columns: 2,
    lines: 8,
  });
});

describe("what is no fingerprint", () => {
  const matrix = {
    label: "Cosine of each pair",
    names: ["cat", "dog"],
    valueAt: (row: number, column: number) => (row === column ? 1 : 0.25),
    unit: "cosine",
    threshold: 0.3,
    order: "similar items together",
  };

  test("a matrix keeps the order of the screen and says it in the caption", () => {
    const made = plan(materialOf({ matrix }), { what: "matrix", cell: 20, hasCaption: true });
    expect(made.matrix).toMatchObject({ names: ["cat", "dog"], threshold: 0.3 });
    expect([...(made.matrix?.values ?? [])]).toEqual([1, 0.25, 0.25, 1]);
    expect(made.sheet.caption).toBe("2 items, similar items together · en");
    expect(describePlan(made, { ...BARE, what: "matrix" }, materialOf({ matrix }), () => "")).toBe(
      "Cosine of each pair: 2 items, 1 pair by cosine. Closest: cat and dog 0.250.",
    );
    expect(refusalOf(made, 20, { format: "png", resolution: 0 })).toBeNull();
    expect(cautionsOf(made, 9, "png")).toEqual(["Names need cells of at least 10 pixels."]);
  });

  test("the atlas is a poster: named in its tint, with a key, larger on larger paper and refused where it is too large", () => {
    const density = Array.from({ length: 16_384 }, (_, cell) => cell % 101);
    const regions = [{ id: "0", level: 0, name: "animals, birds", x: 64, y: 64, size: 16_384 }];
    const geography = {
      regions: [{ id: 0, level: 0, parent: null }],
      regionOf: [new Uint16Array(16_384)],
      density,
    };
    const material = materialOf({ density, regions, geography });
    const { poster, ...made } = plan(material, { what: "atlas", hasTitle: true, paperSize: "A2" });
    expect(poster?.names.map(({ text }) => text)).toEqual(["ANIMALS, BIRDS"]);
    expect(poster?.keys).toEqual([{ id: 0, name: "animals", fact: "100%" }]);
    expect(poster?.title).toBe("A map of meaning");
    const whole = { ...made, poster: poster! };
    expect(extentOf(whole, 8, 100)).toEqual({ width: 1654, height: 2339 });
    expect(refusalOf(whole, 8, { format: "png", resolution: 300 })).toBeNull();
    expect(refusalOf(whole, 8, { format: "png", resolution: 600 })).not.toBeNull();
    expect(refusalOf(whole, 8, { format: "pdf", resolution: 600 })).toBeNull();
  });
});
