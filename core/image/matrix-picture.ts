import {
  colorsOf,
  faceOf,
  GROUND,
  INK,
  innerSide,
  layOutMatrix,
  type MatrixSheet,
  type Patch,
} from "./matrix-layout.ts";
import type { Picture } from "./raster.ts";
import type { ImageStyle } from "./style.ts";

/** The matrix as pixels; its texts are not in them. */
export function drawMatrixPicture(sheet: MatrixSheet, cell: number, style: ImageStyle): Picture {
  const { width, height, field, patches } = layOutMatrix(sheet, cell);
  const face = faceOf(sheet, cell);
  const inner = innerSide(cell);
  const paintRow = (y: number, row: Uint16Array) => {
    row.fill(GROUND);
    for (const patch of patches) paintPatch(patch, y, row);
    const at = Math.floor((y - field.y) / cell);
    if (y < field.y || at >= sheet.names.length) return;
    const box = { y: field.y + at * cell, width: inner, height: inner };
    for (let column = 0; column < sheet.names.length; column++)
      paintPatch({ ...box, ...face(at, column), x: field.x + column * cell }, y, row);
  };
  return { width, height, palette: colorsOf(style), paintRow };
}

function paintPatch(patch: Patch, y: number, row: Uint16Array): void {
  const { x, y: top, width, height, color, isFramed } = patch;
  if (y < top || y >= top + height) return;
  const isEdge = isFramed && (y === top || y === top + height - 1);
  row.fill(isEdge ? INK : color, x, x + width);
  if (isFramed) row[x] = row[x + width - 1] = INK;
}
