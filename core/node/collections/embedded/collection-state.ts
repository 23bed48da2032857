import path from "node:path";
import type { Column, ColumnRoles } from "../../../api/schema/collection-types.ts";
import type { CollectionInfo, NewRow, PutCount } from "../../../collection/port/store.ts";
import { Duck } from "../../files/duck.ts";
import { removeOthers } from "../cells/append-file.ts";
import { CellIndex } from "../cells/cell-index.ts";
import { RecordFile } from "../cells/record-file.ts";
import {
  addColumns,
  addHelpers,
  appendBlocks,
  appendRows,
  type FileLengths,
  forgetRows,
  labelCounts,
  type Meta,
  numbersOf,
  type PlacedRow,
  readBlocks,
  readHeat,
  readMeta,
  scoreNames,
  writeHeat,
  writeMeta,
} from "./collection-tables.ts";

/** What an open collection is made of: its tables and files, and what was read from them. */
export interface CollectionState {
  readonly duck: Duck;
  readonly index: CellIndex;
  readonly records: RecordFile;
  readonly meta: Meta;
  /** Of all rows. */
  readonly heat: Uint32Array;
}

/** @throws conflict for a damaged one, one of another format, or while another process has it */
export async function loadState(folder: string): Promise<CollectionState> {
  const duck = await Duck.open(path.join(folder, "rows.duckdb"));
  try {
    const meta = await readMeta(duck);
    const files = { folder, generation: meta.generation };
    await removeOthers(files);
    const index = new CellIndex(files, meta.lengths, await readBlocks(duck));
    const records = new RecordFile(files, meta.lengths.records);
    await readPlaces(duck, index);
    const heat = (await readHeat(duck, meta.version)) ?? (await countHeat(duck, meta, index));
    return await sealBlocks({ duck, meta, index, records, heat });
  } catch (cause) {
    duck.close();
    throw cause;
  }
}

async function readPlaces(duck: Duck, { rows }: CellIndex): Promise<void> {
  const places = duck.numberColumns(
    "SELECT no, place, length, size, record, packed FROM rows ORDER BY no",
  );
  for await (const [no, at, length, size, recordAt, packed] of places)
    for (let i = 0; i < no!.length; i++)
      rows.set(no![i]!, {
        at: at![i]!,
        length: length![i]!,
        size: size![i]!,
        record: { at: recordAt![i]!, length: packed![i]! },
      });
}

export const lengthsOf = ({
  index,
  records,
}: Pick<CollectionState, "index" | "records">): FileLengths => ({
  ...index.lengths,
  records: records.length,
});

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

/** Adds rows and replaces those whose ids are there; `sealBlocks` comes after it. A failure leaves everything as it was. */
export async function putRows(
  state: CollectionState,
  rows: readonly NewRow[],
): Promise<{ state: CollectionState; count: PutCount }> {
  const { duck, index, records } = state;
  const last = [...new Map(rows.map((row) => [row.id, row])).values()];
  if (last.length === 0) return { state, count: { added: 0, updated: 0 } };
  const before = lengthsOf(state);
  const ids = last.map(({ id }) => id);
  const old = await numbersOf(duck, ids);
  const heat = await heatWithout(state, old);
  const first = index.rows.count;
  for (const { cells } of last) for (const cell of cells) heat[cell] = heat[cell]! + 1;
  let meta: Meta;
  let placed: PlacedRow[];
  try {
    const cells = index.append(last.map((row) => row.cells));
    const kept = records.append(last);
    placed = last.map((row, i) => ({
      no: first + i,
      place: { ...cells[i]!, record: kept[i]! },
      row,
    }));
    meta = await duck.transaction(async () => {
      const columns = await addHelpers(duck, state.meta.columns, last);
      const version = state.meta.version + 1;
      const next = { ...state.meta, columns, version, lengths: lengthsOf(state) };
      await forgetRows(duck, old, placed);
      await appendRows(duck, columns, placed);
      await writeMeta(duck, next);
      return next;
    });
  } catch (cause) {
    index.cutTo(before);
    records.cutTo(before.records);
    throw cause;
  }
  for (const no of old.values()) index.rows.drop(no);
  for (const { no, place } of placed) index.rows.set(no, place);
  return {
    state: { ...state, meta, heat },
    count: { added: last.length - old.size, updated: old.size },
  };
}

/** Unknown ids are passed over. */
export async function dropRows(
  state: CollectionState,
  ids: readonly string[],
): Promise<{ state: CollectionState; count: number }> {
  const { duck, index } = state;
  const old = await numbersOf(duck, ids);
  const heat = await heatWithout(state, old);
  const meta = { ...state.meta, version: state.meta.version + 1 };
  await duck.transaction(async () => {
    await forgetRows(duck, old, []);
    await writeMeta(duck, meta);
  });
  for (const no of old.values()) index.rows.drop(no);
  return { state: { ...state, meta, heat }, count: old.size };
}

async function heatWithout(
  { index, heat }: CollectionState,
  old: ReadonlyMap<string, number>,
): Promise<Uint32Array> {
  const gone = await index.heat(Uint32Array.from(old.values()).sort());
  return heat.map((count, cell) => count - gone[cell]!);
}

/** Writes lists for the blocks that became full. */
export async function sealBlocks(state: CollectionState): Promise<CollectionState> {
  const { duck, index } = state;
  const first = index.blocks;
  const places = await index.sealBlocks();
  if (places.length === 0) return state;
  const meta = { ...state.meta, lengths: lengthsOf(state) };
  await duck.transaction(async () => {
    await appendBlocks(duck, first, places);
    await writeMeta(duck, meta);
  });
  for (const place of places) index.addPlace(place);
  return { ...state, meta };
}
