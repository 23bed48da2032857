import { blend, isDarkGround, type Palette, type Rgb } from "../fingerprint-grid/palette.ts";
import {
  LEAST_FRAMED,
  type MatrixLayout,
  type MatrixWindow,
  type Place,
  rangeInSight,
} from "./matrix-geometry.ts";

/** What is drawn: rows and columns in the order they stand on screen. */
export interface MatrixScene {
  readonly names: readonly string[];
  /** NaN where there is none. */
  readonly valueAt: (row: number, column: number) => number;
  readonly isSame: (row: number, column: number) => boolean;
  /** Values from here on are framed, or filled where cells are too small for a frame. */
  readonly threshold: number;
  readonly cursor: Place | null;
  readonly palette: Palette;
  /** Of the letters, as CSS writes it. */
  readonly text: string;
  readonly font: string;
}

/** Cells smaller than this have no room for a number. */
const LEAST_NUMBERED = 28;
/** Even the highest value leaves the letters readable. */
const STRONGEST = 0.8;
const GAP = 1;

const css = ([r, g, b]: Rgb): string => `rgb(${r} ${g} ${b})`;

/** Draws the part in sight; the cost does not depend on the size of the whole. */
export function drawMatrix(
  context: CanvasRenderingContext2D,
  layout: MatrixLayout,
  view: MatrixWindow,
  scene: MatrixScene,
): void {
  const { nameWidth, nameHeight, size } = layout;
  context.clearRect(0, 0, view.width, view.height);
  context.font = scene.font;
  context.textBaseline = "middle";
  const rows = rangeInSight(view.top, view.height - nameHeight, layout.cellHeight, size);
  const columns = rangeInSight(view.left, view.width - nameWidth, layout.cellWidth, size);
  context.save();
  context.beginPath();
  context.rect(nameWidth, nameHeight, view.width - nameWidth, view.height - nameHeight);
  context.clip();
  for (let row = rows[0]; row < rows[1]; row++)
    for (let column = columns[0]; column < columns[1]; column++)
      drawCell(context, layout, view, scene, { row, column });
  context.restore();
  if (scene.cursor && isInSight(scene.cursor, rows, columns))
    drawCursor(context, layout, view, scene.cursor, scene.text);
  if (nameWidth > 0) drawNames(context, layout, view, scene, { rows, columns });
}

function drawCell(
  context: CanvasRenderingContext2D,
  layout: MatrixLayout,
  view: MatrixWindow,
  scene: MatrixScene,
  { row, column }: Place,
): void {
  const { cellWidth, cellHeight } = layout;
  const x = layout.nameWidth + column * cellWidth - view.left;
  const y = layout.nameHeight + row * cellHeight - view.top;
  const gap = cellHeight >= LEAST_FRAMED ? GAP : 0;
  const value = scene.valueAt(row, column);
  const isSame = scene.isSame(row, column);
  const isClose = !isSame && value >= scene.threshold;
  const ground = groundOf(value, isSame, isClose && cellHeight < LEAST_FRAMED, scene.palette);
  context.fillStyle = css(ground);
  context.fillRect(x, y, cellWidth - gap, cellHeight - gap);
  if (isClose && cellHeight >= LEAST_FRAMED) {
    context.strokeStyle = scene.text;
    context.lineWidth = 1;
    context.strokeRect(x + 0.5, y + 0.5, cellWidth - gap - 1, cellHeight - gap - 1);
  }
  if (cellWidth < LEAST_NUMBERED) return;
  context.fillStyle = isDarkGround(ground) ? "#ffffff" : "#1a1c20";
  context.textAlign = "center";
  context.fillText(numberOf(value, isSame), x + (cellWidth - gap) / 2, y + cellHeight / 2);
}

function groundOf(value: number, isSame: boolean, isMarked: boolean, palette: Palette): Rgb {
  if (isMarked) return palette.colours.shared;
  if (isSame || Number.isNaN(value)) return blend(palette.paper, palette.density, 0.12);
  return blend(palette.paper, palette.colours.first, STRONGEST * Math.min(1, Math.max(0, value)));
}

const numberOf = (value: number, isSame: boolean): string =>
  isSame ? "·" : Number.isNaN(value) ? "–" : value.toFixed(2).replace(/^0/, "");

function drawCursor(
  context: CanvasRenderingContext2D,
  { cellWidth, cellHeight, nameWidth, nameHeight }: MatrixLayout,
  view: MatrixWindow,
  { row, column }: Place,
  colour: string,
): void {
  context.strokeStyle = colour;
  context.lineWidth = 2;
  context.strokeRect(
    nameWidth + column * cellWidth - view.left - 0.5,
    nameHeight + row * cellHeight - view.top - 0.5,
    cellWidth,
    cellHeight,
  );
}

const isInSight = (
  { row, column }: Place,
  rows: readonly [number, number],
  columns: readonly [number, number],
): boolean => row >= rows[0] && row < rows[1] && column >= columns[0] && column < columns[1];

function drawNames(
  context: CanvasRenderingContext2D,
  layout: MatrixLayout,
  view: MatrixWindow,
  { names, text, cursor }: MatrixScene,
  { rows, columns }: { rows: readonly [number, number]; columns: readonly [number, number] },
): void {
  const { nameWidth, nameHeight, cellWidth, cellHeight } = layout;
  const room = nameWidth - 8;
  context.fillStyle = text;
  context.save();
  context.beginPath();
  context.rect(0, nameHeight, nameWidth, view.height - nameHeight);
  context.clip();
  context.textAlign = "right";
  for (let row = rows[0]; row < rows[1]; row++) {
    context.globalAlpha = cursor === null || cursor.row === row ? 1 : 0.8;
    const y = nameHeight + (row + 0.5) * cellHeight - view.top;
    context.fillText(shortened(context, names[row] ?? "", room), nameWidth - 6, y);
  }
  context.restore();
  context.save();
  context.beginPath();
  context.rect(nameWidth, 0, view.width - nameWidth, nameHeight);
  context.clip();
  context.textAlign = "left";
  for (let column = columns[0]; column < columns[1]; column++) {
    context.save();
    context.globalAlpha = cursor === null || cursor.column === column ? 1 : 0.8;
    context.translate(nameWidth + (column + 0.5) * cellWidth - view.left, nameHeight - 6);
    context.rotate(-Math.PI / 2);
    context.fillText(shortened(context, names[column] ?? "", nameHeight - 8), 0, 0);
    context.restore();
  }
  context.restore();
}

/** Cut with an ellipsis so that it fits. */
function shortened(context: CanvasRenderingContext2D, name: string, room: number): string {
  if (context.measureText(name).width <= room) return name;
  let end = Math.min(name.length, 40);
  while (end > 1 && context.measureText(`${name.slice(0, end)}…`).width > room) end--;
  return `${name.slice(0, end)}…`;
}
