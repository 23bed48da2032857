import type { DuckDBValue } from "@duckdb/node-api";
import type { FoundRow, RowPart, ScannedRow } from "../../collection/store.ts";
import type { Positions } from "../../kernel/grid.ts";
import type { CollectionState } from "./collection-state.ts";
import type { MarkKinds } from "./row-marks.ts";

/** Rows by their numbers, in the order of the numbers; with their `scores`. */
export async function readRows(
  state: CollectionState,
  { hasLabels, hasScores }: MarkKinds,
  numbers: readonly number[],
  scores: readonly (number | null)[],
): Promise<FoundRow[]> {
  if (numbers.length === 0) return [];
  const { duck, index, meta, records } = state;
  const list = numbers.join(",");
  const marksOf = async (columns: string, table: string) =>
    grouped(
      await duck.rows(`SELECT no, ${columns} FROM ${table} WHERE no IN (${list}) ORDER BY 2`),
    );
  const labels = hasLabels ? await marksOf("filter, belongs", "labels") : NO_MARKS;
  const kept = hasScores ? await marksOf("name, score", "scores") : NO_MARKS;
  return numbers.map((no, i) => {
    const { id, text, values } = records.read(index.rows.recordOf(no));
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

/** Ids of rows by their numbers, in the order of the numbers, and the parts that are named. */
export async function scanRows<P extends RowPart>(
  { index, records }: CollectionState,
  numbers: readonly number[],
  parts: readonly P[],
): Promise<ScannedRow<P>[]> {
  const wanted = new Set<RowPart>(parts);
  const cells = new Map<number, Positions>();
  // To unpack them takes as long as all the rest.
  if (wanted.has("cells"))
    await index.eachOf(Uint32Array.from(numbers).sort(), (no, own) => cells.set(no, own));
  const rows = numbers.map((no) => {
    const { id, text } = records.read(index.rows.recordOf(no));
    return {
      id,
      ...(wanted.has("text") ? { text } : {}),
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
