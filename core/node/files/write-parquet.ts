import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { DuckDBValue } from "@duckdb/node-api";
import type { StreamedRow } from "../../collection/port/store.ts";
import type { ExportColumn, ExportShape } from "../../collection/table/write-rows.ts";
import { badInput } from "../../errors.ts";
import { Duck } from "./duck.ts";
import { duckdb } from "./duck-library.ts";

/** Booleans may turn out to be texts, and dates days or moments: these are cast when all are there. */
const SQL_TYPES = {
  text: "VARCHAR",
  boolean: "VARCHAR",
  date: "VARCHAR",
  number: "DOUBLE",
  list: "VARCHAR[]",
  positions: "USMALLINT[]",
} as const;

/**
 * Writes rows as a Parquet file: numbers as doubles, dates as days or moments (as texts where both occur), lists as lists.
 * @returns how many rows. @throws where the file cannot be written
 */
export async function writeParquet(
  rows: AsyncIterable<readonly StreamedRow[]>,
  { columns }: ExportShape,
  file: string,
): Promise<number> {
  const duck = await Duck.forFiles();
  try {
    const types = columns.map(({ kind }, i) => `c${i} ${SQL_TYPES[kind]}`);
    await duck.run(`CREATE TABLE rows (${types.join(", ")})`);
    let count = 0;
    for await (const batch of rows) {
      count += batch.length;
      await duck.append(
        "rows",
        batch.map((row) => columns.map((column) => toDuck(column, row))),
      );
    }
    const fields = await Promise.all(columns.map((column, i) => fieldOf(duck, column, i)));
    await copyTo(duck, `SELECT ${fields.join(", ")} FROM rows`, file);
    return count;
  } finally {
    duck.close();
  }
}

async function copyTo(duck: Duck, sql: string, file: string): Promise<void> {
  try {
    await duck.run(`COPY (${sql}) TO ${quoted(file)} (FORMAT parquet)`);
  } catch (cause) {
    const [reason] = String(cause).split("\n");
    throw badInput("output", `${file} cannot be written: ${reason}.`, { file });
  }
}

/** The same as bytes. */
export async function parquetBytes(
  rows: AsyncIterable<readonly StreamedRow[]>,
  shape: ExportShape,
): Promise<Uint8Array<ArrayBuffer>> {
  const folder = await mkdtemp(path.join(tmpdir(), "semascope-parquet-"));
  try {
    const file = path.join(folder, "rows.parquet");
    await writeParquet(rows, shape, file);
    return new Uint8Array(await readFile(file));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A column under its own name and as its own type. */
async function fieldOf(duck: Duck, { name, kind }: ExportColumn, i: number): Promise<string> {
  const as = ` AS ${quoted(name, '"')}`;
  const holds = async (test: string) => {
    const [[count] = [0]] = await duck.rows(`SELECT count(*) FROM rows WHERE ${test}`);
    return Number(count) > 0;
  };
  if (kind === "boolean" && !(await holds(`c${i} NOT IN ('true', 'false')`)))
    return `CAST(c${i} AS BOOLEAN)${as}`;
  if (kind !== "date") return `c${i}${as}`;
  const [hasDays, hasMoments] = [
    await holds(`length(c${i}) = 10`),
    await holds(`length(c${i}) > 10`),
  ];
  if (hasDays && hasMoments) return `c${i}${as}`;
  return `CAST(c${i} AS ${hasMoments ? "TIMESTAMP" : "DATE"})${as}`;
}

function toDuck({ read }: ExportColumn, row: StreamedRow): DuckDBValue {
  const value = read(row);
  if (typeof value === "boolean") return String(value);
  return typeof value === "object" && value !== null ? duckdb.listValue([...value]) : value;
}

const quoted = (text: string, mark = "'") => `${mark}${text.replaceAll(mark, mark + mark)}${mark}`;
