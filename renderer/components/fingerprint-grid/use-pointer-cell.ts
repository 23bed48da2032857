import { useEffect, useRef } from "react";
import { cellAt, gridPoint, type Layout, pointInFrame } from "../../model/map/geometry.ts";
import { nearestPoint } from "../../model/map/points.ts";
import type { FingerprintGridProps } from "./grid-props.ts";

/** CSS pixels from a point within which the pointer is on it. */
const REACH = 8;

/** Which cell the pointer is on; asked again when the map moves under a pointer at rest. */
export function usePointerCell(layout: Layout | null, props: FingerprintGridProps) {
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
