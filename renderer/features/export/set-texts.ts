import { blend, type Rgba, readColor, TRANSPARENT } from "../../../core/image/color.ts";
import type { Picture } from "../../../core/image/raster.ts";
import type { ImageStyle } from "../../../core/image/style.ts";
import type { Coverage } from "./text-coverage.ts";

/** Enough for smooth letters. */
const STEPS = 16;

/** The picture with texts laid into the room its layout keeps for them; no pixel outside of letters changes. */
export function setTexts(picture: Picture, texts: readonly Coverage[], style: ImageStyle): Picture {
  const palette = [...picture.palette];
  const known = new Map<string, Inks>();
  const lines = texts.map((text) => ({ text, inks: inksOf(text) }));
  const paintRow = (y: number, row: Uint16Array) => {
    picture.paintRow(y, row);
    for (const { text, inks } of lines) paintText(text, y, { ...inks, row });
  };
  return { ...picture, palette, paintRow };

  /** The colours of a text at the end of the palette; texts that look the same share them. */
  function inksOf({ color = style.ink, haloColor }: Coverage): Inks {
    const key = `${color} ${haloColor}`;
    const before = known.get(key);
    if (before) return before;
    const around = haloColor ?? style.background;
    const background = around === null ? TRANSPARENT : readColor(around);
    const ink = readColor(color);
    const shades = Array.from(
      { length: STEPS },
      (_, step): Rgba => blend(ink, background, (step + 1) / STEPS),
    );
    const inks = { ground: palette.length, first: palette.length + 1 };
    palette.push(background, ...shades);
    known.set(key, inks);
    return inks;
  }
}

/** Where the colours of a text are in the palette of the picture. */
interface Inks {
  /** The faintest of the shades of the ink. */
  readonly first: number;
  readonly ground: number;
}

function paintText(
  { x, y: top, width, height, amounts, halo }: Coverage,
  y: number,
  { row, first, ground }: Inks & { readonly row: Uint16Array },
): void {
  const within = y - top;
  if (within < 0 || within >= height) return;
  for (let i = Math.max(0, -x); i < width && x + i < row.length; i++) {
    if (halo && halo[within * width + i]! > 96) row[x + i] = ground;
    const step = Math.round((amounts[within * width + i]! / 255) * STEPS);
    if (step > 0) row[x + i] = first + step - 1;
  }
}
