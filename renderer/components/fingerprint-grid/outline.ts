import { SIDE } from "../../../core/kernel/grid.ts";
import type { Layout } from "../../model/map/geometry.ts";
import type { CellSet } from "../../model/map/selection.ts";

/** The border of a set of cells as an SVG path in CSS pixels; empty for the empty set. */
export function outlinePath(set: CellSet, { cell, originX, originY, frame }: Layout): string {
  if (!set.includes(1)) return "";
  const x = (column: number) => round((originX + column * cell) / frame.ratio);
  const y = (row: number) => round((originY + row * cell) / frame.ratio);
  const at = (column: number, row: number) =>
    column >= 0 && row >= 0 && column < SIDE && row < SIDE ? set[row * SIDE + column]! : 0;
  const parts: string[] = [];
  for (let line = 0; line <= SIDE; line++) {
    for (const [from, to] of runs((i) => at(i, line - 1) !== at(i, line)))
      parts.push(`M${x(from)} ${y(line)}H${x(to)}`);
    for (const [from, to] of runs((i) => at(line - 1, i) !== at(line, i)))
      parts.push(`M${x(line)} ${y(from)}V${y(to)}`);
  }
  return parts.join("");
}

function runs(isEdge: (index: number) => boolean): [number, number][] {
  const found: [number, number][] = [];
  let start = -1;
  for (let i = 0; i <= SIDE; i++) {
    const edge = i < SIDE && isEdge(i);
    if (edge && start < 0) start = i;
    if (!edge && start >= 0) {
      found.push([start, i]);
      start = -1;
    }
  }
  return found;
}

const round = (value: number) => Math.round(value * 100) / 100;
