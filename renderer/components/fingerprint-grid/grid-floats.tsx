import { zoomAround } from "../../model/map/geometry.ts";
import type { Parts } from "./grid-parts.ts";
import { GridCard, GridTooltip } from "./grid-tooltip.tsx";
import { Minimap } from "./minimap.tsx";

/** What floats on the map: where the view lies in the whole, and what is known of a cell. */
export function GridFloats({
  parts: { props, layout, zoom, selection, cursor },
}: {
  readonly parts: Parts;
}) {
  if (!layout) return null;
  const named = props.hovered >= 0 ? props.hovered : cursor;
  const spoken = selection.stroke || named === props.pinned ? -1 : named;
  return (
    <>
      <Minimap
        layout={layout}
        layers={props.layers}
        onMove={(centre) =>
          zoom.jumpTo(zoomAround(layout.frame, layout.cell / layout.frame.cell, centre))
        }
      />
      <GridTooltip layout={layout} cell={spoken} delay={props.tooltipDelay}>
        {props.tooltip}
      </GridTooltip>
      <GridCard layout={layout} cell={props.pinned}>
        {props.card}
      </GridCard>
    </>
  );
}
