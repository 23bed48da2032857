import type { DuckDBValue } from "@duckdb/node-api";
import type { Column, Predicate, Range } from "../../../api/schema/collection-types.ts";
import type { Selection } from "../../../collection/port/store.ts";
import { dayOf, fold, keyOf } from "../../../collection/port/values.ts";
import type { WordForm, WordsQuery } from "../../../collection/port/words.ts";
import type { Duck } from "../../files/duck.ts";
import { duckdb } from "../../files/duck-library.ts";
import type { CloseRows } from "../cells/ranked-rows.ts";

/** A condition with its parameters, in order of the question marks. */
export interface Sql {
  readonly text: string;
  readonly values: readonly DuckDBValue[];
}

/** A column as it is kept: column `i` of the collection is `v<i>`, so no name ever reaches SQL. */
export interface KeptColumn extends Column {
  /** There is a `k<i>` for texts that are compared by less than all of them. */
  readonly hasKeys: boolean;
  /** There is an `f<i>` for texts whose folded form SQL's `lower` does not give. */
  readonly hasFolds: boolean;
}

/** What texts are compared by. */
export const keySql = ({ hasKeys }: KeptColumn, i: number) =>
  hasKeys ? `coalesce(k${i}, v${i})` : `v${i}`;

const foldSql = (column: KeptColumn, i: number) => {
  const lower =
    column.type === "list" ? `list_transform(v${i}, lambda x: lower(x))` : `lower(v${i})`;
  return column.hasFolds ? `coalesce(f${i}, ${lower})` : lower;
};

/** The conditions that the table of rows can answer; `undefined` where there are none. */
export function selectionSql(
  { words, where, labels, ids }: Selection,
  columns: readonly KeptColumn[],
): Sql | undefined {
  const parts: Sql[] = [];
  if (words !== undefined) parts.push(wordsSql(words));
  if (where !== undefined) parts.push(predicateSql(where, columns));
  if (labels !== undefined) parts.push(predicateSql(labels, columns));
  if (ids !== undefined)
    parts.push({ text: "id IN (SELECT unnest(?))", values: [duckdb.listValue([...ids])] });
  return parts.length === 0 ? undefined : joined(parts, " AND ");
}

function joined(parts: readonly Sql[], by: string): Sql {
  return {
    text: parts.map(({ text }) => `(${text})`).join(by),
    values: parts.flatMap(({ values }) => values),
  };
}

/** The tokens of a text are joined into one string, with a space around each. */
function wordsSql({ all, none, any }: WordsQuery): Sql {
  const phrase = (tokens: readonly string[], text: string): Sql => ({
    text,
    values: [` ${tokens.join(" ")} `],
  });
  return joined(
    [
      ...all.map((tokens) => phrase(tokens, "contains(tokens, ?)")),
      ...none.map((tokens) => phrase(tokens, "NOT contains(tokens, ?)")),
      ...(any === undefined ? [] : [joined(any.map(formSql), " OR ")]),
    ],
    " AND ",
  );
}

const formSql = ({ tokens, match }: WordForm): Sql => {
  const before = match === "inside" ? "" : " ";
  const after = match === "whole" ? " " : "";
  return { text: "contains(tokens, ?)", values: [`${before}${tokens.join(" ")}${after}`] };
};

function predicateSql(node: Predicate, columns: readonly KeptColumn[]): Sql {
  if ("and" in node)
    return joined(
      node.and.map((part) => predicateSql(part, columns)),
      " AND ",
    );
  if ("or" in node)
    return joined(
      node.or.map((part) => predicateSql(part, columns)),
      " OR ",
    );
  if ("not" in node) {
    const { text, values } = predicateSql(node.not, columns);
    return { text: `NOT (${text})`, values };
  }
  if ("label" in node) return labelSql(node);
  if ("score" in node) return scoreSql(node);
  const i = columns.findIndex(({ name }) => name === node.column);
  return columnSql(node, columns[i]!, i);
}

function labelSql({ label, is, by }: Extract<Predicate, { readonly label: string }>): Sql {
  const rows = `SELECT no FROM labels WHERE filter = ?${by === undefined ? "" : " AND author = ?"}`;
  const values = by === undefined ? [label] : [label, by];
  if (is === "unlabelled") return { text: `no NOT IN (${rows})`, values };
  return { text: `no IN (${rows} AND belongs = ?)`, values: [...values, is === "belongs"] };
}

function scoreSql(node: Extract<Predicate, { readonly score: string }>): Sql {
  const rows = "SELECT no FROM scores WHERE name = ?";
  if ("missing" in node)
    return { text: `no ${node.missing ? "NOT IN" : "IN"} (${rows})`, values: [node.score] };
  const { text, values } = rangeSql("score", node, (limit) => limit);
  return { text: `no IN (${rows} AND ${text})`, values: [node.score, ...values] };
}

type ColumnTest = Extract<Predicate, { readonly column: string }>;

function columnSql(node: ColumnTest, column: KeptColumn, i: number): Sql {
  if ("missing" in node) return { text: `v${i} IS ${node.missing ? "" : "NOT "}NULL`, values: [] };
  if ("contains" in node) {
    const folded = foldSql(column, i);
    const text =
      column.type === "list"
        ? `len(list_filter(${folded}, lambda x: contains(x, ?))) > 0`
        : `contains(${folded}, ?)`;
    return known({ text, values: [fold(node.contains)] });
  }
  if ("equals" in node) return known(oneOfSql([node.equals], column, i));
  if ("in" in node) return known(oneOfSql(node.in, column, i));
  const value = column.type === "date" ? `left(v${i}, 10)` : `v${i}`;
  return known(
    rangeSql(value, node, (limit) => (typeof limit === "string" ? dayOf(limit) : limit)),
  );
}

/** False where the value is missing, and not unknown: `not` has to turn it round. */
const known = ({ text, values }: Sql): Sql => ({ text: `coalesce(${text}, false)`, values });

function oneOfSql(wanted: readonly (string | number)[], column: KeptColumn, i: number): Sql {
  const { type } = column;
  if (type === "number")
    return { text: `v${i} IN (SELECT unnest(?))`, values: [duckdb.listValue([...wanted])] };
  const keys = wanted.map((each) => (type === "date" ? dayOf : keyOf)(String(each)));
  const values = [duckdb.listValue(keys)];
  if (type === "date") return { text: `left(v${i}, 10) IN (SELECT unnest(?))`, values };
  if (type === "list") return { text: `list_has_any(${keySql(column, i)}, ?)`, values };
  return { text: `${keySql(column, i)} IN (SELECT unnest(?))`, values };
}

function rangeSql(
  value: string,
  range: Range,
  limit: (given: string | number) => DuckDBValue,
): Sql {
  const parts: Sql[] = [];
  if (range.from !== undefined) parts.push({ text: `${value} >= ?`, values: [limit(range.from)] });
  if (range.to !== undefined) parts.push({ text: `${value} <= ?`, values: [limit(range.to)] });
  if (range.below !== undefined) parts.push({ text: `${value} < ?`, values: [limit(range.below)] });
  return joined(parts, " AND ");
}

/** The tables of an open collection. */
export interface Tables {
  readonly duck: Duck;
  readonly columns: readonly KeptColumn[];
}

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

/** Calls with a condition on the table of rows that is true for the chosen ones alone. */
export async function withinChosen<T>(
  duck: Duck,
  chosen: ChosenRows,
  act: (sql: Sql) => Promise<T>,
): Promise<T> {
  if (chosen.sql !== undefined) return act(chosen.sql);
  await duck.run("CREATE OR REPLACE TEMP TABLE chosen (no INTEGER)");
  await duck.appendColumns("chosen", [Array.from(chosen.numbers)]);
  return act({ text: "no IN (SELECT no FROM chosen)", values: [] });
}

/** What a column is counted and sorted by. */
export function valueSql(columns: readonly KeptColumn[], i: number): string {
  const own = columns[i]!;
  return own.type === "date" ? `left(v${i}, 10)` : keySql(own, i);
}

export function columnIndex(columns: readonly KeptColumn[], column: string): number {
  return columns.findIndex(({ name }) => name === column);
}
