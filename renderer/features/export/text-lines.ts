import { layOut } from "../../../core/image/layout.ts";
import { matrixLayout } from "./model/image-matrix.ts";
import type { Plan } from "./model/image-sheet.ts";
import type { MatrixLayout } from "./model/matrix-picture.ts";

/** Every line of text a PNG has room for. */
export function textLines(plan: Plan, cell: number) {
  if (plan.matrix) return matrixLines(matrixLayout(plan, plan.matrix, cell));
  const { sheet, style } = plan;
  const { texts, legend, width, panels } = layOut(sheet, cell, style);
  const rooms = texts.map((line) => {
    const panel = panels.find(({ x, width: side }) => line.x >= x && line.x < x + side);
    return line.role === "panel" && panel ? panel.x + panel.width : width;
  });
  return [
    ...texts.map((line, index) => ({ line, room: rooms[index]! })),
    ...legend.map((line) => ({ line, room: width })),
  ];
}

/** Names end where the cells begin; upright ones have as much room above the cells. */
const matrixLines = ({ texts, field, width }: MatrixLayout) =>
  texts.map((line) => ({ line, room: line.role === "panel" && !line.isUpright ? field.x : width }));
