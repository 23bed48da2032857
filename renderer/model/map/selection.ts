import { CELLS, SIDE } from "../../../core/kernel/grid.ts";
import type { Point } from "./geometry.ts";

/** One byte a cell: 1 inside, 0 outside. */
export type CellSet = Uint8Array;
export type SelectionMode = "new" | "add" | "subtract" | "intersect";

export const emptySet = (): CellSet => new Uint8Array(CELLS);

export function toSet(positions: Iterable<number>): CellSet {
  const set = emptySet();
  for (const position of positions) set[position] = 1;
  return set;
}

export function toPositions(set: CellSet): number[] {
  const positions: number[] = [];
  for (let position = 0; position < CELLS; position++) if (set[position]) positions.push(position);
  return positions;
}

export function combine(before: CellSet, stroke: CellSet, mode: SelectionMode): CellSet {
  if (mode === "new") return stroke.slice();
  return before.map((old, position) => {
    const hit = stroke[position]!;
    if (mode === "add") return old | hit;
    return mode === "subtract" ? old & (1 - hit) : old & hit;
  });
}

/** New without a modifier, add with Shift, subtract with Alt, intersect with both. */
export function modeOf(keys: { readonly shiftKey: boolean; readonly altKey: boolean }) {
  if (keys.shiftKey) return keys.altKey ? "intersect" : "add";
  return keys.altKey ? "subtract" : "new";
}

/** All cells between two opposite corner cells, both included. */
export function rectangleCells(from: number, to: number): CellSet {
  const set = emptySet();
  const [left, right] = ordered(from % SIDE, to % SIDE);
  const [top, bottom] = ordered(Math.floor(from / SIDE), Math.floor(to / SIDE));
  for (let row = top; row <= bottom; row++) set.fill(1, row * SIDE + left, row * SIDE + right + 1);
  return set;
}

/**
 * Cells whose centre lies inside the closed polygon (grid coordinates) by the even-odd rule: a place that
 * the line winds round twice is outside.
 */
export function lassoCells(polygon: readonly Point[]): CellSet {
  const set = emptySet();
  if (polygon.length < 3) return set;
  for (let row = 0; row < SIDE; row++) {
    const crossings = crossingsAt(polygon, row + 0.5);
    for (let i = 0; i + 1 < crossings.length; i += 2) {
      const start = Math.max(0, Math.ceil(crossings[i]! - 0.5));
      const end = Math.min(SIDE, Math.ceil(crossings[i + 1]! - 0.5));
      if (end > start) set.fill(1, row * SIDE + start, row * SIDE + end);
    }
  }
  return set;
}

function crossingsAt(polygon: readonly Point[], y: number): number[] {
  const crossings: number[] = [];
  let previous = polygon.at(-1)!;
  for (const point of polygon) {
    if (previous.y <= y !== point.y <= y) {
      const share = (y - previous.y) / (point.y - previous.y);
      crossings.push(previous.x + share * (point.x - previous.x));
    }
    previous = point;
  }
  return crossings.sort((a, b) => a - b);
}

/** Cells under a square brush of `size` cells a side drawn through the points; fast strokes leave no gap. */
export function strokeCells(points: readonly Point[], size: number): CellSet {
  const set = emptySet();
  const first = points[0];
  if (!first) return set;
  stamp(set, first, size);
  for (let i = 1; i < points.length; i++) {
    const from = points[i - 1]!;
    const to = points[i]!;
    const steps = Math.max(1, Math.ceil(2 * Math.hypot(to.x - from.x, to.y - from.y)));
    for (let step = 1; step <= steps; step++) {
      const share = step / steps;
      stamp(
        set,
        { x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) },
        size,
      );
    }
  }
  return set;
}

function stamp(set: CellSet, { x, y }: Point, size: number): void {
  const left = Math.floor(x - (size - 1) / 2);
  const top = Math.floor(y - (size - 1) / 2);
  for (let row = Math.max(0, top); row < Math.min(SIDE, top + size); row++) {
    const start = Math.max(0, left);
    const end = Math.min(SIDE, left + size);
    if (end > start) set.fill(1, row * SIDE + start, row * SIDE + end);
  }
}

export const intersectPositions = (set: CellSet, positions: Iterable<number>): CellSet =>
  toSet([...positions].filter((position) => set[position] === 1));

const ordered = (a: number, b: number): [number, number] => (a < b ? [a, b] : [b, a]);
