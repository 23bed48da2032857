import { memo, useMemo } from "react";
import { SIDE } from "../../../core/kernel/grid.ts";
import { cellBox, type Layout } from "./geometry.ts";
import { type Label, levelsAt, placeLabels, type Region } from "./labels.ts";
import { outlinePath } from "./outline.ts";
import type { CellSet } from "./selection.ts";
import type { GridLines } from "./style.ts";
import type { Stroke } from "./tools.ts";

interface NamesProps {
  readonly layout: Layout;
  readonly regions: readonly Region[];
  /** Cell under the pointer: names give way there. */
  readonly hovered: number;
}

/** Names of regions, in small capitals; they move with the map and never overlap. */
export const Names = memo(function Names({ layout, regions, hovered }: NamesProps) {
  const { cell, frame, originX, originY } = layout;
  const size = cell / frame.ratio;
  const labels = useMemo(
    () => placeLabels(regions, size, levelsAt(cell / frame.cell)),
    [regions, size, cell, frame.cell],
  );
  const left = originX / frame.ratio;
  const top = originY / frame.ratio;
  const side = frame.side / frame.ratio;
  const pointer = hovered < 0 ? null : cellBox(layout, hovered);
  return (
    <g className="map-names">
      {labels.map((label) => {
        const x = label.x + left + label.width / 2;
        const y = label.y + top + label.height / 2;
        if (x < -label.width || x > side + label.width || y < -20 || y > side + 20) return null;
        const yields = pointer !== null && near(label, left, top, pointer);
        return (
          <text
            key={label.region.id}
            x={x}
            y={y}
            className={`map-name level-${label.region.level}`}
            data-yields={yields || undefined}
          >
            {label.region.name}
          </text>
        );
      })}
    </g>
  );
});

function near(label: Label, left: number, top: number, pointer: { x: number; y: number }): boolean {
  const x = pointer.x - label.x - left;
  const y = pointer.y - label.y - top;
  return x > -12 && y > -12 && x < label.width + 12 && y < label.height + 12;
}

/** Lines every so many cells, on whole pixels. */
export const Lines = memo(function Lines({
  layout,
  lines,
}: {
  readonly layout: Layout;
  readonly lines: GridLines;
}) {
  if (lines === "off") return null;
  const step = Number(lines);
  const { cell, originX, originY, frame } = layout;
  const side = frame.side / frame.ratio;
  const parts: string[] = [];
  for (let i = 0; i <= SIDE; i += step) {
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
  readonly kind: "hover" | "cursor";
}) {
  if (cell < 0) return null;
  const { x, y, width, height } = cellBox(layout, cell);
  const grow = kind === "cursor" ? 2 : 1;
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
