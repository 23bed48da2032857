import { deflateSync, crc32 as nodeCrc32 } from "node:zlib";
import fc from "fast-check";
import { PNG } from "pngjs";
import { describe, expect, test } from "vitest";
import { cellEdges, type Sheet } from "../../../core/image/layout.ts";
import { annotatePng, encodePng } from "../../../core/image/png.ts";
import { draw, toPixels } from "../../../core/image/raster.ts";
import { IMAGE_PRESETS, SERVICE } from "../../../core/image/style.ts";
import { crc32 } from "../../../core/kernel/hash.ts";
import { positions, style } from "./arbitrary-picture.ts";

const decode = (bytes: Uint8Array) => PNG.sync.read(Buffer.from(bytes));
const sheet: Sheet = { panels: [{ layers: [{ label: "a", positions: Uint16Array.of(3, 130) }] }] };
const small = draw(sheet, 2, SERVICE).picture;

describe("draw", () => {
  test("inks the cells of every layer in every style, at every size, and no other", () => {
    const layers = fc.array(positions, { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(layers, style, fc.integer({ min: 1, max: 8 }), (sets, look, scalar) => {
        const panel = { layers: sets.map((cells, i) => ({ label: `${i}`, positions: cells })) };
        const { picture } = draw({ panels: [panel] }, scalar, {
          ...look,
          frameColor: null,
          gridColor: "#ffffff",
        });
        const pixels = toPixels(picture);
        const edges = cellEdges(scalar, look);
        const inked = new Set<number>();
        for (let cell = 0; cell < 16_384; cell++)
          for (let i = 0; i < scalar * scalar; i++) {
            const x = edges[cell % 128]! + (i % scalar);
            const y = edges[Math.floor(cell / 128)]! + Math.floor(i / scalar);
            const at = 4 * (y * picture.width + x);
            // Inks of this test have less than full red; the background is white or clear.
            if (pixels[at + 3] !== 0 && pixels[at] !== 255) inked.add(cell);
          }
        expect([...inked].sort((a, b) => a - b)).toEqual(
          [...new Set(sets.flatMap((cells) => [...cells]))].sort((a, b) => a - b),
        );
      }),
      { numRuns: 40 },
    );
  });

  test("the last layer covers the others", () => {
    const cells = Uint16Array.of(0);
    const panel = {
      layers: [
        { label: "below", positions: cells, color: "#0072b2" },
        { label: "above", positions: cells, color: "#e69f00" },
      ],
    };
    const { picture } = draw({ panels: [panel] }, 1, SERVICE);
    const at = 4 * (picture.width + 1);
    expect([...toPixels(picture).subarray(at, at + 3)]).toEqual([0xe6, 0x9f, 0]);
  });

  test("lays panels side by side and leaves room for what is written", () => {
    const panel = { ...sheet.panels[0]!, caption: "one" };
    const contact: Sheet = {
      panels: Array.from({ length: 5 }, () => panel),
      title: "Five",
      hasLegend: true,
    };
    const { layout, picture } = draw(contact, 1, SERVICE);
    expect(layout.panels.map(({ x }) => x)).toEqual([0, 130, 260, 390, 520]);
    expect(new Set(layout.panels.map(({ y }) => y)).size).toBe(1);
    expect(layout.texts.map(({ text }) => text)).toEqual([
      "Five",
      "one",
      "one",
      "one",
      "one",
      "one",
    ]);
    expect(layout.legend.map(({ text }) => text)).toEqual(["a: 2 cells"]);
    expect([picture.width, picture.height]).toEqual([layout.width, layout.height]);
    for (const { y, size } of [...layout.texts, ...layout.legend])
      expect(y + size / 2).toBeLessThanOrEqual(layout.height);
    for (const { y } of layout.texts)
      for (const box of layout.panels) expect(y > box.y && y < box.y + box.height).toBe(false);
  });
});

describe("encodePng", () => {
  test("decodes to the drawn pixels, in both forms and all presets", () => {
    const overlay = {
      layers: ["#0072b2", "#e69f00", "#009e73"].map((color, i) => ({
        label: `every ${i + 1}`,
        color,
        positions: Uint16Array.from({ length: 300 }, (_, at) => at * (i + 1)),
      })),
    };
    for (const look of Object.values(IMAGE_PRESETS))
      for (const scalar of [1, 2, 5]) {
        const { picture } = draw({ panels: [overlay, overlay] }, scalar, look);
        const pixels = Buffer.from(toPixels(picture));
        for (const form of ["rgba", "smallest"] as const) {
          const png = decode(encodePng(picture, { deflate: deflateSync, form }));
          expect([png.width, png.height]).toEqual([picture.width, picture.height]);
          expect(png.data.equals(pixels)).toBe(true);
        }
      }
  });

  test("writes the first row as it is, having none above it to differ from", () => {
    const picture = {
      width: 2,
      height: 2,
      palette: [
        [200, 100, 50, 255],
        [1, 2, 3, 4],
      ] as const,
      // The first row has the colour that a row of zeros would have.
      paintRow: (y: number, row: Uint16Array) => row.fill(y === 0 ? 0 : 1),
    };
    let rows: number[] = [];
    const deflate = (bytes: Uint8Array) => {
      rows = [...bytes];
      return deflateSync(bytes);
    };
    const png = decode(encodePng(picture, { deflate }));
    expect(rows.slice(0, 9)).toEqual([0, 200, 100, 50, 255, 200, 100, 50, 255]);
    expect([...png.data]).toEqual([200, 100, 50, 255, 200, 100, 50, 255, 1, 2, 3, 4, 1, 2, 3, 4]);
  });

  test("indexed colours make a smaller file", () => {
    const { length } = encodePng(small, { deflate: deflateSync });
    expect(encodePng(small, { deflate: deflateSync, form: "smallest" }).length).toBeLessThan(
      length,
    );
  });
});

describe("annotatePng", () => {
  const bare = encodePng(small, { deflate: deflateSync });

  test("adds the resolution for print", () => {
    const bytes = Buffer.from(annotatePng(bare, { texts: [], dotsPerInch: 300 }));
    const at = bytes.indexOf("pHYs") + 4;
    expect([bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4), bytes[at + 8]]).toEqual([
      11811, 11811, 1,
    ]);
  });

  test("refuses keywords that PNG does not allow", () => {
    for (const keyword of ["", " x", "é", "x".repeat(80)])
      expect(() => annotatePng(bare, { texts: [{ keyword, text: "" }] })).toThrow("keyword");
  });

  test("adds texts that can be read, and leaves the pixels as they are", () => {
    const text = fc.record({
      keyword: fc.constantFrom("Title", "Description"),
      text: fc.oneof(fc.string(), fc.string({ unit: "grapheme" }), fc.json()),
    });
    fc.assert(
      fc.property(fc.array(text, { maxLength: 3 }), (texts) => {
        const bytes = annotatePng(bare, { texts });
        expect(textsIn(bytes)).toEqual(texts);
        expect(decode(bytes).data.equals(decode(bare).data)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});

/** The texts of a PNG, chunk by chunk. */
function textsIn(bytes: Uint8Array): { keyword: string; text: string }[] {
  const png = Buffer.from(bytes);
  const texts = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const type = png.toString("latin1", at + 4, at + 8);
    const data = png.subarray(at + 8, at + 8 + length);
    const end = data.indexOf(0);
    const start = type === "tEXt" ? end + 1 : end + 5;
    if (type === "tEXt" || type === "iTXt")
      texts.push({ keyword: data.toString("latin1", 0, end), text: data.toString("utf8", start) });
    at += 12 + length;
  }
  return texts;
}

describe("the checksum", () => {
  test("is that of zlib", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(crc32(bytes)).toBe(nodeCrc32(bytes));
      }),
    );
  });
});
