import { memo, useEffect, useRef } from "react";
import { SIDE } from "../../../core/kernel/grid.ts";
import { cellAt, gridPoint, type Layout, pointInFrame } from "../../model/map/geometry.ts";
import { type MapPoints, nearestPoint } from "../../model/map/points.ts";
import type { TrailStop } from "../../model/map-content.ts";
import type { FingerprintGridProps, Parts } from "./grid-props.ts";
import { MapNames } from "./map-names.tsx";
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

interface TrailProps {
  readonly layout: Layout;
  readonly stops: readonly TrailStop[];
}

const RADIUS = 9;

/** A line from place to place in order, each marked by its letter; the line points the way by growing wider. */
const Trail = memo(function Trail({ layout, stops }: TrailProps) {
  const places = stops.map((stop) => ({ ...stop, ...pointOf(layout, stop.position) }));
  return (
    <g className="map-trail">
      {places.slice(1).map((to, index) => (
        <path key={`${to.letter} ${to.position}`} d={wedge(places[index]!, to)} />
      ))}
      {places.map(({ letter, position, colour, label, x, y }) => (
        <g key={`${letter} ${position}`}>
          <title>{label}</title>
          <circle cx={x} cy={y} r={RADIUS} style={{ fill: `var(--${colour})` }} />
          <text x={x} y={y}>
            {letter}
          </text>
        </g>
      ))}
    </g>
  );
});

interface Place {
  readonly x: number;
  readonly y: number;
}

/** In CSS pixels of the overlay. */
function pointOf({ cell, originX, originY, frame }: Layout, position: number): Place {
  const column = position % SIDE;
  const row = (position - column) / SIDE;
  return {
    x: (originX + (column + 0.5) * cell) / frame.ratio,
    y: (originY + (row + 0.5) * cell) / frame.ratio,
  };
}

/** Wide where it starts and a point where it ends, so that the direction shows without arrow heads. */
function wedge(from: Place, to: Place): string {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const across = { x: (-(to.y - from.y) / length) * 4, y: ((to.x - from.x) / length) * 4 };
  return `M${from.x + across.x} ${from.y + across.y}L${to.x} ${to.y}L${from.x - across.x} ${from.y - across.y}Z`;
}

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
          <Lines layout={layout} lines={props.style.lines} />
          {props.style.showsNames && (
            <MapNames
              layout={layout}
              regions={props.regions}
              cellNames={props.cellNames}
              layers={props.layers}
              hovered={props.hovered}
              strength={props.style.nameStrength}
              ground={names}
            />
          )}
          {props.trail && props.trail.length > 0 && <Trail layout={layout} stops={props.trail} />}
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
