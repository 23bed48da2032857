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
  const first = picture.palette.length;
  const paintRow = (y: number, row: Uint16Array) => {
    picture.paintRow(y, row);
    for (const text of texts) paintText(text, y, { row, first });
  };
  return { ...picture, palette: [...picture.palette, ...shades], paintRow };
}

function paintText(
  { x, y: top, width, height, amounts }: Coverage,
  y: number,
  { row, first }: { readonly row: Uint16Array; readonly first: number },
): void {
  const within = y - top;
  if (within < 0 || within >= height) return;
  for (let i = 0; i < width && x + i < row.length; i++) {
    const step = Math.round((amounts[within * width + i]! / 255) * STEPS);
    if (step > 0) row[x + i] = first + step - 1;
  }
}
