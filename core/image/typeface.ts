import * as found from "opentype.js";
import type { Outliner } from "./svg.ts";

type Font = found.Font;
type Glyph = found.Glyph;

/** A bundler finds the library's own names; Node finds all of them under one, since it reads the older form of the library. */
const parse =
  "default" in found ? found.default.parse : (found as Pick<typeof found, "parse">).parse;

/** The files of a typeface by weight, WOFF or TTF. */
export type FontFiles = Readonly<Record<400 | 500 | 600, Uint8Array>>;

/** Digits of a path: hundredths of a pixel. */
const DIGITS = 2;

/** Letters as paths, set with the typeface's own widths and kerning. A text with a letter it lacks is null. */
export function outlinerOf(files: FontFiles): Outliner {
  const fonts = { 400: read(files[400]), 500: read(files[500]), 600: read(files[600]) };
  return (text, { weight, size, spacing }) => {
    const font = fonts[weight];
    const glyphs = [...text].map((letter) => font.charToGlyph(letter));
    if (glyphs.some(({ index }) => index === 0)) return null;
    return setLine(font, glyphs, { size, spacing });
  };
}

function setLine(
  font: Font,
  glyphs: readonly Glyph[],
  { size, spacing }: { readonly size: number; readonly spacing: number },
) {
  const scale = size / font.unitsPerEm;
  let x = 0;
  let path = "";
  glyphs.forEach((glyph, at) => {
    const before = glyphs[at - 1];
    if (before) x += font.getKerningValue(before, glyph) * scale + spacing * size;
    path += glyph.getPath(x, 0, size).toPathData(DIGITS);
    x += (glyph.advanceWidth ?? 0) * scale;
  });
  return { path, width: x };
}

function read(file: Uint8Array): Font {
  const { buffer, byteOffset, byteLength } = Uint8Array.from(file);
  return parse(buffer.slice(byteOffset, byteOffset + byteLength));
}
