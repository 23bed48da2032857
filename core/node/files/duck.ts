import { statSync } from "node:fs";
import { realpath } from "node:fs/promises";
import path from "node:path";
import type {
  DuckDBConnection,
  DuckDBDataChunk,
  DuckDBInstance,
  DuckDBType,
  DuckDBValue,
} from "@duckdb/node-api";
import { ApiError, damagedCollection } from "../../errors.ts";
import { codeOf, diskTrouble } from "../config/system-error.ts";
import { duckdb } from "./duck-library.ts";

/** Nothing that is not part of the program is loaded or fetched. */
const LOCKED_DOWN = {
  autoinstall_known_extensions: "false",
  autoload_known_extensions: "false",
};
const MOST_BYTES = 600_000_000;
const SIZES = { memory_limit: `${MOST_BYTES}B`, threads: "2" };
/**
 * The older formats keep long texts as they are; the newest packs them. It packs short ones by a table, which one text of
 * more than 16 KB prevents for the 122,880 rows around it; from here on such rows are packed by Zstandard.
 */
const STORAGE = { storage_compatibility_version: "latest", zstd_min_string_length: "64" };
/**
 * Rows of a group, as few as can be. To find some rows by their numbers the groups that may have them are read. A checkpoint
 * writes the last group again: the usual 122,880 rows of texts and cells are 150 MB, and left as much unused in the file.
 */
const GROUP = 2048;

/** Rows that the database takes at a time. */
const CHUNK = 2048;

/** Files that are open, or being opened. DuckDB's lock is one of the process, in which a second database destroys the file. */
const openFiles = new Set<string>();

/** A DuckDB file with one connection. Statements take their values as parameters, never as text. */
export class Duck {
  readonly #file: string;
  readonly #instance: DuckDBInstance;
  readonly #connection: DuckDBConnection;
  readonly #explain: (cause: unknown) => unknown;

  private constructor(
    file: string,
    instance: DuckDBInstance,
    connection: DuckDBConnection,
    explain: (cause: unknown) => unknown,
  ) {
    this.#file = file;
    this.#instance = instance;
    this.#connection = connection;
    this.#explain = explain;
  }

  /** @throws conflict while this or another process has the file open, and, as all its methods do, where it is damaged */
  static async open(given: string): Promise<Duck> {
    // The folder may have several paths; the file may not be there yet.
    const file = path.join(await realpath(path.dirname(given)), path.basename(given));
    if (openFiles.has(file))
      throw inUse("This program has the collection open already; wait until it is closed.");
    openFiles.add(file);
    let instance: DuckDBInstance | undefined;
    try {
      const options = { ...LOCKED_DOWN, ...SIZES, ...STORAGE, temp_directory: `${file}.tmp` };
      instance = await duckdb.DuckDBInstance.create(":memory:", options);
      const connection = await instance.connect();
      const place = file.replaceAll("'", "''");
      await connection.run(`ATTACH '${place}' AS kept (ROW_GROUP_SIZE ${GROUP})`);
      // From here on SQL reaches no other file.
      await connection.run("SET enable_external_access = false");
      await connection.run("SET default_collation = ''");
      await connection.run("USE kept");
      return new Duck(file, instance, connection, explainTables);
    } catch (cause) {
      instance?.closeSync();
      openFiles.delete(file);
      if (/lock on file/i.test(String(cause)))
        throw inUse(
          "Another program has this collection open; close it there, or wait until it is done.",
        );
      throw diskTrouble("The collection", explainTables(cause));
    }
  }

  /** A connection that may read or write a file of the analyst; nothing else is kept. */
  static async forFiles(): Promise<Duck> {
    const file = ":memory:";
    // What is read is handed to JavaScript: more threads would only wait for each other.
    const sizes = { ...SIZES, threads: "1" };
    const instance = await duckdb.DuckDBInstance.create(file, { ...LOCKED_DOWN, ...sizes });
    return new Duck(file, instance, await instance.connect(), (cause) => cause);
  }

  async run(sql: string, values: DuckDBValue[] = []): Promise<void> {
    await this.#asking(() => this.#connection.run(sql, values, typesOf(values)));
  }

  async rows(sql: string, values: DuckDBValue[] = []): Promise<DuckDBValue[][]> {
    return this.#asking(async () =>
      (await this.#connection.runAndReadAll(sql, values, typesOf(values))).getRows(),
    );
  }

  /** The first column, of numbers. */
  async numbers(sql: string, values: DuckDBValue[] = []): Promise<number[]> {
    const numbers: number[] = [];
    for await (const [column] of this.numberColumns(sql, values))
      for (const number of column!) numbers.push(number);
    return numbers;
  }

  /** Columns of numbers, some thousand rows at a time; NaN where there is none. */
  async *numberColumns(sql: string, values: DuckDBValue[] = []): AsyncGenerator<Float64Array[]> {
    for await (const chunk of this.#chunksOf(() =>
      this.#connection.run(sql, values, typesOf(values)),
    ))
      yield Array.from({ length: chunk.columnCount }, (_, i) => {
        const vector = chunk.getColumnVector(i);
        const column = new Float64Array(chunk.rowCount);
        for (let row = 0; row < column.length; row++)
          column[row] = Number(vector.getItem(row) ?? Number.NaN);
        return column;
      });
  }

  /** Rows as they are read, some thousand at a time. */
  async *chunks(sql: string, values: DuckDBValue[] = []): AsyncGenerator<DuckDBValue[][]> {
    for await (const chunk of this.#chunksOf(() =>
      this.#connection.stream(sql, values, typesOf(values)),
    ))
      yield chunk.getRows();
  }

  /** A single column of texts, some thousand at a time; in half the time that rows of it take. */
  async *texts(sql: string, values: DuckDBValue[] = []): AsyncGenerator<string[]> {
    for await (const chunk of this.#chunksOf(() =>
      this.#connection.stream(sql, values, typesOf(values)),
    ))
      yield chunk.getColumnValues(0).map((text) => String(text ?? ""));
  }

  async *#chunksOf(ask: () => Promise<AsyncIterable<DuckDBDataChunk>>) {
    try {
      yield* await ask();
    } catch (cause) {
      throw this.#explain(cause);
    }
  }

  async #asking<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (cause) {
      throw this.#explain(cause);
    }
  }

  async columnNames(
    sql: string,
    values: DuckDBValue[] = [],
  ): Promise<{ name: string; type: string }[]> {
    const rows = await this.rows(`DESCRIBE ${sql}`, values);
    return rows.map(([name, type]) => ({ name: String(name), type: String(type) }));
  }

  /** Adds rows faster than INSERT does. */
  append(table: string, rows: readonly (readonly DuckDBValue[])[]): Promise<void> {
    return this.#append(table, rows.length, (chunk, from, to) =>
      chunk.setRows(rows.slice(from, to)),
    );
  }

  /** The same of rows that are given by column, in the order of the table. */
  appendColumns(table: string, columns: readonly (readonly DuckDBValue[])[]): Promise<void> {
    return this.#append(table, columns[0]?.length ?? 0, (chunk, from, to) =>
      chunk.setColumns(columns.map((values) => values.slice(from, to))),
    );
  }

  #append(
    table: string,
    count: number,
    fill: (chunk: DuckDBDataChunk, from: number, to: number) => void,
  ): Promise<void> {
    return this.#asking(async () => {
      const appender = await this.#connection.createAppender(table);
      const types = Array.from({ length: appender.columnCount }, (_, i) => appender.columnType(i));
      for (let from = 0; from < count; from += CHUNK) {
        const to = Math.min(count, from + CHUNK);
        const chunk = duckdb.DuckDBDataChunk.create(types, to - from);
        fill(chunk, from, to);
        appender.appendDataChunk(chunk);
      }
      appender.flushSync();
      appender.closeSync();
    });
  }

  /** Everything that `act` writes, or nothing. @throws internal with the reason where the disk is full */
  async transaction<T>(act: () => Promise<T>): Promise<T> {
    await this.run("BEGIN TRANSACTION");
    try {
      const result = await act();
      await this.run("COMMIT");
      return result;
    } catch (cause) {
      await this.run("ROLLBACK").catch(() => undefined);
      throw diskTrouble("The collection", cause);
    }
  }

  /** That the database may hold in memory: what it reads of the file it keeps. To ask it would keep the next question waiting. */
  get bytes(): number {
    const size = statSync(this.#file, { throwIfNoEntry: false })?.size ?? 0;
    return Math.min(size, MOST_BYTES);
  }

  close(): void {
    this.#connection.closeSync();
    this.#instance.closeSync();
    openFiles.delete(this.#file);
  }
}

const inUse = (message: string) =>
  new ApiError({ code: "conflict", message, details: { state: "in-use" } });

/** Every number is a double; left to itself the library would take the first one of a list for what all are. */
function typesOf(values: readonly DuckDBValue[]): DuckDBType[] {
  return values.map((value) => {
    if (value instanceof duckdb.DuckDBListValue)
      return duckdb.LIST(typeof value.items[0] === "number" ? duckdb.DOUBLE : duckdb.VARCHAR);
    return typeof value === "number" ? duckdb.DOUBLE : (undefined as unknown as DuckDBType);
  });
}

/** Blocks have checksums; what passes them and still makes no sense is an internal or fatal error, and all later ones. */
const DAMAGE =
  /corrupt|checksum|not a valid duckdb database|serialization error|internal error|fatal error|invalidated/i;

/** What a failure of a collection's own tables says; a full disk may end in a fatal error, too. */
const explainTables = (cause: unknown): unknown =>
  DAMAGE.test(String(cause)) && codeOf(cause) === ""
    ? damagedCollection("its tables (rows.duckdb) are not as they were written")
    : cause;
