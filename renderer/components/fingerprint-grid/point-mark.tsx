import type { Layout } from "../../model/map/geometry.ts";
import type { MapPoints } from "../../model/map/points.ts";

interface PointMarkProps {
  readonly layout: Layout;
  readonly points: MapPoints;
  /** -1 for none. */
  readonly point: number;
}

/** A ring round the point under the pointer, twice: light under dark shows on any ground. */
export function PointMark({ layout, points, point }: PointMarkProps) {
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
