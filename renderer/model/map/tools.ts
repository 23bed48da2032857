import { SIDE } from "../../../core/kernel/grid.ts";
import type { MapView, Point } from "./geometry.ts";
import {
  type CellSet,
  combine,
  intersectPositions,
  lassoCells,
  rectangleCells,
  type SelectionMode,
  strokeCells,
} from "./selection.ts";

export const TOOLS = ["pointer", "rectangle", "lasso", "brush", "region"] as const;

export type Tool = (typeof TOOLS)[number];

/** A drag with a selection tool, in grid coordinates, from press to now. */
export interface Stroke {
  readonly tool: Exclude<Tool, "pointer">;
  readonly points: readonly Point[];
  readonly mode: SelectionMode;
}

export interface ToolSettings {
  /** Cells per side of the brush, 1..9. */
  readonly brushSize: number;
  /** Takes cells of the shown layers only. */
  readonly onlySet: boolean;
}

/** The cells a stroke takes, before it is combined with what was chosen. */
export function strokeTakes(
  stroke: Stroke,
  { brushSize }: ToolSettings,
  regionAt: (position: number) => readonly number[],
): CellSet {
  const first = stroke.points[0];
  const last = stroke.points.at(-1);
  if (!first || !last) return new Uint8Array(SIDE * SIDE);
  if (stroke.tool === "rectangle") return rectangleCells(nearestCell(first), nearestCell(last));
  if (stroke.tool === "lasso") return lassoCells(stroke.points);
  if (stroke.tool === "brush") return strokeCells(stroke.points, brushSize);
  const cells = new Uint8Array(SIDE * SIDE);
  for (const position of regionAt(nearestCell(last))) cells[position] = 1;
  return cells;
}

/** What is chosen after the stroke. */
export function afterStroke(
  before: CellSet,
  taken: CellSet,
  mode: SelectionMode,
  onlySet: readonly number[] | null,
): CellSet {
  const cells = onlySet ? intersectPositions(taken, onlySet) : taken;
  return combine(before, cells, mode);
}

/** The cell of a grid point; points outside count as the nearest edge cell. */
export function nearestCell({ x, y }: Point): number {
  const inside = (value: number) => Math.min(SIDE - 1, Math.max(0, Math.floor(value)));
  return inside(y) * SIDE + inside(x);
}

/** What the toolbar and the palette can ask of the map. */
export interface GridControls {
  zoomBy(factor: number): void;
  fit(): void;
  zoomToCells(positions: Iterable<number>): void;
  /** Shows this part of the map at once. */
  show(view: MapView): void;
  focus(): void;
}
