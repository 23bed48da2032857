import { memo, useMemo } from "react";
import { SIDE } from "../../../core/kernel/grid.ts";
import { cellBox, type Layout } from "../../model/map/geometry.ts";
import type { CellSet } from "../../model/map/selection.ts";
import type { Stroke } from "../../model/map/tools.ts";

/** The border of a set of cells as an SVG path in CSS pixels; empty for the empty set. */
function outlinePath(set: CellSet, { cell, originX, originY, frame }: Layout): string {
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

interface LinesProps {
  readonly layout: Layout;
  /** Cells between two lines. */
  readonly every: number;
}

/** Grid lines on whole pixels. */
export const Lines = memo(function Lines({ layout, every }: LinesProps) {
  const { cell, originX, originY, frame } = layout;
  const side = frame.side / frame.ratio;
  const parts: string[] = [];
  for (let i = 0; i <= SIDE; i += every) {
    const x = (originX + i * cell - 0.5) / frame.ratio;
    const y = (originY + i * cell - 0.5) / frame.ratio;
    if (x >= 0 && x <= side) parts.push(`M${x} 0V${side}`);
    if (y >= 0 && y <= side) parts.push(`M0 ${y}H${side}`);
  }
  return <path className="map-lines" d={parts.join("")} />;
});

/** The border round chosen cells, twice: light under dark shows on any ground. */
export const Outline = memo(function Outline({
  layout,
  cells,
}: {
  readonly layout: Layout;
  readonly cells: CellSet;
}) {
  const path = useMemo(() => outlinePath(cells, layout), [cells, layout]);
  if (path === "") return null;
  return (
    <g className="map-outline">
      <path className="under" d={path} />
      <path className="over" d={path} />
    </g>
  );
});

export function CellMark({
  layout,
  cell,
  kind,
}: {
  readonly layout: Layout;
  readonly cell: number;
  readonly kind: "hover" | "cursor" | "pinned";
}) {
  if (cell < 0) return null;
  const { x, y, width, height } = cellBox(layout, cell);
  const grow = kind === "hover" ? 1 : 2;
  return (
    <g className={`map-${kind}`}>
      <rect
        className="under"
        x={x - grow}
        y={y - grow}
        width={width + 2 * grow}
        height={height + 2 * grow}
      />
      <rect
        className="over"
        x={x - grow}
        y={y - grow}
        width={width + 2 * grow}
        height={height + 2 * grow}
      />
    </g>
  );
}

/** The line of a lasso while it is drawn; other tools show the cells they take. */
export function LassoLine({
  layout,
  stroke,
}: {
  readonly layout: Layout;
  readonly stroke: Stroke | null;
}) {
  if (stroke?.tool !== "lasso") return null;
  const { cell, originX, originY, frame } = layout;
  const points = stroke.points.map(
    ({ x, y }) =>
      `${((originX + x * cell) / frame.ratio).toFixed(1)},${((originY + y * cell) / frame.ratio).toFixed(1)}`,
  );
  return <polygon className="map-lasso" points={points.join(" ")} />;
}
