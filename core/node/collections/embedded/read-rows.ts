import type { DuckDBValue } from "@duckdb/node-api";
import type { Field, Value } from "../../../api/schema/collection-types.ts";
import type {
  CollectionInfo,
  FoundRow,
  RowPage,
  RowPart,
  RowPoints,
  ScannedRow,
} from "../../../collection/port/store.ts";
import type { Positions } from "../../../kernel/grid.ts";
import type { Duck } from "../../files/duck.ts";
import { duckdb } from "../../files/duck-library.ts";
import { bestRows, type RankedRows, rankedBy, unranked } from "../cells/ranked-rows.ts";
import { AT_ONCE, whereNumbers } from "./cell-table.ts";
import {
  type ChosenRows,
  columnIndex,
  type KeptColumn,
  type Tables,
  valueSql,
  withinChosen,
} from "./chosen-sql.ts";
import type { CollectionState } from "./collection-state.ts";
import type { CodedColumn, CodedTables } from "./figures.ts";

/** Calls with the rows' own columns, by number. Texts come as bytes: as strings they would lose a mark of byte order. */
async function rowsByNumber(
  duck: Duck,
  numbers: readonly number[],
  { columns, until }: { readonly columns: readonly string[]; readonly until?: number | undefined },
): Promise<Map<number, DuckDBValue[]>> {
  const found = new Map<number, DuckDBValue[]>();
  for (let from = 0; from < numbers.length; from += AT_ONCE) {
    const some = numbers.slice(from, from + AT_ONCE);
    const wanted = new Set(some);
    const isOld = until === undefined ? "" : ` AND version <= ${until}`;
    const sql = `SELECT no, ${columns.join(", ")} FROM rows WHERE ${whereNumbers(some)}${isOld}`;
    for (const [no, ...row] of await duck.rows(sql))
      if (wanted.has(Number(no))) found.set(Number(no), row);
  }
  return found;
}

const textOf = (value: DuckDBValue | undefined): string =>
  value instanceof duckdb.DuckDBBlobValue ? Buffer.from(value.bytes).toString("utf8") : "";

/** Which rows are read, and what is known about them. */
export interface RowReading {
  readonly numbers: readonly number[];
  readonly scores: readonly (number | null)[];
  /** Rows of later versions of the tables are passed over. */
  readonly until?: number | undefined;
}

/** Rows in the order of their numbers. */
export async function readRows(
  { duck, index, meta }: CollectionState,
  marks: Pick<CollectionInfo, "labels" | "scores">,
  { numbers, scores, until }: RowReading,
): Promise<(FoundRow & { readonly no: number })[]> {
  if (numbers.length === 0) return [];
  const list = numbers.join(",");
  const marksOf = async (columns: string, table: string) =>
    grouped(
      await duck.rows(`SELECT no, ${columns} FROM ${table} WHERE no IN (${list}) ORDER BY 2`),
    );
  // Most collections have none when they are first searched.
  const labels =
    marks.labels.length > 0 ? await marksOf("filter, belongs, author", "labels") : NO_MARKS;
  const kept = marks.scores.length > 0 ? await marksOf("name, score", "scores") : NO_MARKS;
  const columns = ["encode(id)", "encode(text)", ...meta.columns.map(shownSql)];
  const rows = await rowsByNumber(duck, numbers, { columns, until });
  return numbers.flatMap((no, i) => {
    const row = rows.get(no);
    if (row === undefined) return [];
    const [id, text, ...values] = row;
    return {
      no,
      id: textOf(id),
      text: textOf(text),
      values: values.map(shown),
      size: index.rows.sizes[no]!,
      score: scores[i] ?? null,
      labels: (labels.get(no) ?? []).map(([, filter, belongs, author]) => ({
        filter: String(filter),
        belongs: belongs === true,
        ...(typeof author === "string" ? { author } : {}),
      })),
      scores: (kept.get(no) ?? []).map(([, name, score]) => ({
        name: String(name),
        score: Number(score),
      })),
    };
  });
}

const shownSql = ({ type }: KeptColumn, i: number): string => {
  if (type === "text") return `encode(v${i})`;
  return type === "list" ? `list_transform(v${i}, lambda x: encode(x))` : `v${i}`;
};

function shown(value: DuckDBValue): Value {
  if (value instanceof duckdb.DuckDBBlobValue) return textOf(value);
  if (value instanceof duckdb.DuckDBListValue) return value.items.map(textOf);
  return value as string | number | null;
}

/** Ids of rows by their numbers, in the order of the numbers, and the parts that are named. */
export async function scanRows<P extends RowPart>(
  { duck, index }: CollectionState,
  { numbers, until }: Pick<RowReading, "numbers" | "until">,
  parts: readonly P[],
): Promise<ScannedRow<P>[]> {
  const wanted = new Set<RowPart>(parts);
  const columns = ["encode(id)", ...(wanted.has("text") ? ["encode(text)"] : [])];
  const found = await rowsByNumber(duck, numbers, { columns, until });
  const cells = new Map<number, Positions>();
  // To unpack them takes as long as all the rest.
  if (wanted.has("cells"))
    await index.eachOf(Uint32Array.from(found.keys()).sort(), (no, own) => cells.set(no, own));
  const rows = numbers.flatMap((no) => {
    const row = found.get(no);
    if (row === undefined) return [];
    return {
      id: textOf(row[0]),
      ...(wanted.has("text") ? { text: textOf(row[1]) } : {}),
      ...(wanted.has("cells") ? { cells: cells.get(no)! } : {}),
    };
  });
  // It has what `parts` names; the compiler cannot follow that.
  return rows as ScannedRow<P>[];
}

/** By number of the row. */
type Marks = ReadonlyMap<number, readonly DuckDBValue[][]>;
const NO_MARKS: Marks = new Map();

function grouped(rows: readonly DuckDBValue[][]): Marks {
  const groups = new Map<number, DuckDBValue[][]>();
  for (const row of rows) {
    const group = groups.get(Number(row[0]));
    if (group === undefined) groups.set(Number(row[0]), [row]);
    else group.push(row);
  }
  return groups;
}

interface PointsOptions {
  readonly field: Field | undefined;
  readonly ranks: Uint32Array;
  /** The densest place of each row, by its number. */
  readonly places: Int16Array;
}

/** Chosen rows as points of the map, in order of id. */
export async function readPoints(
  { duck, columns, coded }: CodedTables,
  chosen: ChosenRows,
  { field, ranks, places }: PointsOptions,
): Promise<RowPoints> {
  const numbers = chosen.numbers.slice().sort((a, b) => ranks[a]! - ranks[b]!);
  const known = field && (await coded(field));
  const isRead = field !== undefined && "column" in field && known === undefined;
  const value = isRead ? valueSql(columns, columnIndex(columns, field.column)) : "NULL";
  const read = await withinChosen(duck, chosen, ({ text, values }) =>
    duck.rows(`SELECT no, id, ${value} FROM rows WHERE ${text}`, [...values]),
  );
  const rows = new Map(read.map((row) => [Number(row[0]), row]));
  const shownOf = (no: number) => known?.values[known.codes[no]! - 1] ?? rows.get(no)![2] ?? null;
  return {
    ids: Array.from(numbers, (no) => String(rows.get(no)![1])),
    places: Array.from(numbers, (no) => places[no]!),
    values: Array.from(numbers, (no) => shownOf(no) as string | number | null),
  };
}

/** By row number. */
export interface RowOrder {
  /** Each row's place in the order of ids. */
  readonly ranks: Uint32Array;
  /** What it draws in a sample. */
  readonly draws: Int32Array;
}

/** @param count numbers given out so far */
export async function readOrder(duck: Duck, count: number): Promise<RowOrder> {
  const ranks = new Uint32Array(count);
  const draws = new Int32Array(count);
  let rank = 0;
  for await (const [numbers, own] of duck.numberColumns("SELECT no, draw FROM rows ORDER BY id"))
    for (let i = 0; i < numbers!.length; i++) {
      ranks[numbers![i]!] = rank++;
      draws[numbers![i]!] = own![i]!;
    }
  return { ranks, draws };
}

/** Numbers of the rows of a page. */
export async function pageOf(
  tables: CodedTables,
  chosen: ChosenRows,
  page: RowPage,
  order: () => Promise<RowOrder>,
): Promise<number[]> {
  const first = async (rows: RankedRows) =>
    bestRows(rows, (await order()).ranks, page.offset + page.limit).slice(page.offset);
  const { sort } = page;
  if (sort === undefined) return first(chosen.close ?? unranked(chosen.numbers));
  const { field, descending } = sort;
  const known = await tables.coded(field);
  if (known === undefined && "column" in field)
    return sortedPage(tables, chosen, page, { column: field.column, descending });
  const { numbers } = chosen;
  return first(rankedBy(numbers, placesInOrder(known!, numbers, descending)));
}

/** The greatest comes first; rows without a value come last. */
function placesInOrder({ codes }: CodedColumn, numbers: Uint32Array, descending: boolean) {
  const places = new Float64Array(numbers.length);
  for (let i = 0; i < numbers.length; i++) {
    const code = codes[numbers[i]!]!;
    places[i] = code === 0 ? Number.NEGATIVE_INFINITY : descending ? code : -code;
  }
  return places;
}

/** Of texts with so many values that they are not in memory. */
function sortedPage(
  { duck, columns }: Tables,
  chosen: ChosenRows,
  { offset, limit }: RowPage,
  { column, descending }: { readonly column: string; readonly descending: boolean },
): Promise<number[]> {
  const value = valueSql(columns, columnIndex(columns, column));
  const order = `ORDER BY ${value} ${descending ? "DESC" : "ASC"} NULLS LAST, id LIMIT ${limit} OFFSET ${offset}`;
  return withinChosen(duck, chosen, ({ text, values }) =>
    duck.numbers(`SELECT no FROM rows WHERE ${text} ${order}`, [...values]),
  );
}
