import { useEffect, useRef } from "react";
import { cellAt, type Layout, pointInFrame } from "../../model/map/geometry.ts";
import type { FingerprintGridProps } from "./grid-props.ts";

/** Which cell the pointer is on; asked again when the map moves under a pointer at rest. */
export function usePointerCell(layout: Layout | null, { onHover, tool }: FingerprintGridProps) {
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
    },
    leave: () => {
      last.current = null;
      onHover(-1);
    },
  };
}
