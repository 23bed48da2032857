import type { Positions } from "../../kernel/grid.ts";
import { CELLS } from "../../kernel/grid.ts";
import { closeness } from "../port/cells.ts";

/** Why a row is worth a label: its score is near the line, nothing like it has a label yet, or chance took it. */
export const QUEUE_REASONS = ["unsure", "far", "random"] as const;
export type QueueReason = (typeof QUEUE_REASONS)[number];

/** How many rows of each reason a queue of so many has; the rows that chance takes are at least one. */
export function sharesOf(limit: number, hasLine: boolean): Readonly<Record<QueueReason, number>> {
  const random = Math.max(1, Math.round(limit / 5));
  const unsure = hasLine ? Math.round((limit - random) * 0.6) : 0;
  return { random, unsure, far: limit - random - unsure };
}

/**
 * Picks candidates that are unlike everything known and unlike one another: each time the one whose closest relative
 * is the least close. @returns indices of candidates, the farthest first; candidates without a cell are never picked
 */
export function farthest(
  candidates: readonly Positions[],
  known: readonly Positions[],
  wanted: number,
): number[] {
  const closest = candidates.map((cells) => (cells.length === 0 ? Number.POSITIVE_INFINITY : 0));
  for (const cells of known) approach(closest, candidates, cells);
  const picked: number[] = [];
  while (picked.length < wanted) {
    let best = -1;
    closest.forEach((value, i) => {
      if (value !== Number.POSITIVE_INFINITY && (best === -1 || value < closest[best]!)) best = i;
    });
    if (best === -1) break;
    picked.push(best);
    closest[best] = Number.POSITIVE_INFINITY;
    approach(closest, candidates, candidates[best]!);
  }
  return picked;
}

/** Raises each candidate's closeness to what is known by one more row. */
function approach(closest: number[], candidates: readonly Positions[], cells: Positions): void {
  const marks = new Uint8Array(CELLS);
  for (const cell of cells) marks[cell] = 1;
  candidates.forEach((own, i) => {
    if (closest[i] === Number.POSITIVE_INFINITY || cells.length === 0) return;
    let shared = 0;
    for (const cell of own) shared += marks[cell]!;
    closest[i] = Math.max(closest[i]!, closeness(shared, cells.length, own.length));
  });
}

/** One list of several, each spread evenly over the whole, so that any beginning has its share of each. */
export function interleave<T>(lists: readonly (readonly T[])[]): T[] {
  return lists
    .flatMap((list) => list.map((item, i) => ({ item, at: (i + 0.5) / list.length })))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
