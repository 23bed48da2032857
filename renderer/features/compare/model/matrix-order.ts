import type { ComparedPair } from "./pair-rows.ts";

/** Cosine by item, row by row; NaN where a pair is missing or failed. */
export interface Matrix {
  readonly size: number;
  readonly values: Float64Array;
}

export function matrixOf(size: number, rows: readonly ComparedPair[]): Matrix {
  const values = new Float64Array(size * size).fill(Number.NaN);
  for (const { left, right, metrics } of rows) {
    if (!metrics) continue;
    values[left * size + right] = metrics.cosineSimilarity;
    values[right * size + left] = metrics.cosineSimilarity;
  }
  return { size, values };
}

/**
 * An order in which like items stand together: from the two closest on, always the item that is closest to
 * one of the two ends. For reading only. Quadratic in time.
 */
export function clusteredOrder({ size, values }: Matrix): number[] {
  const at = (row: number, column: number) => {
    const value = values[row * size + column]!;
    return Number.isNaN(value) ? -1 : value;
  };
  const free = new Set(Array.from({ length: size }, (_, index) => index));
  const closest = (to: number) => {
    let best = -1;
    for (const item of free) if (best < 0 || at(to, item) > at(to, best)) best = item;
    return best;
  };
  const order: number[] = [];
  const start = startOf(size, at);
  if (start < 0) return order;
  order.push(start);
  free.delete(start);
  while (free.size > 0) {
    const head = order[0]!;
    const tail = order.at(-1)!;
    const [first, last] = [closest(head), closest(tail)];
    const isFirst = at(head, first) > at(tail, last);
    const next = isFirst ? first : last;
    if (isFirst) order.unshift(next);
    else order.push(next);
    free.delete(next);
  }
  return order;
}

/** One of the closest pair. */
function startOf(size: number, at: (row: number, column: number) => number): number {
  let best = size > 0 ? 0 : -1;
  let top = -2;
  for (let row = 0; row < size; row++)
    for (let column = row + 1; column < size; column++)
      if (at(row, column) > top) {
        top = at(row, column);
        best = row;
      }
  return best;
}
