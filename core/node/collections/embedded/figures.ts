import type { Field, TimeUnit } from "../../../api/schema/collection-types.ts";
import type {
  Facet,
  FacetOptions,
  Histogram,
  HistogramOptions,
  Span,
  Timeline,
  TimelineOptions,
} from "../../../collection/port/store.ts";
import { startOfUnit } from "../../../collection/port/time-units.ts";
import { duckdb } from "../../files/duck-library.ts";
import {
  type ChosenRows,
  columnIndex,
  fieldSql,
  keySql,
  type Tables,
  valueSql,
  withinChosen,
} from "./chosen-sql.ts";

/**
 * Figures over the columns of chosen rows, as `Collection` describes them. Columns of up to 200,000 different values are in
 * memory, as codes by row number, and figures are made of how many of the rows have each code. The others and scores are
 * counted by SQL.
 */

/** A column whose rows hold more different values than this is asked by SQL each time. */
const MOST_VALUES = 200_000;
/** Of a value in memory, short as most are. */
const VALUE_BYTES = 50;

/** A column in memory, by row number. */
export interface CodedColumn {
  /** Place of the row's value in `values`, counted from 1; 0 where it is missing. */
  readonly codes: Uint32Array;
  /** Ascending: texts by code point and by `keyOf`, days for dates, numbers. */
  readonly values: readonly (string | number)[];
}

/** The tables with the columns that are in memory. */
export interface CodedTables extends Tables {
  /** Nothing for lists and for columns of too many values. */
  coded(column: string): Promise<CodedColumn | undefined>;
}

/** Columns of text, numbers and dates, read when figures about them are first asked for. A write forgets them. */
export class CodedColumns {
  readonly #columns = new Map<number, CodedColumn | undefined>();

  /**
   * @param i place of the column
   * @param count row numbers given out so far
   */
  async of(tables: Tables, i: number, count: number): Promise<CodedColumn | undefined> {
    if (!this.#columns.has(i)) this.#columns.set(i, await readCodes(tables, i, count));
    return this.#columns.get(i);
  }

  get bytes(): number {
    let bytes = 0;
    for (const column of this.#columns.values())
      if (column !== undefined)
        bytes += column.codes.byteLength + VALUE_BYTES * column.values.length;
    return bytes;
  }

  forget(): void {
    this.#columns.clear();
  }
}

async function readCodes({ duck, columns }: Tables, i: number, count: number) {
  if (columns[i]!.type === "list") return undefined;
  const value = valueSql(columns, i);
  await duck.run(
    `CREATE OR REPLACE TEMP TABLE codes AS SELECT value, row_number() OVER (ORDER BY value)::INTEGER AS code
     FROM (SELECT DISTINCT ${value} AS value FROM rows WHERE v${i} IS NOT NULL LIMIT ${MOST_VALUES + 1})`,
  );
  const values = (await duck.rows("SELECT value FROM codes ORDER BY code")).map(
    ([each]) => each as string | number,
  );
  if (values.length > MOST_VALUES) return undefined;
  const codes = new Uint32Array(count);
  const sql = `SELECT no, code FROM rows JOIN codes ON codes.value = ${value}`;
  for await (const [numbers, own] of duck.numberColumns(sql))
    for (let row = 0; row < numbers!.length; row++) codes[numbers![row]!] = own![row]!;
  return { codes, values };
}

/** How many of some rows have each value, values ascending; some may have none. */
interface ValueCounts {
  readonly values: readonly (string | number)[];
  readonly counts: ArrayLike<number>;
  readonly missing: number;
}

function countCodes({ codes, values }: CodedColumn, numbers: Uint32Array): ValueCounts {
  const counts = new Uint32Array(values.length + 1);
  for (let i = 0; i < numbers.length; i++) counts[codes[numbers[i]!]!]!++;
  return { values, counts: counts.subarray(1), missing: counts[0]! };
}

const codedIn = async (tables: CodedTables, field: Field): Promise<CodedColumn | undefined> =>
  "column" in field ? tables.coded(field.column) : undefined;

export async function facetOf(
  tables: CodedTables,
  chosen: ChosenRows,
  options: FacetOptions,
): Promise<Facet> {
  const column = await tables.coded(options.column);
  if (column === undefined) return facetBySql(tables, chosen, options);
  const { values, counts, missing } = countCodes(column, chosen.numbers);
  const found = Array.from(counts, (rows, i) => ({ value: String(values[i]), rows }));
  const listed = found
    .filter(({ rows }) => rows > 0)
    // Equal counts stay in the order of their values.
    .sort((a, b) => b.rows - a.rows)
    .slice(0, options.limit);
  const rows = listed.reduce((sum, each) => sum + each.rows, 0);
  return { values: listed, others: chosen.numbers.length - missing - rows, missing };
}

/** Of lists, and of columns with so many values that only the first of them had better leave the database. */
function facetBySql(
  { duck, columns }: Tables,
  chosen: ChosenRows,
  { column, limit }: FacetOptions,
): Promise<Facet> {
  const i = columnIndex(columns, column);
  const own = columns[i]!;
  const key = keySql(own, i);
  return withinChosen(duck, chosen, async ({ text, values }) => {
    const source =
      own.type === "list"
        ? `SELECT unnest(list_distinct(${key})) AS value FROM rows WHERE ${text}`
        : `SELECT ${key} AS value FROM rows WHERE ${text} AND v${i} IS NOT NULL`;
    const rows = await duck.rows(
      `SELECT value, count(*), sum(count(*)) OVER () FROM (${source}) GROUP BY value ORDER BY 2 DESC, 1 LIMIT ${limit}`,
      [...values],
    );
    const listed = rows.reduce((sum, row) => sum + Number(row[1]), 0);
    const [missing = 0] = await duck.numbers(
      `SELECT count(*) FROM rows WHERE (${text}) AND v${i} IS NULL`,
      [...values],
    );
    return {
      values: rows.map(([value, count]) => ({ value: String(value), rows: Number(count) })),
      others: Number(rows[0]?.[2] ?? 0) - listed,
      missing,
    };
  });
}

export async function spanOf(tables: CodedTables, chosen: ChosenRows, field: Field): Promise<Span> {
  const column = await codedIn(tables, field);
  if (column === undefined) return spanBySql(tables, chosen, field);
  const { values, counts, missing } = countCodes(column, chosen.numbers);
  let [first, last] = [0, counts.length - 1];
  while (first < counts.length && counts[first] === 0) first++;
  while (last > first && counts[last] === 0) last--;
  return {
    least: values[first] ?? null,
    greatest: first < counts.length ? values[last]! : null,
    rows: chosen.numbers.length - missing,
    missing,
  };
}

/** To read the values would take ten times as long. */
function spanBySql({ duck, columns }: Tables, chosen: ChosenRows, field: Field): Promise<Span> {
  return withinChosen(duck, chosen, async (within) => {
    const { text, values } = fieldSql(columns, field, within);
    const [row] = await duck.rows(
      `SELECT min(value), max(value), count(value) FROM (${text})`,
      values,
    );
    const rows = Number(row![2]);
    return {
      least: (row![0] ?? null) as string | number | null,
      greatest: (row![1] ?? null) as string | number | null,
      rows,
      missing: chosen.numbers.length - rows,
    };
  });
}

export async function histogramOf(
  tables: CodedTables,
  chosen: ChosenRows,
  { field, edges }: HistogramOptions,
): Promise<Histogram> {
  const column = await codedIn(tables, field);
  if (column === undefined) return histogramBySql(tables, chosen, { field, edges });
  const { values, counts, missing } = countCodes(column, chosen.numbers);
  const last = edges.length - 1;
  const bins = new Array<number>(last).fill(0);
  let [below, above, bin] = [0, 0, 0];
  // Values ascend, and so do their bins.
  for (let i = 0; i < values.length; i++) {
    const value = Number(values[i]);
    const rows = counts[i]!;
    while (bin < last - 1 && value >= edges[bin + 1]!) bin++;
    if (value < edges[0]!) below += rows;
    else if (value > edges[last]!) above += rows;
    else bins[bin]! += rows;
  }
  return { counts: bins, below, above, missing };
}

function histogramBySql(
  { duck, columns }: Tables,
  chosen: ChosenRows,
  { field, edges }: HistogramOptions,
): Promise<Histogram> {
  return withinChosen(duck, chosen, async (within) => {
    const { text, values } = fieldSql(columns, field, within);
    const last = edges.length - 1;
    const bin = `CASE WHEN value > ? THEN ${last + 1} WHEN value = ? THEN ${last} ELSE len(list_filter(?::DOUBLE[], lambda edge: edge <= value)) END`;
    const rows = await duck.rows(
      `SELECT ${bin} AS bin, count(*) FROM (${text}) WHERE value IS NOT NULL GROUP BY bin`,
      [edges[last]!, edges[last]!, duckdb.listValue([...edges]), ...values],
    );
    const counts = new Map(rows.map(([at, count]) => [Number(at), Number(count)]));
    const known = [...counts.values()].reduce((sum, count) => sum + count, 0);
    return {
      counts: edges.slice(1).map((_, i) => counts.get(i + 1) ?? 0),
      below: counts.get(0) ?? 0,
      above: counts.get(last + 1) ?? 0,
      missing: chosen.numbers.length - known,
    };
  });
}

export async function timelineOf(
  tables: CodedTables,
  chosen: ChosenRows,
  { column, unit }: TimelineOptions,
): Promise<Timeline> {
  const coded = await tables.coded(column);
  const { values, counts, missing } =
    coded === undefined
      ? await countDays(tables, chosen, column)
      : countCodes(coded, chosen.numbers);
  const { starts, stepOf } = stepsOf(values, unit);
  const rows = new Uint32Array(starts.length);
  for (let i = 0; i < counts.length; i++) rows[stepOf[i]!]! += counts[i]!;
  const steps = starts.map((start, i) => ({ start, rows: rows[i]! }));
  return { steps: steps.filter((step) => step.rows > 0), missing };
}

/** Of days on more than 200,000 of which there is a row. */
function countDays(
  { duck, columns }: Tables,
  chosen: ChosenRows,
  column: string,
): Promise<ValueCounts> {
  return withinChosen(duck, chosen, async (within) => {
    const { text, values } = fieldSql(columns, { column }, within);
    const days = await duck.rows(
      `SELECT value, count(*) FROM (${text}) WHERE value IS NOT NULL GROUP BY value ORDER BY value`,
      values,
    );
    const counts = days.map(([, count]) => Number(count));
    const dated = counts.reduce((sum, count) => sum + count, 0);
    return {
      values: days.map(([day]) => String(day)),
      counts,
      missing: chosen.numbers.length - dated,
    };
  });
}

/** The first day of each step, and the step of each day. */
interface Steps {
  readonly starts: readonly string[];
  readonly stepOf: Uint32Array;
}

/** A brush asks for the same steps over and over; working them out costs a text per day. */
const keptSteps = new WeakMap<readonly (string | number)[], Map<TimeUnit, Steps>>();

function stepsOf(days: readonly (string | number)[], unit: TimeUnit): Steps {
  const kept = keptSteps.get(days) ?? new Map<TimeUnit, Steps>();
  keptSteps.set(days, kept);
  const known = kept.get(unit);
  if (known !== undefined) return known;
  const starts: string[] = [];
  // Days ascend, and so do the first days of their units.
  const stepOf = Uint32Array.from(days, (day) => {
    const start = startOfUnit(String(day), unit);
    if (start !== starts.at(-1)) starts.push(start);
    return starts.length - 1;
  });
  const steps = { starts, stepOf };
  kept.set(unit, steps);
  return steps;
}
