import * as found from "opentype.js";
import type { Outliner } from "./svg.ts";

type Font = found.Font;
type Glyph = found.Glyph;

/** A bundler finds the library's own names; Node finds all of them under one, since it reads the older form of the library. */
const parse =
  "default" in found ? found.default.parse : (found as Pick<typeof found, "parse">).parse;

type Weight = 400 | 500 | 600;

/** The files of a typeface by weight, WOFF or TTF: for each weight one or more, each for letters that those before it lack. */
export type FontFiles = Readonly<Record<Weight, readonly Uint8Array[]>>;

/** Digits of a path: hundredths of a pixel. */
const DIGITS = 2;

/** Letters as paths, set with the typeface's own widths and kerning. A text with a letter it lacks is null. */
export function outlinerOf(files: FontFiles): Outliner {
  const fonts = {
    400: files[400].map(read),
    500: files[500].map(read),
    600: files[600].map(read),
  };
  return (text, { weight, size, spacing }) => {
    const letters: Letter[] = [];
    for (const letter of text) {
      const found = letterIn(fonts[weight], letter);
      if (!found) return null;
      letters.push(found);
    }
    return setLine(letters, { size, spacing });
  };
}

interface Letter {
  readonly font: Font;
  readonly glyph: Glyph;
}

/** In the first file that has it. */
function letterIn(fonts: readonly Font[], letter: string): Letter | null {
  for (const font of fonts) {
    const glyph = font.charToGlyph(letter);
    if (glyph.index !== 0) return { font, glyph };
  }
  return null;
}

function setLine(
  letters: readonly Letter[],
  { size, spacing }: { readonly size: number; readonly spacing: number },
) {
  let x = 0;
  let path = "";
  letters.forEach(({ font, glyph }, at) => {
    const scale = size / font.unitsPerEm;
    const before = letters[at - 1];
    // Letters of two files have no kerning with each other.
    const kerning = before?.font === font ? font.getKerningValue(before.glyph, glyph) : 0;
    if (before) x += kerning * scale + spacing * size;
    path += glyph.getPath(x, 0, size).toPathData(DIGITS);
    x += (glyph.advanceWidth ?? 0) * scale;
  });
  return { path, width: x };
}

function read(file: Uint8Array): Font {
  const { buffer, byteOffset, byteLength } = Uint8Array.from(file);
  return parse(buffer.slice(byteOffset, byteOffset + byteLength));
}
