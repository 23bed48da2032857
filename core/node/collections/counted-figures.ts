import type { TimeUnit } from "../../api/collection-types.ts";
import type { Facet, Histogram, Span, Timeline } from "../../collection/store.ts";
import { startOfUnit } from "../../collection/time-units.ts";
import type { RememberedColumn } from "./column-memory.ts";

/** Figures over a column in memory, for rows by their numbers: the same as those by SQL. */

/** Rows of each value that has any, values ascending. */
function countedValues(
  column: RememberedColumn,
  numbers: Uint32Array,
): (readonly [value: string | number, rows: number])[] {
  const counts = countsOf(column, numbers);
  return column.values.flatMap((value, i) =>
    counts[i + 1]! > 0 ? [[value, counts[i + 1]!] as const] : [],
  );
}

export function countedFacet(column: RememberedColumn, numbers: Uint32Array, limit: number): Facet {
  const [missing = 0] = countsOf(column, numbers);
  // Equal counts stay in the order of their values.
  const values = countedValues(column, numbers)
    .sort((a, b) => b[1] - a[1])
    .slice(0, limit)
    .map(([value, rows]) => ({ value: String(value), rows }));
  const listed = values.reduce((sum, { rows }) => sum + rows, 0);
  return { values, others: numbers.length - missing - listed, missing };
}

export function countedSpan(column: RememberedColumn, numbers: Uint32Array): Span {
  const found = countedValues(column, numbers);
  const rows = found.reduce((sum, [, count]) => sum + count, 0);
  return {
    least: found[0]?.[0] ?? null,
    greatest: found.at(-1)?.[0] ?? null,
    rows,
    missing: numbers.length - rows,
  };
}

/** Of days. */
export function countedTimeline(
  column: RememberedColumn,
  numbers: Uint32Array,
  unit: TimeUnit,
): Timeline {
  const { starts, stepOf } = stepsOf(column, unit);
  const counts = new Uint32Array(1 + starts.length);
  for (let i = 0; i < numbers.length; i++) counts[stepOf[column.codes[numbers[i]!]!]!]!++;
  const steps = starts.map((start, i) => ({ start, rows: counts[1 + i]! }));
  return { steps: steps.filter(({ rows }) => rows > 0), missing: counts[0]! };
}

/** The first day of each step, and the step of each code: 0 of missing ones. */
interface Steps {
  readonly starts: readonly string[];
  readonly stepOf: Uint32Array;
}

/** A brush asks for the same steps over and over; working them out costs a text per day. */
const keptSteps = new WeakMap<RememberedColumn, Map<TimeUnit, Steps>>();

function stepsOf(column: RememberedColumn, unit: TimeUnit): Steps {
  const kept = keptSteps.get(column) ?? new Map<TimeUnit, Steps>();
  keptSteps.set(column, kept);
  const known = kept.get(unit);
  if (known !== undefined) return known;
  const starts: string[] = [];
  const stepOf = new Uint32Array(column.values.length + 1);
  // Days ascend, and so do the first days of their units.
  column.values.forEach((day, i) => {
    const start = startOfUnit(String(day), unit);
    if (start !== starts.at(-1)) starts.push(start);
    stepOf[1 + i] = starts.length;
  });
  const steps = { starts, stepOf };
  kept.set(unit, steps);
  return steps;
}

/** Of numbers. */
export function countedHistogram(
  column: RememberedColumn,
  numbers: Uint32Array,
  edges: readonly number[],
): Histogram {
  const codes = countsOf(column, numbers);
  const last = edges.length - 1;
  const counts = new Array<number>(last).fill(0);
  let [below, above, bin] = [0, 0, 0];
  // Values ascend, and so do their bins.
  column.values.forEach((each, i) => {
    const value = Number(each);
    const rows = codes[1 + i]!;
    while (bin < last - 1 && value >= edges[bin + 1]!) bin++;
    if (value < edges[0]!) below += rows;
    else if (value > edges[last]!) above += rows;
    else counts[bin] = counts[bin]! + rows;
  });
  return { counts, below, above, missing: codes[0]! };
}

/** Of missing ones first, then of each value. */
function countsOf({ codes, values }: RememberedColumn, numbers: Uint32Array): Uint32Array {
  const counts = new Uint32Array(values.length + 1);
  for (let i = 0; i < numbers.length; i++) {
    const code = codes[numbers[i]!]!;
    counts[code] = counts[code]! + 1;
  }
  return counts;
}
