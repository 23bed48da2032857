import { SIDE } from "../../../core/kernel/grid.ts";

/** Cells are at most this many times as large as at the start. */
export const LONGEST_ZOOM = 32;

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The square the map is drawn in. Its side is a whole number of cells, each a whole number of pixels. */
export interface Frame {
  /** Pixels of the drawing per cell at 1x. */
  readonly cell: number;
  /** Side in pixels of the drawing: 128 cells. */
  readonly side: number;
  /** Pixels of the drawing per CSS pixel: those of the screen, or a little more where the drawing is shown smaller. */
  readonly ratio: number;
}

/** Scale and translation in CSS pixels, as d3-zoom keeps them. */
export interface ZoomState {
  readonly k: number;
  readonly x: number;
  readonly y: number;
}

/** Which part of the map is seen, whatever its size on the screen: how close, and the grid point in the middle. */
export interface MapView {
  readonly k: number;
  readonly x: number;
  readonly y: number;
}

/** Where the cells lie, in whole device pixels. */
export interface Layout {
  readonly cell: number;
  readonly originX: number;
  readonly originY: number;
  readonly frame: Frame;
}

/** The largest square of whole-pixel cells that fits; never less than one pixel a cell. */
export function fitFrame(width: number, height: number, ratio: number): Frame {
  const pixels = Math.floor(Math.min(width, height) * ratio + 1e-6);
  const cell = Math.max(1, Math.floor(pixels / SIDE));
  return { cell, side: cell * SIDE, ratio };
}

/**
 * A square that takes all the room, to the device pixel. Where whole-pixel cells would leave some of it, they are drawn a pixel
 * larger and shown that much smaller; a map of less than one pixel a cell stays at one.
 */
export function fillFrame(width: number, height: number, ratio: number): Frame {
  const exact = fitFrame(width, height, ratio);
  const room = Math.floor(Math.min(width, height) * ratio + 1e-6);
  if (room <= exact.side) return exact;
  const cell = exact.cell + 1;
  return { cell, side: cell * SIDE, ratio: (cell * SIDE * ratio) / room };
}

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

/** Snaps the zoom to whole pixels a cell; the map point under `anchor` (CSS pixels) keeps its place. */
export function layoutGrid(frame: Frame, zoom: ZoomState, anchor: Point): Layout {
  const cell = clamp(Math.round(frame.cell * zoom.k), frame.cell, frame.cell * LONGEST_ZOOM);
  const origin = (at: number, shift: number) => {
    const cellsBefore = ((at - shift) * frame.ratio) / (zoom.k * frame.cell);
    const wanted = Math.round(at * frame.ratio - cellsBefore * cell);
    return clamp(wanted, frame.side - cell * SIDE, 0) + 0;
  };
  return { cell, originX: origin(anchor.x, zoom.x), originY: origin(anchor.y, zoom.y), frame };
}

/** The zoom that `layoutGrid` maps to exactly this layout, whatever the anchor. */
export function zoomOf({ cell, originX, originY, frame }: Layout): ZoomState {
  return { k: cell / frame.cell, x: originX / frame.ratio, y: originY / frame.ratio };
}

/** Grid coordinates (column and row, fractional) of a point in CSS pixels from the frame's corner. */
export function gridPoint({ cell, originX, originY, frame }: Layout, { x, y }: Point): Point {
  return { x: (x * frame.ratio - originX) / cell, y: (y * frame.ratio - originY) / cell };
}

/** The cell under a point, or -1 outside the map. Position 0 is a cell like any other. */
export function cellAt(layout: Layout, point: Point): number {
  const at = gridPoint(layout, point);
  const column = Math.floor(at.x);
  const row = Math.floor(at.y);
  if (column < 0 || row < 0 || column >= SIDE || row >= SIDE) return -1;
  return row * SIDE + column;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A cell's box in CSS pixels from the frame's corner. */
export function cellBox({ cell, originX, originY, frame }: Layout, position: number): Box {
  const column = position % SIDE;
  const row = (position - column) / SIDE;
  const size = cell / frame.ratio;
  return {
    x: (originX + column * cell) / frame.ratio,
    y: (originY + row * cell) / frame.ratio,
    width: size,
    height: size,
  };
}

/** A pointer's place in the frame, right also when a parent is scaled. `side` is the frame's CSS side. */
export function pointInFrame(
  pointer: { readonly clientX: number; readonly clientY: number },
  bounds: { readonly left: number; readonly top: number; readonly width: number },
  side: number,
): Point {
  const scale = bounds.width > 0 ? side / bounds.width : 1;
  return {
    x: (pointer.clientX - bounds.left) * scale,
    y: (pointer.clientY - bounds.top) * scale,
  };
}

/** Columns and rows that are at least partly visible; ends are exclusive. */
export function visibleCells({ cell, originX, originY, frame }: Layout) {
  const first = (origin: number) => clamp(Math.floor(-origin / cell), 0, SIDE);
  const end = (origin: number) => clamp(Math.ceil((frame.side - origin) / cell), 0, SIDE);
  return {
    left: first(originX),
    right: end(originX),
    top: first(originY),
    bottom: end(originY),
  };
}

/** The zoom that shows all these cells with a margin of `margin` cells; the whole map for none. */
export function zoomToCells(frame: Frame, positions: Iterable<number>, margin = 3): ZoomState {
  let left = SIDE;
  let right = -1;
  let top = SIDE;
  let bottom = -1;
  for (const position of positions) {
    const column = position % SIDE;
    const row = (position - column) / SIDE;
    left = Math.min(left, column);
    right = Math.max(right, column);
    top = Math.min(top, row);
    bottom = Math.max(bottom, row);
  }
  if (right < 0) return { k: 1, x: 0, y: 0 };
  const span = Math.max(right - left + 1, bottom - top + 1) + 2 * margin;
  const wanted = clamp(SIDE / span, 1, LONGEST_ZOOM);
  const k = Math.floor(wanted * frame.cell) / frame.cell;
  return zoomAround(frame, k, { x: (left + right + 1) / 2, y: (top + bottom + 1) / 2 });
}

export function viewOf({ cell, originX, originY, frame }: Layout): MapView {
  const middle = (origin: number) => (frame.side / 2 - origin) / cell;
  return { k: cell / frame.cell, x: middle(originX), y: middle(originY) };
}

/** A zoom with the given grid point in the middle, as far as the edges allow. */
export function zoomAround(frame: Frame, k: number, centre: Point): ZoomState {
  const side = frame.side / frame.ratio;
  const cell = (frame.cell * k) / frame.ratio;
  const shift = (at: number) => clamp(side / 2 - at * cell, side - cell * SIDE, 0);
  return { k, x: shift(centre.x), y: shift(centre.y) };
}
