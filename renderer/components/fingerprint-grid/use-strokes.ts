import { useCallback, useMemo } from "react";
import { unionOf } from "../../model/map/layers.ts";
import { type CellSet, toPositions, toSet } from "../../model/map/selection.ts";
import { afterStroke, type Stroke, strokeTakes } from "../../model/map/tools.ts";
import type { FingerprintGridProps } from "./grid-props.ts";

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
