import { scaleLinear } from "d3";
import type { Box } from "../../../model/map/geometry.ts";
import { overlap } from "../../../model/map/place-names.ts";

/** A term by the shares of the two sides that it covers, 0 to 1. */
export interface BridgeShares {
  readonly term: string;
  readonly left: number;
  readonly right: number;
}

export interface BridgePoint extends BridgeShares {
  readonly x: number;
  readonly y: number;
}

export interface BridgeLabel extends Box {
  readonly term: string;
}

/** Of the drawing, in its own units, which are about CSS pixels. */
export const PLOT = { width: 312, height: 232, left: 36, right: 8, top: 12, bottom: 36 } as const;
/** Room around the farthest point, so that its label has a place. */
const AIR = 1.12;

/** Both axes have one scale, so that what lies on the diagonal is as near to one side as to the other. */
export function bridgeScales(rows: readonly BridgeShares[]) {
  const most = Math.max(0.01, ...rows.flatMap(({ left, right }) => [left, right]));
  const domain = [0, most * AIR];
  return {
    x: scaleLinear(domain, [PLOT.left, PLOT.width - PLOT.right]),
    y: scaleLinear(domain, [PLOT.height - PLOT.bottom, PLOT.top]),
  };
}

type Scales = ReturnType<typeof bridgeScales>;

export const bridgePoints = (rows: readonly BridgeShares[], { x, y }: Scales): BridgePoint[] =>
  rows.map((row) => ({ ...row, x: x(row.left), y: y(row.right) }));

/** A bound from above for the interface's face at 12 px. */
const CHARACTER = 7;
const HEIGHT = 14;
const GAP = 6;
const DOT = 4;

/** Names for as many points as have room, the first points first; no name touches another name or a dot. */
export function bridgeLabels(points: readonly BridgePoint[]): BridgeLabel[] {
  const dots = points.map(({ x, y }) => ({
    x: x - DOT,
    y: y - DOT,
    width: 2 * DOT,
    height: 2 * DOT,
  }));
  const labels: BridgeLabel[] = [];
  for (const { term, x, y } of points) {
    const width = CHARACTER * [...term].length;
    const box = placesAround(x, y, width).find(
      (place) => isInside(place) && ![...dots, ...labels].some((taken) => overlap(place, taken)),
    );
    if (box) labels.push({ term, ...box });
  }
  return labels;
}

function placesAround(x: number, y: number, width: number): Box[] {
  const middle = y - HEIGHT / 2;
  return [
    { x: x + GAP, y: middle, width, height: HEIGHT },
    { x: x - GAP - width, y: middle, width, height: HEIGHT },
    { x: x - width / 2, y: y - GAP - HEIGHT, width, height: HEIGHT },
    { x: x - width / 2, y: y + GAP, width, height: HEIGHT },
  ];
}

const isInside = ({ x, y, width, height }: Box): boolean =>
  x >= PLOT.left && y >= 0 && x + width <= PLOT.width && y + height <= PLOT.height - PLOT.bottom;
