import { memo } from "react";
import { SIDE } from "../../../core/kernel/grid.ts";
import type { Layout } from "../../model/map/geometry.ts";
import type { TrailStop } from "../../model/map/trail-stop.ts";

interface TrailProps {
  readonly layout: Layout;
  readonly stops: readonly TrailStop[];
}

const RADIUS = 9;

/** A line from place to place in order, each marked by its letter; the line points the way by growing wider. */
export const Trail = memo(function Trail({ layout, stops }: TrailProps) {
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
