import { SIDE } from "../../../core/kernel/grid.ts";
import type { Layout, Point } from "../../model/map/geometry.ts";
import type { MapLayer } from "../../model/map/layers.ts";
import { Thumbnail } from "./thumbnail.tsx";

const SIZE = 96;
const NOTHING: readonly number[] = [];

interface MinimapProps {
  readonly layout: Layout;
  readonly layers: readonly MapLayer[];
  /** Asked to show this grid point in the middle. */
  readonly onMove: (centre: Point) => void;
}

/** Where on the whole map the view is, once zoomed in four times or more. */
export function Minimap({ layout, layers, onMove }: MinimapProps) {
  const { cell, frame, originX, originY } = layout;
  if (cell < 4 * frame.cell) return null;
  const scale = SIZE / (SIDE * cell);
  const follow = (event: React.PointerEvent<HTMLDivElement>) => {
    if (event.buttons !== 1) return;
    const bounds = event.currentTarget.getBoundingClientRect();
    onMove({
      x: ((event.clientX - bounds.left) / bounds.width) * SIDE,
      y: ((event.clientY - bounds.top) / bounds.height) * SIDE,
    });
  };
  return (
    <div className="minimap" aria-hidden="true" onPointerDown={follow} onPointerMove={follow}>
      <Thumbnail positions={NOTHING} layers={layers} size={SIZE} />
      <div
        className="minimap-view"
        style={{
          left: -originX * scale,
          top: -originY * scale,
          width: frame.side * scale,
          height: frame.side * scale,
        }}
      />
    </div>
  );
}
