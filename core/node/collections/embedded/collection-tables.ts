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
import { packRow } from "../cells/cell-format.ts";
import type { KeptColumn } from "./chosen-sql.ts";

/** Of a collection's folder. */
export const FORMAT = 6;

/** What is kept of a collection beside its rows. */
export interface Meta extends Omit<CollectionHead, "columns"> {
  readonly format: number;
  readonly columns: readonly KeptColumn[];
  /** Counts what changed the cells. */
  readonly version: number;
}

const SQL_TYPES: Readonly<Record<ColumnType, string>> = {
  text: "VARCHAR",
  date: "VARCHAR",
  number: "DOUBLE",
  list: "VARCHAR[]",
};

const TABLES = [
  "CREATE TABLE meta (value VARCHAR)",
  "CREATE TABLE heat (version INTEGER, counts BLOB)",
  "CREATE TABLE notes (key VARCHAR, value VARCHAR)",
  "CREATE TABLE labels (filter VARCHAR, no INTEGER, belongs BOOLEAN, author VARCHAR)",
  "CREATE TABLE scores (name VARCHAR, no INTEGER, score DOUBLE)",
];
/**
 * `no` is a row's number in the index, `version` the one of the tables that it came with, `size` how many cells it has. Ids,
 * texts and cells are read a row here and a row there: packed by the database, 2,048 of them would be unpacked for each.
 */
const ROWS =
  "no INTEGER, version INTEGER, size INTEGER, draw INTEGER, id VARCHAR USING COMPRESSION uncompressed, tokens VARCHAR, text VARCHAR USING COMPRESSION uncompressed, cells BLOB USING COMPRESSION uncompressed";

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
  return meta;
}

function otherFormat(format: number) {
  const [version, way] =
    format > FORMAT
      ? ["a newer", "install that version to open it"]
      : ["an older", "export it with that version, remove it here and import the export"];
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
  readonly row: NewRow;
}

export async function appendRows(
  duck: Duck,
  { columns, version }: Pick<Meta, "columns" | "version">,
  placed: readonly PlacedRow[],
): Promise<void> {
  const order = await duck.columnNames("SELECT * FROM rows");
  const values = valuesByColumn(placed, columns);
  values.set(
    "version",
    placed.map(() => version),
  );
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
    ["size", each(({ row }) => row.cells.length)],
    ["draw", each(({ row }) => drawOf(row.id))],
    ["id", each(({ row }) => row.id)],
    ["tokens", each(({ row }) => ` ${tokensOf(row.text).join(" ")} `)],
    ["text", each(({ row }) => row.text)],
    ["cells", each(({ row }) => new duckdb.DuckDBBlobValue(packRow(row.cells)))],
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

/** Takes rows out of the tables, with their scores; labels of those that are replaced stay. */
export async function forgetRows(
  duck: Duck,
  numbers: Iterable<number>,
  { areReplaced }: { readonly areReplaced: boolean },
): Promise<void> {
  const list = [...numbers].join(",");
  if (list === "") return;
  for (const table of areReplaced ? ["rows", "scores"] : ["rows", "scores", "labels"])
    await duck.run(`DELETE FROM ${table} WHERE no IN (${list})`);
}
