import { CELLS, SIDE } from "../../../core/kernel/grid.ts";
import type { ColourName } from "./layers.ts";

/** Points of one kind, as the legend names them. */
export interface PointClass {
  readonly label: string;
  readonly colour: ColourName;
  /** Share of the way to a second colour, for kinds that are in an order. */
  readonly towards?: { readonly colour: ColourName; readonly share: number };
}

/** Things that each have a place on the map. The lists are equally long. */
export interface MapPoints {
  /** Column and row on the map, in cells; equal places are spread, so that few points cover another. */
  readonly x: Float32Array;
  readonly y: Float32Array;
  /** Index in `classes` of each. */
  readonly classOf: Uint8Array;
  readonly classes: readonly PointClass[];
  readonly ids: readonly string[];
  /** What is said of a point under the pointer. */
  readonly textOf: (index: number, signal: AbortSignal) => Promise<string>;
  readonly onOpen: (index: number) => void;
}

/** Cells between two points of the same place, as far as they find room in their cell's surroundings. */
const STEP = 0.3;
const WIDEST = 1.6;
/** Turns a point further than the one before it, so that they fill a disc evenly. */
const TURN = Math.PI * (3 - Math.sqrt(5));

/** Points of the same cell lie round its middle, the earlier the nearer; many of them lie closer together. */
export function spreadPoints(places: readonly number[]): { x: Float32Array; y: Float32Array } {
  const counts = new Uint32Array(CELLS);
  for (const place of places) counts[place]!++;
  const before = new Uint32Array(CELLS);
  const x = new Float32Array(places.length);
  const y = new Float32Array(places.length);
  places.forEach((place, i) => {
    const step = Math.min(STEP, WIDEST / Math.sqrt(Math.max(1, counts[place]! - 1)));
    const turn = before[place]! * TURN;
    const radius = step * Math.sqrt(before[place]!++);
    x[i] = inside((place % SIDE) + 0.5 + radius * Math.cos(turn));
    y[i] = inside(Math.floor(place / SIDE) + 0.5 + radius * Math.sin(turn));
  });
  return { x, y };
}

const inside = (at: number) => Math.min(SIDE - 0.1, Math.max(0.1, at));

/** The cell that a point lies in. */
export const cellOfPoint = ({ x, y }: Pick<MapPoints, "x" | "y">, i: number): number =>
  Math.floor(y[i]!) * SIDE + Math.floor(x[i]!);

/** The point nearest to a place within `reach` cells, or -1. */
export function nearestPoint(
  { x, y }: Pick<MapPoints, "x" | "y">,
  at: { readonly x: number; readonly y: number },
  reach: number,
): number {
  let found = -1;
  let least = reach * reach;
  for (let i = 0; i < x.length; i++) {
    const dx = x[i]! - at.x;
    const dy = y[i]! - at.y;
    const distance = dx * dx + dy * dy;
    if (distance <= least) {
      least = distance;
      found = i;
    }
  }
  return found;
}

/** Points whose cell is among these. */
export function pointsIn(
  points: Pick<MapPoints, "x" | "y">,
  cells: ReadonlySet<number>,
): readonly number[] {
  const found: number[] = [];
  for (let i = 0; i < points.x.length; i++) if (cells.has(cellOfPoint(points, i))) found.push(i);
  return found;
}

/** Points of one kind that are drawn one after the other. */
export interface PointRun {
  readonly kind: number;
  /** Not among the chosen cells, where some are chosen. */
  readonly isFaint: boolean;
  readonly members: readonly number[];
}

/** Parts that are drawn one after the other, each with all kinds: so none of them lies on top of all others. */
const PARTS = 12;
/** Strength of a faint point. */
export const FAINT_POINT = 0.16;

/** In the order of drawing, on the screen and in pictures. Faint ones come first, so that chosen ones lie on top. */
export function pointRuns(
  points: Pick<MapPoints, "x" | "y" | "classOf" | "classes" | "ids">,
  chosen: readonly number[],
): readonly PointRun[] {
  const cells = new Set(chosen);
  const runs = Array.from({ length: 2 * PARTS * points.classes.length }, (): number[] => []);
  for (let i = 0; i < points.ids.length; i++) {
    const isFaint = cells.size > 0 && !cells.has(cellOfPoint(points, i));
    const part = (isFaint ? 0 : PARTS) + ((Math.imul(i + 1, 0x9e3779b1) >>> 8) % PARTS);
    runs[part * points.classes.length + points.classOf[i]!]!.push(i);
  }
  return runs.map((members, place) => ({
    kind: place % points.classes.length,
    isFaint: place < PARTS * points.classes.length,
    members,
  }));
}
