import type { ColumnType, Predicate, Range } from "../../../api/schema/collection-types.ts";
import { sampleKey } from "../../../collection/port/sample-key.ts";
import type { Selection } from "../../../collection/port/store.ts";
import { dayOf, keyOf } from "../../../collection/port/values.ts";
import type { Positions } from "../../../kernel/grid.ts";
import type { CellIndex } from "../cells/cell-index.ts";
import { bestRows, CloseRows, rankedBy } from "../cells/ranked-rows.ts";
import { type ChosenRows, type Sql, selectionSql } from "./chosen-sql.ts";
import type { CodedColumn, CodedTables } from "./figures.ts";
import type { RowOrder } from "./read-rows.ts";

interface ChoosingFrom extends CodedTables {
  readonly index: CellIndex;
  order(): Promise<RowOrder>;
}

/** Looking at each row's own cells costs less than the index up to so many rows. */
const FEW = 1000;
/** Selections that a view goes to and fro between: what is shown, everything, and what it is compared with. */
const MOST_KEPT = 4;
const EVERY_ROW: Sql = { text: "true", values: [] };

/** Narrows from what the columns select, by closeness, region and sample. */
export async function chooseRows(from: ChoosingFrom, selection: Selection): Promise<ChosenRows> {
  const { index, columns } = from;
  const sql = selectionSql(selection, columns);
  let numbers = sql === undefined ? index.rows.all() : await rowsBySql(from, selection, sql);
  const { like, region, sample, least = 0 } = selection;
  const { sizes } = index.rows;
  if (region !== undefined) {
    const { share } = region;
    const inside = await matchesOf(index, numbers, region.positions);
    numbers = numbers.filter((no, i) => inside[i]! > 0 && inside[i]! / sizes[no]! >= share);
  }
  let close: CloseRows | undefined;
  if (like !== undefined) {
    const shared = await matchesOf(index, numbers, like);
    close = new CloseRows(numbers, shared, { sizes, size: like.length, least });
  }
  if (sample !== undefined) {
    numbers = await sampleOf(close?.numbers ?? numbers, sample, from);
    close = close?.only(numbers);
  }
  const isSqlEnough = region === undefined && like === undefined && sample === undefined;
  return {
    // Not all that are close are always asked for.
    get numbers() {
      return close?.numbers ?? numbers;
    },
    close,
    sql: isSqlEnough ? (sql ?? EVERY_ROW) : undefined,
    isAll: isSqlEnough && sql === undefined,
  };
}

async function rowsBySql(
  from: ChoosingFrom,
  selection: Selection,
  { text, values }: Sql,
): Promise<Uint32Array> {
  const tests = await testsInMemory(from, selection);
  if (tests !== undefined) return rowsInMemory(tests);
  const sql = `SELECT no FROM rows WHERE ${text} ORDER BY no`;
  return Uint32Array.from(await from.duck.numbers(sql, [...values]));
}

/** Nothing where a column is not kept in memory, or something else is asked for. */
async function testsInMemory({ columns, coded }: ChoosingFrom, selection: Selection) {
  const tests: ColumnTest[] = [];
  for (const test of quickTests(selection) ?? []) {
    const column = await coded({ column: test.column });
    if (column === undefined) return undefined;
    const { type } = columns.find(({ name }) => name === test.column)!;
    tests.push({ column, type, test });
  }
  return tests.length === 0 ? undefined : tests;
}

/** A view asks for rows, heat, timeline and values of one selection: it is worked out once. */
export class SelectionCache {
  readonly #kept = new Map<string, ChosenRows>();

  async of(selection: Selection, choose: () => Promise<ChosenRows>): Promise<ChosenRows> {
    const key = keyOfSelection(selection);
    const known = this.#kept.get(key) ?? (await choose());
    this.#kept.delete(key);
    this.#kept.set(key, known);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return known;
  }

  /** After a write a selection may mean other rows. */
  forget(): void {
    this.#kept.clear();
  }
}

const keyOfSelection = (selection: Selection): string =>
  JSON.stringify(selection, (_, value) =>
    value instanceof Uint16Array ? Array.from(value) : value,
  );

/** How many positions of a query each of these rows has. */
async function matchesOf(
  index: CellIndex,
  numbers: Uint32Array,
  query: Positions,
): Promise<Uint16Array> {
  if (numbers.length <= FEW) return index.matchesOf(numbers, query);
  const counts = await index.matches(query);
  if (numbers.length === counts.length) return counts;
  const own = new Uint16Array(numbers.length);
  for (let i = 0; i < numbers.length; i++) own[i] = counts[numbers[i]!]!;
  return own;
}

/** Numbers of the rows that are kept, ascending. */
async function sampleOf(
  numbers: Uint32Array,
  { rows, seed }: { readonly rows: number; readonly seed: number },
  from: ChoosingFrom,
): Promise<Uint32Array> {
  const { ranks, draws } = await from.order();
  // The smallest key is the best.
  const scores = new Float64Array(numbers.length);
  for (let i = 0; i < numbers.length; i++) scores[i] = -sampleKey(draws[numbers[i]!]!, seed);
  const kept = bestRows(rankedBy(numbers, scores), ranks, rows);
  return Uint32Array.from(kept).sort();
}

type OnColumn = Extract<Predicate, { readonly column: string }>;
/** A test of one column for a range or for some values. */
type QuickTest = Exclude<OnColumn, { readonly missing: boolean } | { readonly contains: string }>;

/** The tests of a selection by columns alone, all of which have to hold: brushes, sliders and values that were clicked. */
function quickTests({ where, words, labels, ids }: Selection): QuickTest[] | undefined {
  if (where === undefined || words !== undefined || labels !== undefined || ids !== undefined)
    return undefined;
  const parts = "and" in where ? where.and : [where];
  return parts.every(isQuick) ? (parts as QuickTest[]) : undefined;
}

const isQuick = (test: Predicate): boolean =>
  "column" in test && ["from", "to", "below", "in", "equals"].some((kind) => kind in test);

/** A test with its column in memory. */
interface ColumnTest {
  readonly column: CodedColumn;
  readonly type: ColumnType;
  readonly test: QuickTest;
}

/** Row numbers whose values pass all tests, of which there is at least one; ascending. */
function rowsInMemory(tests: readonly ColumnTest[]): Uint32Array {
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
