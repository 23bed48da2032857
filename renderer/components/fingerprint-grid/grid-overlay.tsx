import { useEffect, useRef } from "react";
import { cellAt, gridPoint, type Layout, pointInFrame } from "../../model/map/geometry.ts";
import { type MapPoints, nearestPoint } from "../../model/map/points.ts";
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
