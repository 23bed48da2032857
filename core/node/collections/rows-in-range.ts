import type { Predicate, Range } from "../../api/collection-types.ts";
import type { Selection } from "../../collection/store.ts";
import { dayOf } from "../../collection/values.ts";
import type { RememberedColumn } from "./column-memory.ts";

type ColumnRange = Extract<Predicate, { readonly column: string }> & Range;

/** The range of a selection whose columns are restricted by one range and nothing else: a brush, or a slider. */
export function onlyRange({ where, words, labels, ids }: Selection): ColumnRange | undefined {
  if (where === undefined || words !== undefined || labels !== undefined || ids !== undefined)
    return undefined;
  if (!("column" in where)) return undefined;
  return ["from", "to", "below"].some((limit) => limit in where)
    ? (where as ColumnRange)
    : undefined;
}

/** Row numbers whose value lies in a range, ascending. */
export function rowsInRange(
  { codes, values }: RememberedColumn,
  { from, to, below }: Range,
): Uint32Array {
  const first = from === undefined ? 0 : placeWhere(values, (value) => value >= limitOf(from));
  const end = Math.min(
    to === undefined ? values.length : placeWhere(values, (value) => value > limitOf(to)),
    below === undefined ? values.length : placeWhere(values, (value) => value >= limitOf(below)),
  );
  const numbers = new Uint32Array(codes.length);
  let found = 0;
  for (let no = 0; no < codes.length; no++) {
    const place = codes[no]! - 1;
    if (place >= first && place < end) numbers[found++] = no;
  }
  return numbers.slice(0, found);
}

const limitOf = (limit: string | number) => (typeof limit === "string" ? dayOf(limit) : limit);

/** The first place from which on `isBeyond` is true. */
function placeWhere<T>(values: readonly T[], isBeyond: (value: T) => boolean): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBeyond(values[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}
