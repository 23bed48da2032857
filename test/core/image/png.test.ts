import { deflateSync, crc32 as nodeCrc32 } from "node:zlib";
import fc from "fast-check";
import { PNG } from "pngjs";
import { describe, expect, test } from "vitest";
import { layOut, type Sheet } from "../../../core/image/layout.ts";
import { annotatePng, encodePng } from "../../../core/image/png.ts";
import { servicePng } from "../../../core/image/service-image.ts";
import { SERVICE } from "../../../core/image/style.ts";
import { crc32 } from "../../../core/kernel/hash.ts";

const decode = (bytes: Uint8Array) => PNG.sync.read(Buffer.from(bytes));
const sheet: Sheet = { panels: [{ layers: [{ label: "a", positions: Uint16Array.of(3, 130) }] }] };

describe("encodePng", () => {
  const pixels = fc.integer({ min: 1, max: 40 }).chain((width) => {
    const colour = fc.oneof(fc.constantFrom(0, 0xffffffff), fc.nat(0xffffffff));
    const row = fc.array(colour, { minLength: width, maxLength: width });
    const like = fc.tuple(row, fc.integer({ min: 1, max: 5 }));
    return fc.array(like, { minLength: 1, maxLength: 8 }).map((runs) =>
      // Rows that repeat are written as differences.
      runs.flatMap(([cells, times]) => Array.from({ length: times }, () => cells)),
    );
  });

  test("decodes to the painted pixels", () => {
    fc.assert(
      fc.property(pixels, (rows) => {
        const [width, height] = [rows[0]!.length, rows.length];
        const paintRow = (y: number, row: Uint32Array) => row.set(rows[y]!);
        const png = decode(encodePng({ width, height, paintRow }, deflateSync));
        expect([png.width, png.height]).toEqual([width, height]);
        const painted = rows.flat().map((_, at) => png.data.readUInt32BE(4 * at));
        expect(painted).toEqual(rows.flat());
      }),
      { numRuns: 60 },
    );
  });
});

test("a layout puts panels side by side and leaves room for what is written", () => {
  const panel = { ...sheet.panels[0]!, caption: "one" };
  const panels = Array.from({ length: 5 }, () => panel);
  const layout = layOut({ panels, title: "Five", hasLegend: true }, 1, SERVICE);
  expect(layout.panels.map(({ x }) => x)).toEqual([0, 130, 260, 390, 520]);
  expect(new Set(layout.panels.map(({ y }) => y)).size).toBe(1);
  expect(layout.texts.map(({ text }) => text)).toEqual(["Five", ...panels.map(() => "one")]);
  expect(layout.legend.map(({ text }) => text)).toEqual(["a: 2 cells"]);
  for (const { y, size } of [...layout.texts, ...layout.legend])
    expect(y + size / 2).toBeLessThanOrEqual(layout.height);
  for (const { y } of layout.texts)
    for (const box of layout.panels) expect(y > box.y && y < box.y + box.height).toBe(false);
});

describe("annotatePng", () => {
  const bare = servicePng(sheet, { scalar: 2, shape: "circle" }, deflateSync);

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
