import { listValue } from "@duckdb/node-api";
import type { Field } from "../../api/collection-types.ts";
import type {
  Facet,
  FacetOptions,
  Histogram,
  HistogramOptions,
  Span,
  Timeline,
  TimelineOptions,
} from "../../collection/store.ts";
import { startOfUnit } from "../../collection/time-units.ts";
import type { ChosenRows } from "./choose-rows.ts";
import { fieldSql, placeOf, type Remembered, type Tables, withinChosen } from "./chosen-sql.ts";
import { countedFacet, countedHistogram, countedSpan, countedTimeline } from "./counted-figures.ts";
import { keySql } from "./where-sql.ts";

/** Figures over the columns of chosen rows, as `CollectionStore` describes them. */
export async function facetOf(
  tables: Remembered,
  chosen: ChosenRows,
  options: FacetOptions,
): Promise<Facet> {
  const known = await tables.remembered(options.column);
  return known === undefined
    ? facetBySql(tables, chosen, options)
    : countedFacet(known, chosen.numbers, options.limit);
}

function facetBySql(
  { duck, columns }: Tables,
  chosen: ChosenRows,
  { column, limit }: FacetOptions,
): Promise<Facet> {
  const i = placeOf(columns, column);
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

export async function spanOf(tables: Remembered, chosen: ChosenRows, field: Field): Promise<Span> {
  const known = "column" in field ? await tables.remembered(field.column) : undefined;
  return known === undefined
    ? spanBySql(tables, chosen, field)
    : countedSpan(known, chosen.numbers);
}

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
  tables: Remembered,
  chosen: ChosenRows,
  { field, edges }: HistogramOptions,
): Promise<Histogram> {
  const known = "column" in field ? await tables.remembered(field.column) : undefined;
  return known === undefined
    ? histogramBySql(tables, chosen, { field, edges })
    : countedHistogram(known, chosen.numbers, edges);
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
      [edges[last]!, edges[last]!, listValue([...edges]), ...values],
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
  tables: Remembered,
  chosen: ChosenRows,
  { column, unit }: TimelineOptions,
): Promise<Timeline> {
  const known = await tables.remembered(column);
  if (known !== undefined) return countedTimeline(known, chosen.numbers, unit);
  const days = await daysBySql(tables, chosen, column);
  const steps = new Map<string, number>();
  let dated = 0;
  for (const [day, count] of days) {
    const start = startOfUnit(day, unit);
    steps.set(start, (steps.get(start) ?? 0) + count);
    dated += count;
  }
  return {
    steps: [...steps].map(([start, rows]) => ({ start, rows })),
    missing: chosen.numbers.length - dated,
  };
}

/** Each day with its rows, ascending. */
function daysBySql({ duck, columns }: Tables, chosen: ChosenRows, column: string) {
  return withinChosen(duck, chosen, async (within) => {
    const { text, values } = fieldSql(columns, { column }, within);
    const days = await duck.rows(
      `SELECT value, count(*) FROM (${text}) WHERE value IS NOT NULL GROUP BY value ORDER BY value`,
      values,
    );
    return days.map(([day, count]) => [String(day), Number(count)] as const);
  });
}
