import { SIDE } from "../../../core/kernel/grid.ts";

const PAGE_ROWS = 8;

/** Where a key takes the cursor; null for a key that does not move it. The cursor stops at the edges. */
export function moveCursor(
  at: number,
  key: { readonly key: string; readonly shiftKey: boolean; readonly ctrlKey: boolean },
  set: readonly number[],
): number | null {
  const column = at % SIDE;
  const row = (at - column) / SIDE;
  const arrow = ARROWS[key.key];
  if (arrow) {
    if (key.shiftKey) return nextSet(at, arrow, set);
    return place(column + arrow[0], row + arrow[1]);
  }
  if (key.key === "PageUp") return place(column, row - PAGE_ROWS);
  if (key.key === "PageDown") return place(column, row + PAGE_ROWS);
  if (key.key === "Home") return key.ctrlKey ? (set[0] ?? at) : place(0, row);
  if (key.key === "End") return key.ctrlKey ? (set.at(-1) ?? at) : place(SIDE - 1, row);
  return null;
}

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function place(column: number, row: number): number {
  const inside = (value: number) => Math.min(SIDE - 1, Math.max(0, value));
  return inside(row) * SIDE + inside(column);
}

/** The nearest set cell ahead, cells straight ahead first; stays put when there is none. */
function nextSet(at: number, [dx, dy]: readonly [number, number], set: readonly number[]): number {
  const column = at % SIDE;
  const row = (at - column) / SIDE;
  let best = at;
  let bestCost = Number.POSITIVE_INFINITY;
  for (const position of set) {
    const x = (position % SIDE) - column;
    const y = Math.floor(position / SIDE) - row;
    const ahead = x * dx + y * dy;
    if (ahead <= 0) continue;
    const aside = Math.abs(x * dy) + Math.abs(y * dx);
    const cost = ahead + 2 * aside;
    if (cost < bestCost) {
      bestCost = cost;
      best = position;
    }
  }
  return best;
}
