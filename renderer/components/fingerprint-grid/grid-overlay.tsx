import { memo, useDeferredValue, useEffect, useMemo, useRef } from "react";
import { SIDE } from "../../../core/kernel/grid.ts";
import {
  cellAt,
  cellBox,
  gridPoint,
  type Layout,
  pointInFrame,
  visibleCells,
} from "../../model/map/geometry.ts";
import type { GroundNames } from "../../model/map/ground-names.ts";
import { type Label, levelsAt, placeLabels, weightsOf } from "../../model/map/labels.ts";
import { type MapLayer, maskOf } from "../../model/map/layers.ts";
import { type MapPoints, nearestPoint } from "../../model/map/points.ts";
import type { Region } from "../../model/map/region.ts";
import type { FingerprintGridProps, Parts } from "./grid-props.ts";
import { CellMark, LassoLine, Lines, Outline } from "./overlay.tsx";
import { usePreview } from "./use-selection.ts";

/** CSS pixels from a point within which the pointer is on it. */
const REACH = 8;

/** Which cell the pointer is on; asked again when the map moves under a pointer at rest. */
function usePointerCell(layout: Layout | null, props: FingerprintGridProps) {
  const { onHover, tool, points, onPoint } = props;
  const last = useRef<{ x: number; y: number } | null>(null);
  useEffect(() => {
    if (layout && last.current) onHover(cellAt(layout, last.current));
  }, [layout, onHover]);
  return {
    move: (event: React.PointerEvent<SVGSVGElement>) => {
      if (!layout) return;
      const width = layout.frame.side / layout.frame.ratio;
      const point = pointInFrame(event, event.currentTarget.getBoundingClientRect(), width);
      const isDragged = event.buttons === 1 && tool === "pointer";
      last.current = isDragged ? null : point;
      onHover(isDragged ? -1 : cellAt(layout, point));
      if (!points) return;
      const reach = (REACH * layout.frame.ratio) / layout.cell;
      onPoint?.(isDragged ? -1 : nearestPoint(points, gridPoint(layout, point), reach));
    },
    leave: () => {
      last.current = null;
      onHover(-1);
      onPoint?.(-1);
    },
  };
}

/** Cells between two grid lines. */
const LINES_EVERY = 8;

interface GridOverlayProps {
  readonly target: React.RefObject<SVGSVGElement | null>;
  readonly side: number;
  readonly parts: Parts;
}

/** Names, outlines and marks over the cells; takes the pointer. */
export function GridOverlay({ target, side, parts }: GridOverlayProps) {
  const { props, layout, selection, cursor, names } = parts;
  const preview = usePreview(props, selection.stroke);
  const hover = usePointerCell(layout, props);
  return (
    <svg
      ref={target}
      className="grid-overlay"
      width={side}
      height={side}
      aria-hidden="true"
      onPointerDown={selection.start}
      onPointerMove={(event) => {
        selection.move(event);
        hover.move(event);
      }}
      onPointerUp={selection.end}
      onPointerCancel={selection.cancel}
      onPointerLeave={hover.leave}
      onClick={() => {
        if (props.tool !== "pointer") return;
        if (props.points && (props.point ?? -1) >= 0) props.points.onOpen(props.point ?? -1);
        else if (props.hovered >= 0) props.onOpenCell(props.hovered);
      }}
      onDoubleClick={() => {
        if (props.tool === "pointer") props.onOpenCell(-1);
      }}
    >
      {layout && (
        <>
          {props.style.showsLines && <Lines layout={layout} every={LINES_EVERY} />}
          {props.style.showsNames && (
            <MapNames
              layout={layout}
              regions={props.regions}
              cellNames={props.cellNames}
              layers={props.layers}
              hovered={props.hovered}
              ground={names}
            />
          )}
          <Outline layout={layout} cells={preview} />
          <LassoLine layout={layout} stroke={selection.stroke} />
          <CellMark layout={layout} cell={props.pinned} kind="pinned" />
          {props.points && (
            <PointMark layout={layout} points={props.points} point={props.point ?? -1} />
          )}
          {props.hovered !== props.pinned && !props.points && (
            <CellMark layout={layout} cell={props.hovered} kind="hover" />
          )}
          <CellMark layout={layout} cell={cursor} kind="cursor" />
        </>
      )}
    </svg>
  );
}

interface PointMarkProps {
  readonly layout: Layout;
  readonly points: MapPoints;
  /** -1 for none. */
  readonly point: number;
}

/** A ring round the point under the pointer, twice: light under dark shows on any ground. */
function PointMark({ layout, points, point }: PointMarkProps) {
  if (point < 0 || point >= points.ids.length) return null;
  const { cell, originX, originY, frame } = layout;
  const cx = (originX + points.x[point]! * cell) / frame.ratio;
  const cy = (originY + points.y[point]! * cell) / frame.ratio;
  return (
    <g className="map-hover">
      <circle className="under" cx={cx} cy={cy} r={6} />
      <circle className="over" cx={cx} cy={cy} r={6} />
    </g>
  );
}

interface MapNamesProps {
  readonly layout: Layout;
  readonly regions: readonly Region[];
  /** The name of each cell, or none while unknown. */
  readonly cellNames: readonly string[];
  readonly layers: readonly MapLayer[];
  /** Cell under the pointer: names give way there. */
  readonly hovered: number;
  readonly ground: GroundNames;
}

/** CSS pixels a cell from which it has room for its own name. */
const ROOM_FOR_NAME = 58;

/** Names of regions, three levels at once and finer ones the closer one looks; in the end of every single cell. */
const MapNames = memo(function MapNames(props: MapNamesProps) {
  const { layout, cellNames } = props;
  const size = layout.cell / layout.frame.ratio;
  const isClose = size >= ROOM_FOR_NAME && cellNames.length > 0;
  return (
    <g className="map-names">
      {isClose ? (
        <>
          <Lines layout={layout} every={1} />
          <CellNames {...props} size={size} />
        </>
      ) : (
        <RegionNames {...props} size={size} />
      )}
    </g>
  );
});

interface Sized extends MapNamesProps {
  /** CSS pixels a cell. */
  readonly size: number;
}

/** They move with the map, and cover neither one another nor a cell that is set, but where a heat needs a name. */
function RegionNames({ layout, regions, layers, hovered, size, ground }: Sized) {
  const { cell, frame, originX, originY } = layout;
  // Finding room for the names takes as long as drawing the cells: the cells go first.
  const drawn = useDeferredValue(layers);
  const occupied = useMemo(() => maskOf(drawn), [drawn]);
  const { isInside } = ground;
  const weights = useMemo(() => weightsOf(regions, drawn, ground), [regions, drawn, ground]);
  const labels = useMemo(
    () => placeLabels(regions, size, levelsAt(cell / frame.cell), { occupied, isInside, weights }),
    [regions, size, cell, frame.cell, occupied, isInside, weights],
  );
  const left = originX / frame.ratio;
  const top = originY / frame.ratio;
  const side = frame.side / frame.ratio;
  const pointer = hovered < 0 ? null : cellBox(layout, hovered);
  return labels.map((label) => {
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
        style={ground.colourOf(label.region)}
        data-yields={yields || undefined}
        data-over={weights.has(label.region.id) || undefined}
      >
        {label.text}
      </text>
    );
  });
}

function near(label: Label, left: number, top: number, pointer: { x: number; y: number }): boolean {
  const x = pointer.x - label.x - left;
  const y = pointer.y - label.y - top;
  return x > -12 && y > -12 && x < label.width + 12 && y < label.height + 12;
}

const LINE_HEIGHT = 13;
const CHARACTER_WIDTH = 6.1;

function CellNames({ layout, cellNames, layers, size }: Sized) {
  const mask = useMemo(() => maskOf(layers), [layers]);
  const { left, right, top, bottom } = visibleCells(layout);
  const cells: number[] = [];
  for (let row = top; row < bottom; row++)
    for (let column = left; column < right; column++) cells.push(row * SIDE + column);
  return cells.map((position) => {
    const { x, y } = cellBox(layout, position);
    const lines = brokenName(cellNames[position] ?? "", size);
    const first = y + size / 2 - ((lines.length - 1) * LINE_HEIGHT) / 2;
    return (
      <text key={position} className="map-cell-name" data-set={mask[position] !== 0 || undefined}>
        {lines.map((line, index) => (
          <tspan key={line} x={x + size / 2} y={first + index * LINE_HEIGHT}>
            {line}
          </tspan>
        ))}
      </text>
    );
  });
}

/** A name in lines that fit into a cell; what has no room is left out. */
function brokenName(name: string, size: number): string[] {
  const most = Math.max(4, Math.floor((size - 6) / CHARACTER_WIDTH));
  const lines = new Set(name.split(" ").map((word) => shortened(word, most)));
  return [...lines].slice(0, Math.max(1, Math.floor(size / LINE_HEIGHT) - 1));
}

const shortened = (word: string, most: number): string =>
  word.length <= most ? word : `${word.slice(0, most - 1)}…`;
