import type { DuckDBValue } from "@duckdb/node-api";
import type { Value } from "../../api/collection-types.ts";
import type { FoundRow, TextRow } from "../../collection/store.ts";
import type { Positions } from "../../kernel/grid.ts";
import type { CollectionState } from "./collection-state.ts";
import { isOneOf } from "./number-bits.ts";
import { unpackText } from "./packed-text.ts";
import type { RowRecord } from "./record-file.ts";
import type { MarkKinds } from "./row-marks.ts";
import type { KeptColumn } from "./where-sql.ts";

/** Rows by their numbers, in the order of the numbers; with their `scores`. */
export async function readRows(
  state: CollectionState,
  { hasLabels, hasScores }: MarkKinds,
  numbers: readonly number[],
  scores: readonly (number | null)[],
): Promise<FoundRow[]> {
  if (numbers.length === 0) return [];
  const { duck, index, meta } = state;
  const list = numbers.join(",");
  const marksOf = async (columns: string, table: string) =>
    grouped(
      await duck.rows(`SELECT no, ${columns} FROM ${table} WHERE no IN (${list}) ORDER BY 2`),
    );
  const records = await readRecords(state, numbers, meta.columns);
  const labels = hasLabels ? await marksOf("filter, belongs", "labels") : NO_MARKS;
  const kept = hasScores ? await marksOf("name, score", "scores") : NO_MARKS;
  return numbers.map((no, i) => {
    const { id, text, values } = records[i]!;
    return {
      id,
      text,
      // Columns may have come after the row.
      values: meta.columns.map((_, column) => values[column] ?? null),
      size: index.rows.sizes[no]!,
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
  state: CollectionState,
  numbers: readonly number[],
): Promise<TextRow[]> {
  const cells = new Map<number, Positions>();
  await state.index.eachOf(Uint32Array.from(numbers).sort(), (no, own) => cells.set(no, own));
  const records = await readRecords(state, numbers, []);
  return records.map(({ id, text }, i) => ({ id, text, cells: cells.get(numbers[i]!)! }));
}

/** In the order of the numbers; with the values of the first `columns` at least. */
async function readRecords(
  { duck, index, records }: CollectionState,
  numbers: readonly number[],
  columns: readonly KeptColumn[],
): Promise<RowRecord[]> {
  if (records !== undefined) return numbers.map((no) => records.read(index.rows.recordOf(no)));
  if (numbers.length === 0) return [];
  const these = isOneOf(numbers, index.rows.count);
  const own = columns.map((_, i) => `, v${i}`).join("");
  const rows = await duck.rows(
    `SELECT no, id, text${own} FROM rows WHERE ${these.text}`,
    these.values,
  );
  const found = new Map(
    rows.map(([no, id, text, ...values]) => [
      Number(no),
      { id: String(id), text: unpackText(text!), values: values.map(toValue) },
    ]),
  );
  return numbers.map((no) => found.get(no)!);
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

function toValue(value: DuckDBValue): Value {
  if (value === null || typeof value === "number" || typeof value === "string") return value;
  return (value as { readonly items: readonly DuckDBValue[] }).items.map(String);
}
