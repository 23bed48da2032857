import { listValue } from "@duckdb/node-api";
import type { LabelMark, NewRow } from "../../collection/store.ts";
import type { Duck } from "./duck.ts";

/** What is kept of rows beside their own columns: labels, scores and notes, by the rows' numbers. */

export async function numbersOf(duck: Duck, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await duck.rows("SELECT id, no FROM rows WHERE id IN (SELECT unnest(?))", [
    listValue([...ids]),
  ]);
  return new Map(rows.map(([id, no]) => [String(id), Number(no)]));
}

/** Which marks there are: most collections have none when they are first searched. */
export interface MarkKinds {
  readonly hasLabels: boolean;
  readonly hasScores: boolean;
}

export async function markKinds(duck: Duck): Promise<MarkKinds> {
  const hasRows = async (table: string) =>
    (await duck.rows(`SELECT 1 FROM ${table} LIMIT 1`)).length > 0;
  return { hasLabels: await hasRows("labels"), hasScores: await hasRows("scores") };
}

export async function writeLabels(
  duck: Duck,
  filter: string,
  marks: readonly LabelMark[],
): Promise<number> {
  const last = new Map(marks.map(({ id, belongs }) => [id, belongs]));
  const numbers = await numbersOf(duck, [...last.keys()]);
  if (numbers.size === 0) return 0;
  const kept = [...numbers].filter(([id]) => last.get(id) !== null);
  await duck.transaction(async () => {
    await duck.run(
      `DELETE FROM labels WHERE filter = ? AND no IN (${[...numbers.values()].join(",")})`,
      [filter],
    );
    await duck.append(
      "labels",
      kept.map(([id, no]) => [filter, no, last.get(id)!]),
    );
  });
  return numbers.size;
}

export function writeScores(
  duck: Duck,
  name: string,
  scores: readonly (readonly [no: number, score: number])[],
): Promise<void> {
  return duck.transaction(async () => {
    await removeScores(duck, name);
    await duck.append(
      "scores",
      scores.map(([no, score]) => [name, no, score]),
    );
  });
}

export function renameScores(duck: Duck, name: string, to: string | undefined): Promise<void> {
  return duck.transaction(async () => {
    if (to === undefined) return removeScores(duck, name);
    const [found] = await duck.rows("SELECT 1 FROM scores WHERE name = ? LIMIT 1", [name]);
    if (found === undefined || name === to) return;
    await removeScores(duck, to);
    await duck.run("UPDATE scores SET name = ? WHERE name = ?", [to, name]);
  });
}

async function removeScores(duck: Duck, name: string): Promise<void> {
  await duck.run("DELETE FROM scores WHERE name = ?", [name]);
}

export async function readNote(duck: Duck, key: string): Promise<string | undefined> {
  const [row] = await duck.rows("SELECT value FROM notes WHERE key = ?", [key]);
  return row === undefined ? undefined : String(row[0]);
}

export function writeNote(duck: Duck, key: string, note: string | undefined): Promise<void> {
  return duck.transaction(async () => {
    await duck.run("DELETE FROM notes WHERE key = ?", [key]);
    if (note !== undefined) await duck.run("INSERT INTO notes VALUES (?, ?)", [key, note]);
  });
}

/** Takes replaced or removed rows out of the tables; labels of replaced ones move to the new rows. */
export async function forgetRows(
  duck: Duck,
  old: ReadonlyMap<string, number>,
  placed: readonly { readonly no: number; readonly row: NewRow }[],
): Promise<void> {
  if (old.size === 0) return;
  const list = [...old.values()].join(",");
  const moved = new Map(placed.map(({ no, row }) => [old.get(row.id), no]));
  const labels = await duck.rows(`SELECT filter, no, belongs FROM labels WHERE no IN (${list})`);
  for (const table of ["rows", "labels", "scores"])
    await duck.run(`DELETE FROM ${table} WHERE no IN (${list})`);
  const kept = labels.flatMap(([filter, no, belongs]) => {
    const next = moved.get(Number(no));
    return next === undefined ? [] : [[filter!, next, belongs!]];
  });
  await duck.append("labels", kept);
}
