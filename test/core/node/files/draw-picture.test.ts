import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Font, Glyph, Path } from "opentype.js";
import { afterAll, beforeAll, expect, it } from "vitest";
import { drawPng } from "../../../../core/node/files/draw-picture.ts";

/** A folder with a font that has the letters of "law" and no others. */
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "fonts-"));
  await writeFile(path.join(folder, "law.otf"), new Uint8Array(fontOf("law")));
});

afterAll(() => rm(folder, { recursive: true, maxRetries: 10 }));

/** Each letter is a bar, the higher the later it comes; what stands for a missing one is the highest. */
function fontOf(letters: string): ArrayBuffer {
  const bar = (name: string, height: number, unicode?: number) => {
    const outline = new Path();
    outline.moveTo(100, 0);
    outline.lineTo(100, height);
    outline.lineTo(400, height);
    outline.lineTo(400, 0);
    outline.close();
    const letter = unicode === undefined ? {} : { unicode };
    return new Glyph({ name, ...letter, advanceWidth: 500, path: outline });
  };
  const own = [...letters].map((letter, at) => bar(letter, 200 + 100 * at, letter.charCodeAt(0)));
  return new Font({
    familyName: "DejaVu Sans",
    styleName: "Regular",
    unitsPerEm: 1000,
    ascender: 800,
    descender: -200,
    glyphs: [bar(".notdef", 800), ...own],
  }).toArrayBuffer();
}

const svg = (...lines: string[]) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="60">${lines
    .map((line, at) => `<text x="4" y="${20 + 20 * at}" font-size="14">${line}</text>`)
    .join("")}</svg>`;

it("leaves a line out whose letters no font has, and says of which script they are", () => {
  const nothing = drawPng(svg(), { folders: [] });
  expect(nothing.lacking).toBeUndefined();
  const japanese = drawPng(svg("日本の法律", "ประเทศ"), { folders: [] });
  expect(japanese.lacking).toMatch(/left out: Chinese and Japanese, Japanese, Thai\./);
  expect(Buffer.from(japanese.png).equals(nothing.png)).toBe(true);
});

it("keeps the lines that can be drawn", () => {
  const folders = [folder];
  const mixed = drawPng(svg("law", "日本"), { folders });
  const alone = drawPng(svg("law"), { folders });
  expect(alone.lacking).toBeUndefined();
  expect(Buffer.from(mixed.png).equals(alone.png)).toBe(true);
  expect(Buffer.from(mixed.png).equals(drawPng(svg(), { folders }).png)).toBe(false);
  expect(mixed.lacking).toContain("Chinese and Japanese.");
});
