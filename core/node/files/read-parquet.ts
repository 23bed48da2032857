import { unreadable } from "./regular-file.ts";

/** Some rows of a file: the names of the columns, plain values, and the share of the file, 0..1. */
export interface ParquetChunk {
  readonly names: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
  readonly share: number;
}

/** Reads a Parquet file in order. @throws bad-input */
export type ParquetChunks = (file: string) => AsyncIterable<ParquetChunk>;

/** The same with DuckDB, for threads that nobody ends. */
export const parquetChunks: ParquetChunks = async function* (file) {
  // A thread that may be ended must not so much as load DuckDB.
  const { Duck } = await import("./duck.ts");
  const duck = await Duck.forFiles();
  try {
    const sql = "SELECT * FROM read_parquet(?)";
    const names = (await duck.columnNames(sql, [file])).map(({ name }) => name);
    const [[total] = [0]] = await duck.rows("SELECT count(*) FROM read_parquet(?)", [file]);
    for await (const rows of duck.chunks(sql, [file]))
      yield {
        names,
        rows: rows.map((cells) => cells.map(plain)),
        share: rows.length / Math.max(1, Number(total)),
      };
  } catch (cause) {
    // The lines that follow show the query.
    const [reason = ""] = String(cause).split("\n");
    throw unreadable(file, `it is not sound Parquet (${reason.replace(ERROR_NAMES, "")})`);
  } finally {
    duck.close();
  }
};

/** "Error: Invalid Input Error: " */
const ERROR_NAMES = /^(?:[A-Z][\w ]*: )+/;

/** DuckDB's own values as JSON would have them. */
function plain(value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  if (typeof value !== "object" || value === null) return value;
  if ("items" in value && Array.isArray(value.items)) return value.items.map(plain);
  return String(value);
}
