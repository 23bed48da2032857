import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { DuckDBValue } from "@duckdb/node-api";
import type { Value } from "../../api/schema/collection-types.ts";
import type { StreamedRow } from "../../collection/port/store.ts";
import {
  type ExportColumns,
  exportCells,
  exportHeader,
} from "../../collection/table/write-rows.ts";
import { badInput } from "../../errors.ts";
import { Duck } from "./duck.ts";
import { duckdb } from "./duck-library.ts";

const SQL_TYPES = { text: "VARCHAR", date: "VARCHAR", number: "DOUBLE", list: "VARCHAR[]" };

/**
 * Writes rows as a Parquet file: numbers as doubles, dates as days (or moments, where one has a time), lists as lists.
 * @returns how many rows. @throws where the file cannot be written
 */
export async function writeParquet(
  rows: AsyncIterable<readonly StreamedRow[]>,
  shape: ExportColumns,
  file: string,
): Promise<number> {
  const duck = await Duck.forFiles();
  try {
    const names = unique(exportHeader(shape));
    const types = typesOf(shape);
    const columns = types.map((type, i) => `c${i} ${type}`);
    await duck.run(`CREATE TABLE rows (${columns.join(", ")})`);
    let count = 0;
    for await (const batch of rows) {
      count += batch.length;
      await duck.append(
        "rows",
        batch.map((row) => exportCells(row, shape).map(toDuck)),
      );
    }
    const fields = await Promise.all(names.map((name, i) => fieldOf(duck, name, i, shape)));
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
  shape: ExportColumns,
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

/** In the order of `exportHeader`. */
function typesOf({
  columns,
  filters,
  authored,
  scores,
  hasCloseness,
  hasPositions,
  lines,
}: ExportColumns): string[] {
  return [
    "VARCHAR",
    ...columns.map(({ type }) => SQL_TYPES[type]),
    ...[...filters, ...authored].map(() => "VARCHAR"),
    ...scores.map(() => "DOUBLE"),
    ...(lines.length > 0 ? ["VARCHAR[]"] : []),
    ...(hasCloseness ? ["DOUBLE"] : []),
    ...(hasPositions ? ["VARCHAR[]"] : []),
    "VARCHAR",
  ];
}

/** A column under its own name; positions become numbers and dates days or moments. */
async function fieldOf(duck: Duck, name: string, i: number, shape: ExportColumns): Promise<string> {
  const { columns, hasPositions } = shape;
  const isDate = columns[i - 1]?.type === "date";
  const as = ` AS ${quoted(name, '"')}`;
  if (isDate) {
    const [[times] = [0]] = await duck.rows(`SELECT count(*) FROM rows WHERE length(c${i}) > 10`);
    return `CAST(c${i} AS ${Number(times) > 0 ? "TIMESTAMP" : "DATE"})${as}`;
  }
  const isPositions = hasPositions && i === typesOf(shape).length - 2;
  return isPositions ? `CAST(c${i} AS USMALLINT[])${as}` : `c${i}${as}`;
}

/** SQL does not distinguish names that differ in case alone. */
function unique(names: readonly string[]): string[] {
  const used = new Set<string>();
  return names.map((name) => {
    let own = name;
    for (let k = 2; used.has(own.toLowerCase()); k++) own = `${name} (${k})`;
    used.add(own.toLowerCase());
    return own;
  });
}

const toDuck = (value: Value): DuckDBValue =>
  typeof value === "object" && value !== null ? duckdb.listValue([...value]) : value;

const quoted = (text: string, mark = "'") => `${mark}${text.replaceAll(mark, mark + mark)}${mark}`;
