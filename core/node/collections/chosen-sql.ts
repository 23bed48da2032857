import type { Field } from "../../api/collection-types.ts";
import type { ChosenRows } from "./choose-rows.ts";
import type { RememberedColumn } from "./column-memory.ts";
import type { Duck } from "./duck.ts";
import { type KeptColumn, keySql, type Sql } from "./where-sql.ts";

/** The tables of an open collection. */
export interface Tables {
  readonly duck: Duck;
  readonly columns: readonly KeptColumn[];
}

/** Answers from memory where a column is there, by SQL where it is not. */
export interface Remembered extends Tables {
  remembered(column: string): Promise<RememberedColumn | undefined>;
}

/** Calls with a condition on the table of rows that is true for the chosen ones alone. */
export async function withinChosen<T>(
  duck: Duck,
  chosen: ChosenRows,
  act: (sql: Sql) => Promise<T>,
): Promise<T> {
  if (chosen.sql !== undefined) return act(chosen.sql);
  await duck.run("CREATE OR REPLACE TEMP TABLE chosen (no INTEGER)");
  await duck.append(
    "chosen",
    Array.from(chosen.numbers, (no) => [no]),
  );
  return act({ text: "no IN (SELECT no FROM chosen)", values: [] });
}

/** One `value` per row of the selection, NULL where it is missing; `no` beside it. */
export function fieldSql(columns: readonly KeptColumn[], field: Field, { text, values }: Sql) {
  if ("score" in field)
    return {
      text: `SELECT no, score AS value FROM scores WHERE name = ? AND no IN (SELECT no FROM rows WHERE ${text})`,
      values: [field.score, ...values],
    };
  const value = valueSql(columns, placeOf(columns, field.column));
  return { text: `SELECT no, ${value} AS value FROM rows WHERE ${text}`, values: [...values] };
}

/** What a column is counted and sorted by. */
export function valueSql(columns: readonly KeptColumn[], i: number): string {
  const own = columns[i]!;
  return own.type === "date" ? `left(v${i}, 10)` : keySql(own, i);
}

export function placeOf(columns: readonly KeptColumn[], column: string): number {
  return columns.findIndex(({ name }) => name === column);
}
