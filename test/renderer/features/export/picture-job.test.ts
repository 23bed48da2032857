import fc from "fast-check";
import { PNG } from "pngjs";
import { describe, expect, test } from "vitest";
import { IMAGE_PRESETS, SHAPES } from "../../../../core/image/style.ts";
import { describePlan, draftOf } from "../../../../renderer/features/export/make-job.ts";
import {
  type ImageSettings,
  styleOf,
} from "../../../../renderer/features/export/model/image-settings.ts";
import { planPicture } from "../../../../renderer/features/export/model/image-sheet.ts";
import { readPicture } from "../../../../renderer/features/export/model/picture-state.ts";
import { renderPicture } from "../../../../renderer/features/export/picture-job.ts";
import { setTexts } from "../../../../renderer/features/export/set-texts.ts";
import { BARE, layerOf, materialOf, pinOf } from "./material.ts";
import { readGif } from "./model/read-gif.ts";

const cells = fc
  .uniqueArray(fc.integer({ min: 0, max: 16_383 }), { maxLength: 60 })
  .map((positions) => positions.sort((a, b) => a - b));

const settingsOf = (part: Partial<ImageSettings>): ImageSettings => ({ ...BARE, ...part });

function pictureOf(layers: readonly (readonly number[])[], settings: ImageSettings, label = "map") {
  const colours = ["first", "second", "hue-c"] as const;
  const material = materialOf({
    title: label,
    layers: layers.map((positions, i) => layerOf(`layer ${i}`, positions, colours[i] ?? "hue-d")),
  });
  const plan = planPicture(material, settings, { style: styleOf(settings) });
  const fingerprints = layers.map((positions, i) => pinOf(`layer ${i}`, positions));
  return renderPicture({
    ...draftOf(plan, settings, { description: "What", fingerprints }),
    texts: [],
  });
}

/** Cells of the service's picture whose middle is not white. */
function inkedCells(bytes: Uint8Array, cell: number): number[] {
  const { width, data } = PNG.sync.read(Buffer.from(bytes));
  const isInked = (position: number) => {
    const x = 1 + cell * (position % 128) + (cell >> 1);
    const y = 1 + cell * Math.floor(position / 128) + (cell >> 1);
    return data[4 * (y * width + x)] !== 255;
  };
  return Array.from({ length: 16_384 }, (_, position) => position).filter(isInked);
}

const union = (sets: readonly (readonly number[])[]) =>
  [...new Set(sets.flat())].sort((a, b) => a - b);

describe("a PNG", () => {
  test("shows exactly the cells that are set, at every size and in every shape", () => {
    const sets = fc.array(cells, { minLength: 1, maxLength: 3 });
    const size = fc.integer({ min: 1, max: 8 });
    fc.assert(
      fc.property(sets, size, fc.constantFrom(...SHAPES), (layers, cell, shape) => {
        const bytes = pictureOf(layers, settingsOf({ cell, shape }));
        expect(inkedCells(bytes, cell)).toEqual(union(layers));
      }),
      { numRuns: 25 },
    );
  });

  test("is drawn at its size: a cell of 3 pixels has 9 of its colour, and the frame is clear", () => {
    const { width, height, data } = PNG.sync.read(
      Buffer.from(pictureOf([[129]], settingsOf({ cell: 3, shape: "square" }))),
    );
    expect([width, height]).toEqual([386, 386]);
    const inked: number[] = [];
    for (let i = 0; i < width * height; i++) if (data[4 * i] === 0x10) inked.push(i);
    const row = (y: number) => [4, 5, 6].map((x) => y * 386 + x);
    expect(inked).toEqual([...row(4), ...row(5), ...row(6)]);
    expect(data[3]).toBe(0);
  });

  test("tells its resolution", () => {
    const bytes = Buffer.from(pictureOf([[1]], settingsOf({ resolution: 300 })));
    const at = bytes.indexOf("pHYs");
    expect(bytes.readUInt32BE(at + 4)).toBe(11_811);
  });
});

describe("an SVG", () => {
  test("has one path a class, with a part in each of its cells, all of the cell where it has it alone", () => {
    // So few that many are shared.
    const few = fc.uniqueArray(fc.integer({ min: 120, max: 150 }), { maxLength: 20 });
    fc.assert(
      fc.property(fc.array(fc.oneof(cells, few), { minLength: 1, maxLength: 3 }), (layers) => {
        const settings = settingsOf({ format: "svg", shape: "square", cell: 5 });
        const svg = new TextDecoder().decode(pictureOf(layers, settings));
        const paths = [...svg.matchAll(/<path class="cells"[^>]* d="([^"]*)"/g)];
        expect(paths.length).toBe(layers.length);
        for (const [layer, [, path = ""]] of paths.entries()) {
          const parts = [...path.matchAll(/M(\d+) (\d+)/g)].map(([, x, y]) => ({
            cell: Math.floor((Number(y) - 1) / 5) * 128 + Math.floor((Number(x) - 1) / 5),
            isAtItsCorner: Number(x) % 5 === 1 && Number(y) % 5 === 1,
          }));
          const set = layers[layer]!;
          expect(parts.map(({ cell }) => cell).sort((a, b) => a - b)).toEqual(
            set.toSorted((a, b) => a - b),
          );
          const others = new Set(layers.toSpliced(layer, 1).flat());
          for (const { cell, isAtItsCorner } of parts)
            if (!others.has(cell)) expect(isAtItsCorner).toBe(true);
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe("what a picture carries", () => {
  test("comes back from either format, whatever it is called", () => {
    fc.assert(
      fc.property(
        cells,
        fc.string({ unit: "grapheme" }),
        fc.constantFrom("png" as const, "svg" as const),
        (set, name, format) => {
          const label = `x${name}`.replaceAll(/[\p{Cc}\p{Cs}\p{Cn}\ufffe\uffff]/gu, "");
          const bytes = pictureOf([set], settingsOf({ format, cell: 1 }), label);
          const state = readPicture("a file", bytes);
          expect(state).toEqual({
            label,
            fingerprints: [pinOf("layer 0", set)],
            isComparison: false,
            chosen: [],
            settings: settingsOf({ format, cell: 1 }),
          });
        },
      ),
      { numRuns: 40 },
    );
  });

  test("is nothing when that is switched off, and reading says so", () => {
    for (const format of ["png", "svg"] as const) {
      const bytes = pictureOf([[5, 77]], settingsOf({ format, cell: 1, carriesState: false }));
      expect(new TextDecoder().decode(bytes)).not.toContain("semascope-state");
      expect(() => readPicture("mine", bytes)).toThrow("mine contains no state");
    }
  });

  test("is refused in plain words for anything else", () => {
    const bytes = (text: string) => new TextEncoder().encode(text);
    expect(() => readPicture("a.csv", bytes("a,b"))).toThrow("neither a PNG nor an SVG");
    const state = (json: string) => `<svg><metadata id="semascope-state">${json}</metadata></svg>`;
    expect(() => readPicture("b.svg", bytes(state("{")))).toThrow("damaged");
    expect(() => readPicture("b.svg", bytes(state("{&quot;format&quot;:1}")))).toThrow("damaged");
  });
});

test("texts colour only their own pixels, from the ink of the style to its ground", () => {
  const style = IMAGE_PRESETS.Light!;
  const blank = {
    width: 4,
    height: 2,
    palette: [[255, 255, 255, 255]] as const,
    paintRow: (_: number, row: Uint16Array) => void row.fill(0),
  };
  const amounts = Uint8Array.of(255, 0, 128);
  const { palette, paintRow } = setTexts(
    blank,
    [{ x: 1, y: 1, width: 3, height: 1, amounts }],
    style,
  );
  const rows = [0, 1].map((y) => {
    const row = new Uint16Array(4);
    paintRow(y, row);
    return [...row].map((index) => palette[index]);
  });
  const ground = [255, 255, 255, 255];
  expect(rows[0]).toEqual([ground, ground, ground, ground]);
  expect(rows[1]).toEqual([ground, [29, 29, 27, 255], ground, [142, 142, 141, 255]]);
});

describe("the steps of a result", () => {
  const layer = (id: string, positions: number[]) => layerOf(id, positions);
  const steps = [
    { caption: "a: 2 cells", layers: [layer("a", [0, 129])] },
    { caption: "2 → 1: 1 kept, 1 dropped", layers: [layer("kept", [0]), layer("dropped", [129])] },
    { caption: "The result: 1 cell", layers: [layer("subject", [0])] },
  ];
  const jobOf = (part: Partial<ImageSettings>) => {
    const settings = settingsOf({ what: "steps", cell: 2, ...part });
    const material = materialOf({ layers: steps[2]!.layers, steps });
    const plan = planPicture(material, settings, { style: styleOf(settings) });
    const draft = draftOf(plan, settings, {
      description: describePlan(plan, settings, material, () => ""),
      fingerprints: [],
    });
    return { ...draft, texts: [] };
  };

  test("move in a GIF: each frame has exactly the pixels of that step alone, the last those of the map", () => {
    const gif = readGif(renderPicture(jobOf({ format: "gif" })));
    expect(gif.repeats).toBe(true);
    const still = steps.map(({ layers }) => {
      const settings = settingsOf({ what: "map", cell: 2 });
      const plan = planPicture(materialOf({ layers }), settings, { style: styleOf(settings) });
      const draft = draftOf(plan, settings, { description: "", fingerprints: [] });
      const { data } = PNG.sync.read(Buffer.from(renderPicture({ ...draft, texts: [] })));
      return Array.from({ length: data.length / 4 }, (_, i) =>
        data[4 * i + 3] === 0 ? -1 : data.readUIntBE(4 * i, 3),
      );
    });
    expect(gif.frames.map(({ pixels }) => [...pixels])).toEqual(still);
    expect(gif.frames.map(({ delay }) => delay > 0 && delay <= 120)).toEqual([true, true, false]);
  });

  test("stand side by side in every other format, each with what happens", () => {
    const { plan, description } = jobOf({ format: "png", hasTitle: true, hasCaption: true });
    const captions = plan.sheet.panels.map(({ caption }) => caption);
    expect(captions).toEqual(steps.map(({ caption }) => caption));
    expect(description).toContain("2 → 1: 1 kept, 1 dropped");
  });

  test("are told in words inside the file", () => {
    const gif = readGif(renderPicture(jobOf({ format: "gif", hasCaption: true })));
    expect(gif.comment).toBe("map: a: 2 cells; 2 → 1: 1 kept, 1 dropped; The result: 1 cell.");
  });
});
