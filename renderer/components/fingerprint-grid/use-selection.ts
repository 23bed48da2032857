import { type PointerEvent as ReactPointerEvent, useCallback, useState } from "react";
import { gridPoint, type Layout, type Point, pointInFrame } from "../../model/map/geometry.ts";
import { modeOf } from "../../model/map/selection.ts";
import type { Stroke, Tool } from "../../model/map/tools.ts";

interface SelectionHandlers {
  readonly stroke: Stroke | null;
  readonly start: (event: ReactPointerEvent<SVGSVGElement>) => void;
  readonly move: (event: ReactPointerEvent<SVGSVGElement>) => void;
  readonly end: (event: ReactPointerEvent<SVGSVGElement>) => void;
  readonly cancel: () => void;
}

/** Follows a drag with a selection tool. The pointer is captured, so a stroke may leave the map and return. */
export function useSelection(
  layout: Layout | null,
  tool: Tool,
  isPanning: boolean,
  onDone: (stroke: Stroke) => void,
): SelectionHandlers {
  const [stroke, setStroke] = useState<Stroke | null>(null);
  const cancel = useCallback(() => setStroke(null), []);
  if (!layout || tool === "pointer" || isPanning)
    return { stroke: null, start: ignore, move: ignore, end: ignore, cancel };
  return {
    stroke,
    cancel,
    start: (event) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setStroke({ tool, points: pointsOf(event, layout), mode: modeOf(event) });
    },
    move: (event) => {
      if (!stroke) return;
      setStroke({ ...stroke, points: [...stroke.points, ...pointsOf(event, layout)] });
    },
    end: (event) => {
      if (!stroke) return;
      setStroke(null);
      onDone({ ...stroke, points: [...stroke.points, ...pointsOf(event, layout)] });
    },
  };
}

const ignore = () => {};

/** All points since the last event: the browser reports fast strokes in bundles. */
function pointsOf(event: ReactPointerEvent<SVGSVGElement>, layout: Layout): Point[] {
  const bounds = event.currentTarget.getBoundingClientRect();
  const side = layout.frame.side / layout.frame.ratio;
  const bundle = event.nativeEvent.getCoalescedEvents?.() ?? [];
  const events = bundle.length > 0 ? bundle : [event.nativeEvent];
  return events.map((each) => gridPoint(layout, pointInFrame(each, bounds, side)));
}
