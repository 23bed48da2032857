import { scaleLinear } from "d3";

/** A dot's place on the strip, in pixels. */
export interface Dot<Item> {
  readonly item: Item;
  readonly x: number;
  /** Distance of its centre from the axis. */
  readonly y: number;
}

export const DOT_RADIUS = 3;
/** Half a slider's thumb: scores begin and end where its centre can go. */
export const STRIP_INSET = 8;

/** Where the strip ends: past every score and every threshold, never beyond 1. */
export function stripEnd(values: readonly number[]): number {
  let highest = 0.5;
  for (const value of values) if (value > highest) highest = value;
  return Math.min(1, Math.ceil(highest * 20 + 0.5) / 20);
}

/** The place of a score; scores beyond the ends are at the ends. */
export const stripScale = (end: number, width: number): ((score: number) => number) =>
  scaleLinear([0, end], [STRIP_INSET, width - STRIP_INSET]).clamp(true);

/** Dots side by side where there is room, else stacked; stacks are pressed together to stay within `height`. */
export function stackDots<Item extends { readonly score: number }>(
  items: readonly Item[],
  { end, width, height }: { readonly end: number; readonly width: number; readonly height: number },
): Dot<Item>[] {
  const columns = new Map<number, number>();
  const placeOf = stripScale(end, width);
  const placed = items.map((item) => {
    const x = placeOf(item.score);
    const column = Math.round(x / (2 * DOT_RADIUS));
    const level = columns.get(column) ?? 0;
    columns.set(column, level + 1);
    return { item, x, level };
  });
  const tallest = Math.max(1, ...columns.values());
  const room = height - 2 * DOT_RADIUS;
  const step = Math.min(2 * DOT_RADIUS + 1, tallest === 1 ? room : room / (tallest - 1));
  return placed.map(({ item, x, level }) => ({ item, x, y: DOT_RADIUS + level * step }));
}

/** The dot under the pointer, or the nearest one within a few pixels. */
export function nearestDot<Item>(
  dots: readonly Dot<Item>[],
  x: number,
  y: number,
): Dot<Item> | null {
  let best: Dot<Item> | null = null;
  let least = (3 * DOT_RADIUS) ** 2;
  for (const dot of dots) {
    const distance = (dot.x - x) ** 2 + (dot.y - y) ** 2;
    if (distance <= least) {
      best = dot;
      least = distance;
    }
  }
  return best;
}

/** All dots as one path: a page with thousands of circles would be slow. */
export const dotsPath = (dots: readonly { readonly x: number; readonly y: number }[]): string =>
  dots
    .map(
      ({ x, y }) =>
        `M${(x - DOT_RADIUS).toFixed(1)} ${y.toFixed(1)}a${DOT_RADIUS} ${DOT_RADIUS} 0 1 0 ${2 * DOT_RADIUS} 0a${DOT_RADIUS} ${DOT_RADIUS} 0 1 0 ${-2 * DOT_RADIUS} 0`,
    )
    .join("");
