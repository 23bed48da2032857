import { blend, type Rgba, readColor, TRANSPARENT } from "../../../core/image/color.ts";
import type { Picture } from "../../../core/image/raster.ts";
import type { ImageStyle } from "../../../core/image/style.ts";
import type { Coverage } from "./text-coverage.ts";

/** Few enough that the file stays one of indexed colours, enough for smooth letters. */
const STEPS = 16;

/** The picture with texts laid into the room its layout keeps for them; no pixel outside of letters changes. */
export function setTexts(picture: Picture, texts: readonly Coverage[], style: ImageStyle): Picture {
  const background = style.background === null ? TRANSPARENT : readColor(style.background);
  const ink = readColor(style.ink);
  const shades = Array.from(
    { length: STEPS },
    (_, step): Rgba => blend(ink, background, (step + 1) / STEPS),
  );
  const ground = picture.palette.length;
  const first = ground + 1;
  const paintRow = (y: number, row: Uint16Array) => {
    picture.paintRow(y, row);
    for (const text of texts) paintText(text, y, { row, first, ground });
  };
  return { ...picture, palette: [...picture.palette, background, ...shades], paintRow };
}

/** Where a row is, and the place of the inks in the colours of the picture. */
interface Inks {
  readonly row: Uint16Array;
  /** The faintest of the shades of the ink. */
  readonly first: number;
  readonly ground: number;
}

function paintText(
  { x, y: top, width, height, amounts, halo }: Coverage,
  y: number,
  { row, first, ground }: Inks,
): void {
  const within = y - top;
  if (within < 0 || within >= height) return;
  for (let i = Math.max(0, -x); i < width && x + i < row.length; i++) {
    if (halo && halo[within * width + i]! > 96) row[x + i] = ground;
    const step = Math.round((amounts[within * width + i]! / 255) * STEPS);
    if (step > 0) row[x + i] = first + step - 1;
  }
}
