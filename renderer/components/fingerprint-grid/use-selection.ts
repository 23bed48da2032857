import { type PointerEvent as ReactPointerEvent, useCallback, useMemo, useState } from "react";
import { gridPoint, type Layout, type Point, pointInFrame } from "../../model/map/geometry.ts";
import { unionOf } from "../../model/map/layers.ts";
import { type CellSet, modeOf, toPositions, toSet } from "../../model/map/selection.ts";
import { afterStroke, type Stroke, strokeTakes, type Tool } from "../../model/map/tools.ts";
import type { FingerprintGridProps } from "./grid-props.ts";

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

/** What a stroke that has ended chooses. */
export function useFinishStroke({
  brush,
  brushSize,
  onlySet,
  layers,
  regionAt,
  onBrush,
}: FingerprintGridProps): (stroke: Stroke) => void {
  return useCallback(
    (stroke) => {
      const taken = strokeTakes(stroke, { brushSize, onlySet }, regionAt);
      const limit = onlySet ? unionOf(layers) : null;
      const cells = toPositions(afterStroke(toSet(brush), taken, stroke.mode, limit));
      onBrush(cells.length === 0 ? "Select no cell" : `Select ${cells.length} cells`, cells);
    },
    [brush, brushSize, onlySet, layers, regionAt, onBrush],
  );
}

/** Cells outlined now: those chosen, as they will be after the stroke in progress. */
export function usePreview(props: FingerprintGridProps, stroke: Stroke | null): CellSet {
  const { brush, brushSize, onlySet, layers, regionAt } = props;
  const before = useMemo(() => toSet(brush), [brush]);
  return useMemo(() => {
    if (!stroke) return before;
    const taken = strokeTakes(stroke, { brushSize, onlySet }, regionAt);
    return afterStroke(before, taken, stroke.mode, onlySet ? unionOf(layers) : null);
  }, [before, brushSize, onlySet, layers, regionAt, stroke]);
}
