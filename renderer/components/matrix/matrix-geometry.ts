/** How a square of values is laid out, in CSS pixels. */
export interface MatrixLayout {
  readonly size: number;
  readonly cellWidth: number;
  readonly cellHeight: number;
  /** Room for names before the cells and above them; 0 where cells are too small to be named. */
  readonly nameWidth: number;
  readonly nameHeight: number;
}

export interface Place {
  readonly row: number;
  readonly column: number;
}

const NAME_WIDTH = 92;
const NAME_HEIGHT = 80;
const NUMBER_CELL = { width: 32, height: 24 };
/** Smaller cells get no names: they could not be read. */
const LEAST_NAMED = 10;
/** Cells smaller than this have no room for a frame and are filled instead. */
export const LEAST_FRAMED = 8;
const LARGEST_FIT = 24;
const SMALLEST_FIT = 2;

/** Cells with room for a number each. */
export const numbersLayout = (size: number): MatrixLayout => ({
  size,
  cellWidth: NUMBER_CELL.width,
  cellHeight: NUMBER_CELL.height,
  nameWidth: NAME_WIDTH,
  nameHeight: NAME_HEIGHT,
});

/** Square cells, as large as lets the whole fit into the width; at least two pixels. */
export function fitLayout(size: number, width: number): MatrixLayout {
  const named = Math.floor((width - NAME_WIDTH) / size);
  if (named >= LEAST_NAMED) return squares(size, Math.min(LARGEST_FIT, named), true);
  return squares(size, Math.max(SMALLEST_FIT, Math.floor(width / size)), false);
}

const squares = (size: number, cell: number, isNamed: boolean): MatrixLayout => ({
  size,
  cellWidth: cell,
  cellHeight: cell,
  nameWidth: isNamed ? NAME_WIDTH : 0,
  nameHeight: isNamed ? NAME_HEIGHT : 0,
});

export const wholeWidth = ({ size, cellWidth, nameWidth }: MatrixLayout): number =>
  nameWidth + size * cellWidth;
export const wholeHeight = ({ size, cellHeight, nameHeight }: MatrixLayout): number =>
  nameHeight + size * cellHeight;

/** A window onto the cells: names stay in sight, the cells move under them. */
export interface MatrixWindow {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The cell at a point of the window, or null on names and beyond the edge. */
export function placeAt(
  layout: MatrixLayout,
  { left, top }: MatrixWindow,
  x: number,
  y: number,
): Place | null {
  if (x < layout.nameWidth || y < layout.nameHeight) return null;
  const column = Math.floor((x - layout.nameWidth + left) / layout.cellWidth);
  const row = Math.floor((y - layout.nameHeight + top) / layout.cellHeight);
  return row < layout.size && column < layout.size ? { row, column } : null;
}

/** First and last row or column in sight, last one excluded. */
export function rangeInSight(
  start: number,
  room: number,
  cell: number,
  size: number,
): readonly [first: number, end: number] {
  return [Math.floor(start / cell), Math.min(size, Math.ceil((start + room) / cell))];
}

/** Where to scroll so that a cell is whole in sight; as little as possible. */
export function scrollToPlace(
  layout: MatrixLayout,
  view: MatrixWindow,
  { row, column }: Place,
): { readonly left: number; readonly top: number } {
  return {
    left: nearest(
      column * layout.cellWidth,
      layout.cellWidth,
      view.left,
      view.width - layout.nameWidth,
    ),
    top: nearest(
      row * layout.cellHeight,
      layout.cellHeight,
      view.top,
      view.height - layout.nameHeight,
    ),
  };
}

function nearest(start: number, length: number, scroll: number, room: number): number {
  if (start < scroll) return start;
  return start + length > scroll + room ? start + length - room : scroll;
}

const PAGE = 10;

/** Where a key leads; undefined for keys that move nothing. */
export function movedBy(
  key: string,
  isControl: boolean,
  { row, column }: Place,
  size: number,
): Place | undefined {
  const last = size - 1;
  const clamp = (value: number) => Math.min(last, Math.max(0, value));
  switch (key) {
    case "ArrowUp":
      return { row: clamp(row - 1), column };
    case "ArrowDown":
      return { row: clamp(row + 1), column };
    case "ArrowLeft":
      return { row, column: clamp(column - 1) };
    case "ArrowRight":
      return { row, column: clamp(column + 1) };
    case "PageUp":
      return { row: clamp(row - PAGE), column };
    case "PageDown":
      return { row: clamp(row + PAGE), column };
    case "Home":
      return isControl ? { row: 0, column: 0 } : { row, column: 0 };
    case "End":
      return isControl ? { row: last, column: last } : { row, column: last };
    default:
      return undefined;
  }
}
