import path from "node:path";
import type { Column, ColumnRoles } from "../../../api/schema/collection-types.ts";
import type { CollectionInfo, NewRow, PutCount } from "../../../collection/port/store.ts";
import { Duck } from "../../files/duck.ts";
import { CellIndex } from "../cells/cell-index.ts";
import { cellTable } from "./cell-table.ts";
import {
  addColumns,
  addHelpers,
  appendRows,
  forgetRows,
  labelCounts,
  type Meta,
  numbersOf,
  type PlacedRow,
  readHeat,
  readMeta,
  scoreNames,
  writeHeat,
  writeMeta,
} from "./collection-tables.ts";

/** What an open collection is made of: its tables, and what was made of them. */
export interface CollectionState {
  readonly duck: Duck;
  readonly index: CellIndex;
  readonly meta: Meta;
  /** Of all rows. */
  readonly heat: Uint32Array;
}

/** @throws conflict for a damaged one, one of another format, or while another process has it */
export async function loadState(folder: string): Promise<CollectionState> {
  const duck = await Duck.open(path.join(folder, "rows.duckdb"));
  try {
    const meta = await readMeta(duck);
    const index = new CellIndex(path.join(folder, "lists.bin"), cellTable(duck), meta.version);
    for await (const [no, size] of duck.numberColumns("SELECT no, size FROM rows"))
      for (let i = 0; i < no!.length; i++) index.rows.set(no![i]!, size![i]!);
    const heat = (await readHeat(duck, meta.version)) ?? (await countHeat(duck, meta, index));
    return { duck, meta, index, heat };
  } catch (cause) {
    duck.close();
    throw cause;
  }
}

/** After a kill: what closing keeps is not there. It takes seconds, so it is kept at once. */
async function countHeat(duck: Duck, { version }: Meta, index: CellIndex): Promise<Uint32Array> {
  const heat = await index.heat(index.rows.all());
  await writeHeat(duck, version, heat);
  return heat;
}

export async function describeState({
  duck,
  meta,
  index,
}: CollectionState): Promise<CollectionInfo> {
  const { name, retina, created, roles, columns } = meta;
  return {
    name,
    retina,
    created,
    roles,
    columns: columns.map((column) => ({ name: column.name, type: column.type })),
    rows: index.rows.alive,
    withoutCells: index.rows.withoutCells(),
    labels: await labelCounts(duck),
    scores: await scoreNames(duck),
  };
}

/** Adds columns at the end and replaces the roles. */
export async function extendColumns(
  state: CollectionState,
  columns: readonly Column[],
  roles: ColumnRoles,
): Promise<CollectionState> {
  const { duck, meta } = state;
  const known = new Set(meta.columns.map(({ name }) => name));
  const added = columns
    .filter(({ name }) => !known.has(name))
    .map(({ name, type }) => ({ name, type, hasKeys: false, hasFolds: false }));
  const next = { ...meta, roles, columns: [...meta.columns, ...added] };
  await duck.transaction(async () => {
    await addColumns(duck, added, meta.columns.length);
    await writeMeta(duck, next);
  });
  return { ...state, meta: next };
}

/** What a call that changes rows did. */
export interface Written<T> {
  readonly state: CollectionState;
  readonly count: T;
  /** Whether rows were replaced or removed: what was known of their numbers is not true any more. */
  readonly hasReplaced: boolean;
}

/** Adds rows and replaces those whose ids are there. A failure leaves everything as it was. */
export async function putRows(
  state: CollectionState,
  rows: readonly NewRow[],
): Promise<Written<PutCount>> {
  const { duck, index } = state;
  const last = [...new Map(rows.map((row) => [row.id, row])).values()];
  if (last.length === 0) return { state, count: { added: 0, updated: 0 }, hasReplaced: false };
  const ids = last.map(({ id }) => id);
  const old = await numbersOf(duck, ids);
  const heat = await heatWithout(state, old);
  for (const { cells } of last) for (const cell of cells) heat[cell] = heat[cell]! + 1;
  const added = last.length - old.size;
  const fresh = index.rows.numbersFor(added)[Symbol.iterator]();
  const placed: PlacedRow[] = last.map((row) => ({
    no: old.get(row.id) ?? fresh.next().value!,
    row,
  }));
  const meta = await duck.transaction(async () => {
    const columns = await addHelpers(duck, state.meta.columns, last);
    const next = { ...state.meta, columns, version: state.meta.version + 1 };
    await forgetRows(duck, old.values(), { areReplaced: true });
    await appendRows(duck, next, placed);
    await writeMeta(duck, next);
    return next;
  });
  for (const { no, row } of placed) index.set(no, row.cells.length);
  return {
    state: { ...state, meta, heat },
    count: { added, updated: old.size },
    hasReplaced: old.size > 0,
  };
}

/** Unknown ids are passed over. */
export async function dropRows(
  state: CollectionState,
  ids: readonly string[],
): Promise<Written<number>> {
  const { duck, index } = state;
  const old = await numbersOf(duck, ids);
  const heat = await heatWithout(state, old);
  const meta = { ...state.meta, version: state.meta.version + 1 };
  await duck.transaction(async () => {
    await forgetRows(duck, old.values(), { areReplaced: false });
    await writeMeta(duck, meta);
  });
  for (const no of old.values()) index.drop(no);
  return { state: { ...state, meta, heat }, count: old.size, hasReplaced: old.size > 0 };
}

async function heatWithout(
  { index, heat }: CollectionState,
  old: ReadonlyMap<string, number>,
): Promise<Uint32Array> {
  const gone = await index.heat(Uint32Array.from(old.values()).sort());
  return heat.map((count, cell) => count - gone[cell]!);
}
