import type { ColumnType, Predicate, Range } from "../../api/collection-types.ts";
import type { Selection } from "../../collection/store.ts";
import { dayOf, keyOf } from "../../collection/values.ts";
import type { RememberedColumn } from "./column-memory.ts";

type OnColumn = Extract<Predicate, { readonly column: string }>;
/** A test of one column for a range or for some values. */
export type QuickTest = Exclude<
  OnColumn,
  { readonly missing: boolean } | { readonly contains: string }
>;

/** The tests of a selection by columns alone, all of which have to hold: brushes, sliders and values that were clicked. */
export function quickTests({ where, words, labels, ids }: Selection): QuickTest[] | undefined {
  if (where === undefined || words !== undefined || labels !== undefined || ids !== undefined)
    return undefined;
  const parts = "and" in where ? where.and : [where];
  return parts.every(isQuick) ? (parts as QuickTest[]) : undefined;
}

const isQuick = (test: Predicate): boolean =>
  "column" in test && ["from", "to", "below", "in", "equals"].some((kind) => kind in test);

/** A test with its column in memory. */
export interface ColumnTest {
  readonly column: RememberedColumn;
  readonly type: ColumnType;
  readonly test: QuickTest;
}

/** Row numbers whose values pass all tests, of which there is at least one; ascending. */
export function rowsInMemory(tests: readonly ColumnTest[]): Uint32Array {
  const [first, ...rest] = tests.map((each) => ({
    codes: each.column.codes,
    passes: passingCodes(each),
  }));
  const { codes, passes } = first!;
  const numbers = new Uint32Array(codes.length);
  let found = 0;
  for (let no = 0; no < codes.length; no++) if (passes[codes[no]!] === 1) numbers[found++] = no;
  return rest.reduce(
    (kept, other) => kept.filter((no) => other.passes[other.codes[no]!] === 1),
    numbers.slice(0, found),
  );
}

/** For each code whether its value passes; the code of missing values never does. */
function passingCodes({ column: { values }, type, test }: ColumnTest): Uint8Array {
  const passes = new Uint8Array(values.length + 1);
  if ("in" in test || "equals" in test) {
    const keyed = type === "date" ? dayOf : keyOf;
    const given = "in" in test ? test.in : [test.equals];
    const wanted = new Set(given.map((each) => (type === "number" ? each : keyed(String(each)))));
    values.forEach((value, i) => {
      if (wanted.has(value)) passes[1 + i] = 1;
    });
    return passes;
  }
  const [first, end] = placesIn(values, test);
  return first < end ? passes.fill(1, 1 + first, 1 + end) : passes;
}

function placesIn(values: readonly (string | number)[], { from, to, below }: Range) {
  const first = from === undefined ? 0 : placeWhere(values, (value) => value >= limitOf(from));
  const end = Math.min(
    to === undefined ? values.length : placeWhere(values, (value) => value > limitOf(to)),
    below === undefined ? values.length : placeWhere(values, (value) => value >= limitOf(below)),
  );
  return [first, end] as const;
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
