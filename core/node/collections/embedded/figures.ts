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
import {
  type ChosenRows,
  columnIndex,
  keySql,
  type Tables,
  valueSql,
  withinChosen,
} from "./chosen-sql.ts";

/**
 * Figures over the columns of chosen rows, as `Collection` describes them. Numbers, dates, scores, and texts of up to 200,000
 * different values are in memory, as codes by row number. Figures are made of how many of the rows have each code. SQL counts
 * the values of lists and of the other texts.
 */

/** A column of texts whose rows hold more different values than this is asked by SQL each time. */
const MOST_TEXTS = 200_000;
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
  /** Nothing for lists and for texts of too many values. */
  coded(field: Field): Promise<CodedColumn | undefined>;
}

/** Columns and scores, read when figures about them are first asked for. A write forgets them. */
export class CodedColumns {
  readonly #columns = new Map<string, CodedColumn | undefined>();

  /** @param count row numbers given out so far */
  async of(tables: Tables, field: Field, count: number): Promise<CodedColumn | undefined> {
    const key = JSON.stringify(field);
    if (!this.#columns.has(key)) this.#columns.set(key, await readCodes(tables, field, count));
    return this.#columns.get(key);
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

async function readCodes({ duck, columns }: Tables, field: Field, count: number) {
  const i = "column" in field ? columnIndex(columns, field.column) : undefined;
  const type = i === undefined ? "number" : columns[i]!.type;
  if (type === "list") return undefined;
  const source =
    i === undefined
      ? "SELECT no, score AS value FROM scores WHERE name = ?"
      : `SELECT no, ${valueSql(columns, i)} AS value FROM rows WHERE v${i} IS NOT NULL`;
  const given = "score" in field ? [field.score] : [];
  const limit = type === "text" ? `LIMIT ${MOST_TEXTS + 1}` : "";
  await duck.run(
    `CREATE OR REPLACE TEMP TABLE codes AS SELECT value, row_number() OVER (ORDER BY value)::INTEGER AS code
     FROM (SELECT DISTINCT value FROM (${source}) ${limit})`,
    given,
  );
  const values: (string | number)[] = [];
  for await (const rows of duck.chunks("SELECT value FROM codes ORDER BY code"))
    for (const [value] of rows) values.push(value as string | number);
  if (limit !== "" && values.length > MOST_TEXTS) return undefined;
  const codes = new Uint32Array(count);
  const sql = `SELECT no, code FROM (${source}) AS own JOIN codes USING (value)`;
  for await (const [numbers, own] of duck.numberColumns(sql, given))
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

/** Of a number or date column, or of a score: these are always in memory. */
const countsOf = async (tables: CodedTables, { numbers }: ChosenRows, field: Field) =>
  countCodes((await tables.coded(field))!, numbers);

export async function facetOf(
  tables: CodedTables,
  chosen: ChosenRows,
  options: FacetOptions,
): Promise<Facet> {
  const column = await tables.coded({ column: options.column });
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
  const { values, counts, missing } = await countsOf(tables, chosen, field);
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

export async function histogramOf(
  tables: CodedTables,
  chosen: ChosenRows,
  { field, edges }: HistogramOptions,
): Promise<Histogram> {
  const { values, counts, missing } = await countsOf(tables, chosen, field);
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

export async function timelineOf(
  tables: CodedTables,
  chosen: ChosenRows,
  { column, unit }: TimelineOptions,
): Promise<Timeline> {
  const { values, counts, missing } = await countsOf(tables, chosen, { column });
  const { starts, stepOf } = stepsOf(values, unit);
  const rows = new Uint32Array(starts.length);
  for (let i = 0; i < counts.length; i++) rows[stepOf[i]!]! += counts[i]!;
  const steps = starts.map((start, i) => ({ start, rows: rows[i]! }));
  return { steps: steps.filter((step) => step.rows > 0), missing };
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
