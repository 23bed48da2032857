import { SIDE } from "../../../core/kernel/grid.ts";
import type { Layout } from "../../model/map/geometry.ts";
import type { GroundView } from "./paint-ground.ts";

/** A part of the ground that has been drawn. */
export interface GroundBitmap {
  readonly view: GroundView;
  /** RGBA, row by row. */
  readonly pixels: Uint32Array;
}

/** Does the bitmap show all that the layout does, pixel by pixel? */
export const covers = (
  { view }: GroundBitmap,
  { cell, originX, originY, frame }: Layout,
): boolean =>
  view.cell === cell &&
  view.left <= -originX &&
  view.top <= -originY &&
  view.left + view.width >= frame.side - originX &&
  view.top + view.height >= frame.side - originY;

/** Parts of the frame drawn beyond each of its edges, so that a small move needs no new drawing. */
const BEYOND = 0.2;

/** What is drawn for a layout: what it shows, and some of what lies round it. */
export function viewFor({ cell, originX, originY, frame }: Layout): GroundView {
  const more = Math.round(frame.side * BEYOND);
  const whole = cell * SIDE;
  const start = (origin: number) => Math.max(0, -origin - more);
  const end = (origin: number) => Math.min(whole, frame.side - origin + more);
  const [left, top] = [start(originX), start(originY)];
  return { cell, left, top, width: end(originX) - left, height: end(originY) - top };
}

/** The whole map as a bitmap of about this many pixels per side, for layouts that are not drawn yet. */
export function overview(side: number): GroundView {
  const cell = Math.max(1, Math.round(side / SIDE));
  return { cell, left: 0, top: 0, width: cell * SIDE, height: cell * SIDE };
}

/**
 * Fills the frame with what is there: pixel by pixel where a bitmap was drawn for this zoom, otherwise from the nearest pixel of
 * one that shows the place. Later bitmaps win.
 */
export function fillFrame(
  pixels: Uint32Array,
  layout: Layout,
  bitmaps: readonly GroundBitmap[],
): void {
  const exact = bitmaps.findLast((bitmap) => covers(bitmap, layout));
  for (const bitmap of exact ? [exact] : bitmaps) copy(pixels, layout, bitmap);
}

function copy(pixels: Uint32Array, layout: Layout, { view, pixels: source }: GroundBitmap): void {
  const { side } = layout.frame;
  const columns = nearest(
    layout,
    { origin: layout.originX, start: view.left, length: view.width },
    view.cell,
  );
  const rows = nearest(
    layout,
    { origin: layout.originY, start: view.top, length: view.height },
    view.cell,
  );
  const isWhole = view.cell === layout.cell;
  for (let y = rows.first; y < rows.end; y++) {
    const from = rows.at[y]! * view.width;
    const to = y * side;
    if (isWhole)
      pixels.set(
        source.subarray(from + columns.at[columns.first]!, from + columns.at[columns.end - 1]! + 1),
        to + columns.first,
      );
    else
      for (let x = columns.first; x < columns.end; x++)
        pixels[to + x] = source[from + columns.at[x]!]!;
  }
}

interface Span {
  /** Pixels from the frame's corner to the map's. */
  readonly origin: number;
  /** Pixels of the bitmap from the map's corner. */
  readonly start: number;
  readonly length: number;
}

/** For each pixel of the frame along one side the pixel of the bitmap; those from `first` to before `end` have one. */
function nearest({ cell, frame }: Layout, { origin, start, length }: Span, own: number) {
  const at = new Int32Array(frame.side);
  let first = frame.side;
  let end = 0;
  for (let pixel = 0; pixel < frame.side; pixel++) {
    const place = Math.floor(((pixel - origin + 0.5) * own) / cell) - start;
    if (place < 0 || place >= length) continue;
    at[pixel] = place;
    first = Math.min(first, pixel);
    end = pixel + 1;
  }
  return { at, first: Math.min(first, end), end };
}
