import type { DuckDBValue } from "@duckdb/node-api";
import type { Value } from "../../api/collection-types.ts";
import type { FoundRow, TextRow } from "../../collection/store.ts";
import type { Positions } from "../../retina/types.ts";
import type { CellIndex } from "./cell-index.ts";
import type { Duck } from "./duck.ts";
import { isOneOf } from "./number-bits.ts";
import { unpackText } from "./packed-text.ts";
import type { KeptColumn } from "./where-sql.ts";

/** What has to be known of the table of rows; every number in it is below `count`. */
interface RowTable {
  readonly columns: readonly KeptColumn[];
  readonly count: number;
}

/** Rows by their numbers, in the order of the numbers; with their `scores`. */
export async function readRows(
  duck: Duck,
  { columns, count }: RowTable,
  numbers: readonly number[],
  scores: readonly (number | null)[],
): Promise<FoundRow[]> {
  if (numbers.length === 0) return [];
  const these = isOneOf(numbers, count);
  const list = numbers.join(",");
  const own = columns.map((_, i) => `, v${i}`).join("");
  const [rows, labels, kept] = [
    await duck.rows(`SELECT no, id, text, size${own} FROM rows WHERE ${these.text}`, these.values),
    grouped(
      await duck.rows(
        `SELECT no, filter, belongs FROM labels WHERE no IN (${list}) ORDER BY filter`,
      ),
    ),
    grouped(
      await duck.rows(`SELECT no, name, score FROM scores WHERE no IN (${list}) ORDER BY name`),
    ),
  ];
  const found = new Map(rows.map((row) => [Number(row[0]), row]));
  return numbers.map((no, i) => {
    const [, id, text, size, ...values] = found.get(no)!;
    return {
      id: String(id),
      text: unpackText(text!),
      values: values.map(toValue),
      size: Number(size),
      score: scores[i] ?? null,
      labels: (labels.get(no) ?? []).map(([, filter, belongs]) => ({
        filter: String(filter),
        belongs: belongs === true,
      })),
      scores: (kept.get(no) ?? []).map(([, name, score]) => ({
        name: String(name),
        score: Number(score),
      })),
    };
  });
}

/** Texts and cells of rows by their numbers, in the order of the numbers. */
export async function readTexts(
  duck: Duck,
  index: CellIndex,
  numbers: readonly number[],
): Promise<TextRow[]> {
  if (numbers.length === 0) return [];
  const these = isOneOf(numbers, index.rows.count);
  const rows = await duck.rows(
    `SELECT no, id, text FROM rows WHERE ${these.text} ORDER BY no`,
    these.values,
  );
  const ascending = Uint32Array.from(rows, (row) => Number(row[0]));
  const cells: Positions[] = [];
  await index.eachOf(ascending, (_, own) => cells.push(own));
  const found = new Map(
    rows.map(([no, id, text], i) => [
      Number(no),
      { id: String(id), text: unpackText(text!), cells: cells[i]! },
    ]),
  );
  return numbers.map((no) => found.get(no)!);
}

function grouped(rows: readonly DuckDBValue[][]): Map<number, DuckDBValue[][]> {
  const groups = new Map<number, DuckDBValue[][]>();
  for (const row of rows) {
    const group = groups.get(Number(row[0]));
    if (group === undefined) groups.set(Number(row[0]), [row]);
    else group.push(row);
  }
  return groups;
}

function toValue(value: DuckDBValue): Value {
  if (value === null || typeof value === "number" || typeof value === "string") return value;
  return (value as { readonly items: readonly DuckDBValue[] }).items.map(String);
}
