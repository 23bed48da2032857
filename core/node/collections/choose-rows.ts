import { sampleFactors, sampleKey } from "../../collection/sample-key.ts";
import type { Selection } from "../../collection/store.ts";
import type { Positions } from "../../kernel/grid.ts";
import { bestRows, rankedBy } from "./best-rows.ts";
import type { CellIndex } from "./cell-index.ts";
import { CloseRows } from "./close-rows.ts";
import type { RememberedColumn } from "./column-memory.ts";
import type { Duck } from "./duck.ts";
import { type ColumnTest, quickTests, rowsInMemory } from "./rows-in-memory.ts";
import { type KeptColumn, type Sql, selectionSql } from "./where-sql.ts";

/** The rows a selection means. */
export interface ChosenRows {
  /** Ascending. */
  readonly numbers: Uint32Array;
  /** How close each is to `like`. */
  readonly close: CloseRows | undefined;
  /** Present where SQL alone selects them. */
  readonly sql: Sql | undefined;
  readonly isAll: boolean;
}

export interface ChoosingFrom {
  readonly duck: Duck;
  readonly index: CellIndex;
  readonly columns: readonly KeptColumn[];
  /** Each row's place in the order of ids. */
  ranks(): Promise<Uint32Array>;
  draws(): Promise<Int32Array>;
  remembered(column: string): Promise<RememberedColumn | undefined>;
}

/** Looking at each row's own cells costs less than the index up to this share of all rows. */
const FEW = 0.05;
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
async function testsInMemory({ columns, remembered }: ChoosingFrom, selection: Selection) {
  const tests: ColumnTest[] = [];
  for (const test of quickTests(selection) ?? []) {
    const column = await remembered(test.column);
    if (column === undefined) return undefined;
    const { type } = columns.find(({ name }) => name === test.column)!;
    tests.push({ column, type, test });
  }
  return tests.length === 0 ? undefined : tests;
}

/** A view asks for rows, heat, timeline and values of one selection: it is worked out once. */
export class KeptChoices {
  readonly #kept = new Map<string, ChosenRows>();

  has(selection: Selection): boolean {
    return this.#kept.has(keyOf(selection));
  }

  async of(selection: Selection, choose: () => Promise<ChosenRows>): Promise<ChosenRows> {
    const key = keyOf(selection);
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

const keyOf = (selection: Selection): string =>
  JSON.stringify(selection, (_, value) =>
    value instanceof Uint16Array ? Array.from(value) : value,
  );

/** How many positions of a query each of these rows has. */
async function matchesOf(
  index: CellIndex,
  numbers: Uint32Array,
  query: Positions,
): Promise<Uint16Array> {
  if (numbers.length <= FEW * index.rows.alive) return index.matchesOf(numbers, query);
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
  const factors = sampleFactors(seed);
  const draws = await from.draws();
  // The smallest key is the best.
  const scores = new Float64Array(numbers.length);
  for (let i = 0; i < numbers.length; i++) scores[i] = -sampleKey(draws[numbers[i]!]!, factors);
  const kept = bestRows(rankedBy(numbers, scores), await from.ranks(), rows);
  return Uint32Array.from(kept).sort();
}
