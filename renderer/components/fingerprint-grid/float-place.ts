import type { Box } from "../../model/map/geometry.ts";

/** CSS pixels between a cell and what is said of it. */
const DISTANCE = 14;
/** Below this height a list can hardly be read, so the other side is taken. */
const LEAST_HEIGHT = 120;

/** Where something stands beside a cell, in CSS pixels from the frame's corner; exactly one of top and bottom. */
export interface FloatPlace {
  readonly left: number;
  readonly width: number;
  readonly top?: number;
  readonly bottom?: number;
  readonly maxHeight: number;
}

/**
 * A place for something `wanted` pixels wide beside a cell of a frame `side` pixels wide: right of it, else left
 * of it, else above or below. It never covers the cell and stays within the frame's height.
 */
export function placeBeside(cell: Box, side: number, wanted: number): FloatPlace {
  const box = intoFrame(cell, side);
  const width = Math.min(wanted, side);
  const right = box.x + box.width + DISTANCE;
  const left = box.x - DISTANCE - width;
  if (right + width <= side) return { left: right, width, ...levelWith(box, side) };
  if (left >= 0) return { left, width, ...levelWith(box, side) };
  const centred = Math.min(side - width, Math.max(0, box.x + box.width / 2 - width / 2));
  return { left: centred, width, ...clearOf(box, side) };
}

/** A cell that is out of sight counts as lying at the nearest edge. */
function intoFrame({ x, y, width, height }: Box, side: number): Box {
  const left = Math.min(side, Math.max(0, x));
  const top = Math.min(side, Math.max(0, y));
  return {
    x: left,
    y: top,
    width: Math.max(0, Math.min(side, x + width) - left),
    height: Math.max(0, Math.min(side, y + height) - top),
  };
}

/** Beside the cell, growing to where there is more room. */
function levelWith({ y, height }: Box, side: number) {
  const below = side - y;
  const above = y + height;
  return above > below && above >= LEAST_HEIGHT
    ? { bottom: side - above, maxHeight: above }
    : { top: y, maxHeight: Math.max(below, LEAST_HEIGHT) };
}

/** Over or under the cell. */
function clearOf({ y, height }: Box, side: number) {
  const below = side - y - height - DISTANCE;
  const above = y - DISTANCE;
  return above > below
    ? { bottom: side - above, maxHeight: above }
    : { top: y + height + DISTANCE, maxHeight: Math.max(below, LEAST_HEIGHT) };
}
