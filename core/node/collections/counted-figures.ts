import type { Facet, Span } from "../../collection/store.ts";
import type { RememberedColumn } from "./column-memory.ts";

/** Figures over a column in memory, for rows by their numbers: the same as those by SQL. */

/** Rows of each value that has any, values ascending. */
export function countedValues(
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

/** Of missing ones first, then of each value. */
function countsOf({ codes, values }: RememberedColumn, numbers: Uint32Array): Uint32Array {
  const counts = new Uint32Array(values.length + 1);
  for (let i = 0; i < numbers.length; i++) {
    const code = codes[numbers[i]!]!;
    counts[code] = counts[code]! + 1;
  }
  return counts;
}
