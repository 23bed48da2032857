import type { DuckDBValue } from "@duckdb/node-api";
import type { ColumnType, Value } from "../../../api/schema/collection-types.ts";
import { drawOf } from "../../../collection/port/sample-key.ts";
import type {
  CollectionHead,
  LabelCount,
  LabelMark,
  NewRow,
} from "../../../collection/port/store.ts";
import { fold, keyOf } from "../../../collection/port/values.ts";
import { tokensOf } from "../../../collection/port/words.ts";
import { conflict } from "../../../errors.ts";
import type { Duck } from "../../files/duck.ts";
import { duckdb } from "../../files/duck-library.ts";
import { FORMAT } from "../cells/cell-format.ts";
import type { RowPlace } from "../cells/row-table.ts";
import type { KeptColumn } from "./chosen-sql.ts";

/** What is kept of a collection beside its rows. */
export interface Meta extends Omit<CollectionHead, "columns"> {
  readonly format: number;
  readonly columns: readonly KeptColumn[];
  readonly lengths: FileLengths;
  /** Of the files beside the tables. */
  readonly generation: number;
  /** Counts what changed the cells. */
  readonly version: number;
}

/** Bytes of the files beside the tables that count. */
export interface FileLengths {
  readonly cells: number;
  readonly lists: number;
  readonly records: number;
}

const SQL_TYPES: Readonly<Record<ColumnType, string>> = {
  text: "VARCHAR",
  date: "VARCHAR",
  number: "DOUBLE",
  list: "VARCHAR[]",
};

/**
 * `rows.no` is a row's number in the index; `place`, `length` and `size` say where its cells are, `record` and `packed` where
 * the whole row is and how many bytes it takes.
 */
const TABLES = [
  "CREATE TABLE meta (value VARCHAR)",
  "CREATE TABLE heat (version INTEGER, counts BLOB)",
  "CREATE TABLE blocks (no INTEGER, place DOUBLE)",
  "CREATE TABLE notes (key VARCHAR, value VARCHAR)",
  "CREATE TABLE labels (filter VARCHAR, no INTEGER, belongs BOOLEAN, author VARCHAR)",
  "CREATE TABLE scores (name VARCHAR, no INTEGER, score DOUBLE)",
];
const ROWS =
  "no INTEGER, place DOUBLE, length INTEGER, size INTEGER, record DOUBLE, packed INTEGER, draw INTEGER, id VARCHAR, tokens VARCHAR";

/** Adding a column to a wide table takes long; what may be needed is there from the beginning. */
const MANY_COLUMNS = 100;

export async function createTables(duck: Duck, head: CollectionHead): Promise<void> {
  const isWide = head.columns.length > MANY_COLUMNS;
  const columns = head.columns.map((column) => {
    const isText = column.type === "text" || column.type === "list";
    return { ...column, hasKeys: false, hasFolds: isWide && isText };
  });
  const own = columns
    .map(({ type, hasFolds }, i) =>
      hasFolds
        ? `, v${i} ${SQL_TYPES[type]}, f${i} ${SQL_TYPES[type]}`
        : `, v${i} ${SQL_TYPES[type]}`,
    )
    .join("");
  const meta: Meta = {
    ...head,
    columns,
    format: FORMAT,
    lengths: { cells: 0, lists: 0, records: 0 },
    generation: 0,
    version: 0,
  };
  await duck.transaction(async () => {
    for (const table of TABLES) await duck.run(table);
    await duck.run(`CREATE TABLE rows (${ROWS}${own})`);
    await duck.run("INSERT INTO meta VALUES (?)", [JSON.stringify(meta)]);
  });
}

/** @throws conflict for another format */
export async function readMeta(duck: Duck): Promise<Meta> {
  const [row] = await duck.rows("SELECT value FROM meta");
  const meta = JSON.parse(String(row?.[0])) as Meta;
  if (meta.format !== FORMAT) throw otherFormat(meta.format);
  // Collections from before labels had an author.
  await duck.run("ALTER TABLE labels ADD COLUMN IF NOT EXISTS author VARCHAR");
  return meta;
}

function otherFormat(format: number) {
  const [version, way] =
    format > FORMAT
      ? ["a newer", "install that version to open it"]
      : ["an older", "remove it and import its files again"];
  return conflict(
    `The collection was written by ${version} version of the program (format ${format}, this one reads ${FORMAT}); ${way}.`,
    { format },
  );
}

export async function writeMeta(duck: Duck, meta: Meta): Promise<void> {
  await duck.run("UPDATE meta SET value = ?", [JSON.stringify(meta)]);
}

/** Adds columns at the end of the table. */
export async function addColumns(
  duck: Duck,
  columns: readonly { readonly type: ColumnType }[],
  from: number,
): Promise<void> {
  for (const [i, { type }] of columns.entries())
    await duck.run(`ALTER TABLE rows ADD COLUMN v${from + i} ${SQL_TYPES[type]}`);
}

/** Columns with what their new values need; adds it to the table. */
export async function addHelpers(
  duck: Duck,
  columns: readonly KeptColumn[],
  rows: readonly NewRow[],
): Promise<readonly KeptColumn[]> {
  const widened = columns.map((column, i) => {
    if (column.type !== "text" && column.type !== "list") return column;
    const texts = rows.flatMap(({ values }) => textsOf(values[i] ?? null));
    return {
      ...column,
      hasKeys: column.hasKeys || texts.some((text) => keyOf(text) !== text),
      hasFolds: column.hasFolds || texts.some(needsFold),
    };
  });
  for (const [i, column] of widened.entries()) {
    const type = SQL_TYPES[column.type];
    if (column.hasKeys && !columns[i]!.hasKeys)
      await duck.run(`ALTER TABLE rows ADD COLUMN k${i} ${type}`);
    if (column.hasFolds && !columns[i]!.hasFolds)
      await duck.run(`ALTER TABLE rows ADD COLUMN f${i} ${type}`);
  }
  return widened;
}

const textsOf = (value: Value): readonly string[] =>
  value === null ? [] : typeof value === "object" ? value : [String(value)];

/** SQL's `lower` is the same for plain letters. */
const needsFold = (text: string) => !/^[\0-\x7f]*$/.test(text) || keyOf(text) !== text;

export interface PlacedRow {
  readonly no: number;
  readonly place: RowPlace;
  readonly row: NewRow;
}

export async function appendRows(
  duck: Duck,
  columns: readonly KeptColumn[],
  placed: readonly PlacedRow[],
): Promise<void> {
  const order = await duck.columnNames("SELECT * FROM rows");
  const values = valuesByColumn(placed, columns);
  const none = placed.map(() => null);
  await duck.appendColumns(
    "rows",
    order.map(({ name }) => values.get(name) ?? none),
  );
}

/** By the names of the table's columns. */
function valuesByColumn(placed: readonly PlacedRow[], columns: readonly KeptColumn[]) {
  const each = (read: (row: PlacedRow) => DuckDBValue) => placed.map(read);
  const values = new Map<string, DuckDBValue[]>([
    ["no", each(({ no }) => no)],
    ["place", each(({ place }) => place.at)],
    ["length", each(({ place }) => place.length)],
    ["size", each(({ place }) => place.size)],
    ["record", each(({ place }) => place.record.at)],
    ["packed", each(({ place }) => place.record.length)],
    ["draw", each(({ row }) => drawOf(row.id))],
    ["id", each(({ row }) => row.id)],
    ["tokens", each(({ row }) => ` ${tokensOf(row.text).join(" ")} `)],
  ]);
  columns.forEach(({ hasKeys, hasFolds }, i) => {
    const valueIn = ({ row }: PlacedRow) => row.values[i] ?? null;
    values.set(
      `v${i}`,
      each((row) => toDuck(valueIn(row))),
    );
    /** What a value becomes, where one of its texts differs by it. */
    const helpers = (differs: (text: string) => boolean, change: (text: string) => string) =>
      each((row) => {
        const value = valueIn(row);
        if (value === null || typeof value === "number" || !textsOf(value).some(differs))
          return null;
        return toDuck(typeof value === "string" ? change(value) : value.map(change));
      });
    if (hasKeys)
      values.set(
        `k${i}`,
        helpers((text) => keyOf(text) !== text, keyOf),
      );
    if (hasFolds) values.set(`f${i}`, helpers(needsFold, fold));
  });
  return values;
}

const toDuck = (value: Value): DuckDBValue =>
  typeof value === "object" && value !== null ? duckdb.listValue([...value]) : value;

/** The heat of all rows as it was kept for this version; else it has to be counted. */
export async function readHeat(duck: Duck, version: number): Promise<Uint32Array | undefined> {
  const [row] = await duck.rows("SELECT counts FROM heat WHERE version = ?", [version]);
  const bytes = (row?.[0] as { bytes: Uint8Array } | undefined)?.bytes;
  return bytes === undefined ? undefined : new Uint32Array(Uint8Array.from(bytes).buffer);
}

export async function writeHeat(duck: Duck, version: number, heat: Uint32Array): Promise<void> {
  await duck.transaction(async () => {
    await duck.run("DELETE FROM heat");
    await duck.append("heat", [[version, new duckdb.DuckDBBlobValue(new Uint8Array(heat.buffer))]]);
  });
}

/** @param first number of the first of these blocks */
export const appendBlocks = (duck: Duck, first: number, places: readonly number[]) =>
  duck.append(
    "blocks",
    places.map((place, i) => [first + i, place]),
  );

/** Where each block of the index begins. */
export const readBlocks = (duck: Duck): Promise<number[]> =>
  duck.numbers("SELECT place FROM blocks ORDER BY no");

export async function labelCounts(duck: Duck): Promise<LabelCount[]> {
  const rows = await duck.rows(
    "SELECT filter, author, count(*) FILTER (belongs), count(*) FILTER (NOT belongs) FROM labels GROUP BY filter, author ORDER BY filter, author",
  );
  const counts = new Map<string, LabelCount>();
  for (const [name, author, belonging, others] of rows) {
    const filter = String(name);
    const { belongs, not, authors } = counts.get(filter) ?? { belongs: 0, not: 0, authors: [] };
    const [yes, no] = [Number(belonging), Number(others)];
    counts.set(filter, {
      filter,
      belongs: belongs + yes,
      not: not + no,
      authors: author === null ? authors : [...authors, { author: String(author), rows: yes + no }],
    });
  }
  return [...counts.values()];
}

export async function scoreNames(duck: Duck): Promise<string[]> {
  const rows = await duck.rows("SELECT DISTINCT name FROM scores ORDER BY name");
  return rows.map(([name]) => String(name));
}

/** What is kept of rows beside their own columns: labels, scores and notes, by the rows' numbers. */

export async function numbersOf(duck: Duck, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await duck.rows("SELECT id, no FROM rows WHERE id IN (SELECT unnest(?))", [
    duckdb.listValue([...ids]),
  ]);
  return new Map(rows.map(([id, no]) => [String(id), Number(no)]));
}

interface Labelling {
  readonly filter: string;
  readonly marks: readonly LabelMark[];
  /** Whoever gives them; nothing for the person. */
  readonly author: string | undefined;
}

export async function writeLabels(
  duck: Duck,
  { filter, marks, author }: Labelling,
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
      kept.map(([id, no]) => [filter, no, last.get(id)!, author ?? null]),
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
  const labels = await duck.rows(
    `SELECT filter, no, belongs, author FROM labels WHERE no IN (${list})`,
  );
  for (const table of ["rows", "labels", "scores"])
    await duck.run(`DELETE FROM ${table} WHERE no IN (${list})`);
  const kept = labels.flatMap(([filter, no, belongs, author]) => {
    const next = moved.get(Number(no));
    return next === undefined ? [] : [[filter!, next, belongs!, author ?? null]];
  });
  await duck.append("labels", kept);
}
