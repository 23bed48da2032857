import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { checkColumnCount } from "../../collection/port/check-head.ts";
import { ApiError } from "../../errors.ts";
import { collectGarbage } from "../threads/thread-memory.ts";
import type { Duck } from "./duck.ts";
import { parquetHead } from "./parquet-columns.ts";
import { type MendedRow, mendLines, rowsWithin } from "./quoted-lines.ts";
import { unreadable } from "./regular-file.ts";
import {
  type Cells,
  columnNames,
  proposeShape,
  type ShapeChoices,
  type TableShape,
  type TriedRows,
} from "./table-shape.ts";

/** What DuckDB reads: text in UTF-8 whose lines end in "\n", or Parquet. */
export interface TableRequest {
  readonly file: string;
  /** For messages. */
  readonly name: string;
  readonly format: "csv" | "lines" | "json" | "parquet";
  readonly shape?: ShapeChoices;
}

/** Comes first. */
export interface TableHead {
  /** Names of the columns; of JSON there is one, which holds each record. */
  readonly names: readonly string[];
  readonly shape?: TableShape;
  /** What is left out or changed, as sentences. */
  readonly notes: readonly string[];
  /** Rows of the table. */
  readonly total: number;
  /** Rows with more or fewer cells than there are columns. */
  readonly uneven: number;
  readonly rejected: readonly RejectedRows[];
  /** Of a table of text: stands between the cells of a row, and in none of them. Each row then comes as one text. */
  readonly sign?: string;
}

/** Lines that are no row. */
export interface RejectedRows {
  readonly line: number;
  readonly lines: number;
  readonly reason: string;
  readonly text: string;
  /** Whether quotation marks are the reason. */
  readonly isQuoting?: boolean;
}

/** Some rows, each with the line that it begins in, or its number. */
export interface TableRows {
  /** Their cells; of lines, and where the head has a `sign`, each is one text. */
  readonly rows: readonly (string | readonly unknown[])[];
  readonly lines: readonly number[];
  /** Of rows that were not as they should be, what became of them. */
  readonly problems?: readonly (string | undefined)[];
}

/** Reads a file in order, the head first. Failures are as DuckDB has them. */
export type ReadTable = (request: TableRequest) => AsyncIterable<TableHead | TableRows>;

export const isHead = (part: TableHead | TableRows): part is TableHead => "names" in part;

/** The same with DuckDB, for threads that nobody ends: a thread that may be ended must not so much as load it. */
export const readTable: ReadTable = async function* (request) {
  const { Duck } = await import("./duck.ts");
  const duck = await Duck.forFiles();
  const folder = await mkdtemp(path.join(tmpdir(), "semascope-read-"));
  let isWhole = false;
  try {
    if (request.format === "csv") yield* csvParts(duck, request, folder);
    else if (request.format === "lines") yield* lineParts(duck, request);
    else if (request.format === "json") yield* jsonParts(duck, request, folder);
    else yield* parquetParts(duck, request);
    isWhole = true;
  } catch (cause) {
    throw trouble(request, cause);
  } finally {
    duck.close();
    // DuckDB keeps the file open until the unfinished result is collected.
    if (!isWhole) await collectGarbage();
    await rm(folder, { recursive: true, force: true });
  }
};

/** What DuckDB cannot read, as a sentence about the file. */
function trouble({ name, format }: TableRequest, cause: unknown): unknown {
  if (cause instanceof ApiError) return cause;
  const [reason = ""] = String(cause instanceof Error ? cause.message : cause).split("\n");
  const what = format === "parquet" ? "sound Parquet" : format === "csv" ? "a table" : "JSON";
  const words = reason
    .replace(ERROR_NAMES, "")
    .replace(/"[^"]*"/, "")
    .replace(PLACE_IN_JSON, "near value $1")
    .replace(/input length is 0\. *$/, "nothing is there; remove the comma before it")
    .slice(0, 200);
  return unreadable(name, `it is not ${what} (${words})`);
}

/** The number is that of the value or of the one after it. */
const PLACE_IN_JSON = /^Malformed JSON in file *,? *at byte \d+ in record\/value (\d+)/;
/** "Invalid Input Error: " */
const ERROR_NAMES = /^(?:[A-Z][\w ]*: )+/;

const PLAIN = { notes: [], uneven: 0, rejected: [] };

/** Longest row in bytes. DuckDB takes memory for twice as much. */
const LONGEST_ROW = 2 ** 25;
/** Columns beyond the widest of the first rows. */
const SPARE = 3;
/** Cells of a row that are tried: a table with more columns is refused. */
const MOST_TRIED = 1100;
/** Bytes and lines that the shape is proposed from. */
const LOOKED_AT = 2 ** 18;
const LINES_LOOKED_AT = 300;
/** Stands for no value, so that an empty cell differs from one that is not there. */
const NOTHING = "\u0001";
const OTHER_NOTHING = "\u0002";

type Dialect = Pick<TableShape, "delimiter" | "quote" | "escape">;

/** DuckDB's options for rows of so many texts. Lines above are cut off before: it would read quotation marks in them. */
const csvSource = (
  { delimiter, quote, escape: before }: Dialect,
  columns: number,
  rejects: boolean,
) =>
  `read_csv(?, auto_detect = false, header = false, strict_mode = true, parallel = false,
    delim = ${literal(delimiter)}, quote = ${literal(quote)}, escape = ${literal(before)},
    null_padding = ${columns > 1}, nullstr = ${literal(delimiter === NOTHING ? OTHER_NOTHING : NOTHING)}, ignore_errors = true, store_rejects = ${rejects},
    compression = 'none', max_line_size = ${LONGEST_ROW}, buffer_size = ${2 * LONGEST_ROW},
    columns = {${Array.from({ length: columns }, (_, i) => `c${i}: 'VARCHAR'`).join(", ")}})`;

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;

async function* csvParts(duck: Duck, { file, shape: chosen = {} }: TableRequest, folder: string) {
  const { lines, isCut } = await firstLines(file);
  const sample = path.join(folder, "sample");
  const tryRows = async (tried: readonly string[], dialect: Dialect): Promise<TriedRows> => {
    const text = tried.map((line) => `${line}\n`).join("");
    await writeFile(sample, text);
    const columns = Math.min(MOST_TRIED, mostCells(text, dialect));
    checkColumnCount(mostCells(tried[0] ?? "", dialect) - 1);
    const { total, rejected, last, rows } = await firstRows(duck, {
      file: sample,
      dialect,
      columns,
    });
    const lost = isCut ? undefined : await unclosedQuote(sample, { dialect, last });
    const head = rows[0] ?? [];
    const width = head.findLastIndex((cell) => (cell ?? "") !== "") + 1;
    const { mended, rejected: left } = mendRejected(lost ? [...rejected, lost] : rejected, {
      dialect,
      width,
    });
    const within = rows.reduce((sum, cells) => sum + rowsWithin(cells, dialect, width), 0);
    const misfits = left.reduce((sum, each) => sum + each.lines, within);
    const whole = lost ? rows.slice(0, -1) : rows;
    // The last row may go on in what was not looked at.
    const sure = isCut && total > 1 ? whole.slice(0, -1) : whole;
    const more = mended.map(({ cells }) => padded(cells, columns));
    return { rows: [...sure, ...more], misfits };
  };
  const { shape, head, width, widest } = await proposeShape(lines, chosen, tryRows);
  const names = columnNames(shape, head, Math.max(width, namedColumns(head)));
  checkColumnCount(names.length - 1);
  const columns = Math.max(names.length, widest) + (shape.delimiter === "" ? 0 : SPARE);
  const body = shape.before === 0 ? file : path.join(folder, "body");
  if (shape.before > 0) await withoutLines(file, shape.before, body);
  const counted = await countRows(duck, {
    file: body,
    dialect: shape,
    columns,
    width: names.length,
  });
  const lost = await unclosedQuote(body, {
    dialect: shape,
    last: counted.last.slice(0, names.length),
  });
  const skipped = lost === undefined ? counted.rejected : [...counted.rejected, lost];
  const { mended, rejected } = mendRejected(skipped, { dialect: shape, width: names.length });
  const read = counted.total - (lost === undefined ? 0 : 1);
  const total = read - shape.headerRows + mended.length;
  const atLine = (line: number) => line + shape.before;
  const sign = await freeSign(duck, { file: body, dialect: shape, columns }, counted.hasSign);
  yield {
    names,
    shape,
    notes: [],
    total: Math.max(0, total),
    uneven: counted.uneven,
    rejected: rejected.map((each) => ({ ...each, line: atLine(each.line) })),
    sign,
  };
  const place = new LineCounter(await blankLines(body), skipped);
  const isOdd = (row: string) => rowsWithin(row.split(sign), shape, names.length) > 0;
  let left = read;
  let toSkip = shape.headerRows;
  const later = mended.map(({ cells, line, problem }) => {
    return { text: cells.join(sign), line: atLine(line), problem };
  });
  const joined = `SELECT concat_ws(${literal(sign)}, ${cellsTo(columns)}) FROM ${csvSource(shape, columns, false)}`;
  for await (const chunk of duck.texts(joined, [body])) {
    const texts = chunk.slice(0, left);
    left -= texts.length;
    const lines = texts.map((text) => atLine(place.next(text)));
    const omitted = Math.min(toSkip, texts.length);
    toSkip -= omitted;
    const hasOdd = texts.some((text) => text.includes("\n") && isOdd(text));
    if (later.length === 0 && !hasOdd) {
      yield { rows: texts.slice(omitted), lines: lines.slice(omitted) };
      continue;
    }
    const found = texts.map((text, i) => {
      const problem = hasOdd && text.includes("\n") && isOdd(text) ? HOLDS_ROWS : undefined;
      return { text, line: lines[i]!, problem };
    });
    yield rowsOf(withMended(found.slice(omitted), later));
  }
  if (later.length > 0) yield rowsOf(later);
}

const HOLDS_ROWS =
  "one of its cells holds lines that look like rows of the table; a quotation mark may never be closed there, or choose another quote";

interface FoundRow {
  readonly text: string;
  readonly line: number;
  readonly problem: string | undefined;
}

const rowsOf = (found: readonly FoundRow[]): TableRows => ({
  rows: found.map(({ text }) => text),
  lines: found.map(({ line }) => line),
  problems: found.map(({ problem }) => problem),
});

/** Rows in the order of the file. @param later mended rows; those that belong among the rows are taken from it */
function withMended(rows: readonly FoundRow[], later: FoundRow[]): readonly FoundRow[] {
  if (later.length === 0) return rows;
  const all: FoundRow[] = [];
  for (const row of rows) {
    while (later[0] !== undefined && later[0].line < row.line) all.push(later.shift()!);
    all.push(row);
  }
  return all;
}

const padded = (cells: readonly string[], columns: number): Cells => [
  ...cells,
  ...Array.from({ length: Math.max(0, columns - cells.length) }, () => null),
];

/** Lines that DuckDB refused because of their quotation marks, read as rows where each of them is one. */
function mendRejected(
  rejected: readonly RejectedRows[],
  { dialect, width }: { readonly dialect: Dialect; readonly width: number },
): { readonly mended: readonly MendedRow[]; readonly rejected: readonly RejectedRows[] } {
  const mended: MendedRow[] = [];
  const left = rejected.filter((each) => {
    const lines = each.text.split("\n");
    if (!each.isQuoting || lines.length !== each.lines) return true;
    const rows = mendLines(lines, dialect, width);
    for (const row of rows ?? []) mended.push({ ...row, line: each.line + row.line - 1 });
    return rows === undefined;
  });
  return { mended, rejected: left };
}

/** Cells that a line of a text has at most, in a first count. */
function mostCells(text: string, { delimiter, quote }: Dialect): number {
  if (delimiter === "") return 1;
  const bare =
    quote === "" ? text : text.replace(new RegExp(`${quote}[^${quote}]*${quote}`, "g"), "");
  const counts = bare.split("\n").map((line) => line.split(delimiter).length);
  return counts.reduce((most, count) => Math.max(most, count), 1);
}

/** Columns that the header names, or that the first row has where there is none. */
function namedColumns(head: readonly Cells[]): number {
  const widths = head.map((cells) => cells.findLastIndex((cell) => (cell ?? "").trim() !== "") + 1);
  return Math.max(1, ...widths);
}

interface Sample {
  readonly file: string;
  readonly dialect: Dialect;
  readonly columns: number;
}

async function firstRows(duck: Duck, { file, dialect, columns }: Sample) {
  const rows = (await duck.rows(`FROM ${csvSource(dialect, columns, true)}`, [file])) as Cells[];
  return { rows, total: rows.length, rejected: await takeRejected(duck), last: rows.at(-1) };
}

/** Reads the whole table once, so that what does not fit is known before anything is kept. */
async function countRows(duck: Duck, { width, ...sample }: Sample & { readonly width: number }) {
  const { file, dialect, columns } = sample;
  const extra = Array.from(
    { length: columns - width },
    (_, i) => `coalesce(c${width + i}, '') <> ''`,
  );
  const uneven = [`c${width - 1} IS NULL`, ...extra].join(" OR ");
  const lasts = Array.from({ length: columns }, (_, i) => `last(c${i})`);
  const [[total, odd, hasSign, ...last] = []] = await duck.rows(
    `SELECT count(*), count(*) FILTER (WHERE ${uneven}), ${hasThe(SIGNS[0]!, columns)}, ${lasts.join(", ")} FROM ${csvSource(dialect, columns, true)}`,
    [file],
  );
  return {
    total: Number(total),
    uneven: Number(odd),
    hasSign: hasSign === true,
    rejected: await takeRejected(duck),
    last: last as (string | null)[],
  };
}

/** Control characters that a text hardly has, the rarest first. */
const SIGNS = Array.from(
  "\u001f\u001e\u001d\u001c\u0003\u0004\u0005\u0006\u000e\u000f\u0010\u0011",
);

const hasThe = (sign: string, columns: number) =>
  `bool_or(contains(concat_ws('', ${cellsTo(columns)}), ${literal(sign)}))`;
const cellsTo = (columns: number) => Array.from({ length: columns }, (_, i) => `c${i}`).join(", ");

/** One that is in no row. @throws Error where all are, as they are in what is no text */
async function freeSign(duck: Duck, { file, dialect, columns }: Sample, hasFirst: boolean) {
  if (!hasFirst) return SIGNS[0]!;
  const [found = []] = await duck.rows(
    `SELECT ${SIGNS.map((each) => hasThe(each, columns)).join(", ")} FROM ${csvSource(dialect, columns, false)}`,
    [file],
  );
  const free = SIGNS.find((_, i) => found[i] !== true);
  if (free === undefined) throw new Error("it holds control characters of every kind");
  return free;
}

const REASONS: Readonly<Record<string, string>> = {
  "UNQUOTED VALUE": "a quotation mark within a quoted cell is not doubled, or one is never closed",
  "TOO MANY COLUMNS": "it has more cells than there are columns",
  "LINE SIZE OVER MAXIMUM": `it has more than ${LONGEST_ROW / 2 ** 20} MB`,
};

/** The lines that DuckDB refused since the last call. */
async function takeRejected(duck: Duck): Promise<RejectedRows[]> {
  const rows = await duck.rows(
    `SELECT line, any_value(error_type)::VARCHAR, any_value(csv_line), any_value(error_message)
     FROM reject_errors GROUP BY line ORDER BY line`,
  );
  await duck.run("DROP TABLE reject_errors");
  await duck.run("DROP TABLE reject_scans");
  return rows.map(([line, type, text, message]) => ({
    line: Number(line),
    lines: String(text ?? "").split("\n").length,
    reason: REASONS[String(type)] ?? String(message),
    text: String(text ?? ""),
    isQuoting: type === "UNQUOTED VALUE",
  }));
}

/**
 * Where the last row has a quotation mark that is never closed, DuckDB drops the rest of the file without a word. The row
 * then has fewer cells than the last line shows.
 */
async function unclosedQuote(
  file: string,
  { dialect, last }: { readonly dialect: Dialect; readonly last: Cells | undefined },
): Promise<RejectedRows | undefined> {
  const { quote, delimiter } = dialect;
  const missing = last?.indexOf(null) ?? -1;
  if (quote === "" || last === undefined || missing === -1) return undefined;
  const bare = (text: string) => text.replaceAll(quote, "").split("\n").at(-1) ?? "";
  const cells = bare(last.slice(0, missing).join(delimiter));
  let [line, at, text] = [0, 0, ""];
  let final = "";
  const opening = [...last.slice(0, missing), quote].join(delimiter).replaceAll("\n", "");
  for await (const each of linesOf(file)) {
    line++;
    if (each.trim() !== "") final = each;
    if (bare(each).startsWith(bare(opening)) && each.includes(quote)) [at, text] = [line, ""];
    if (text.length < LOOKED_AT) text += `${each}\n`;
  }
  if (bare(final) === cells) return undefined;
  const from = at === 0 ? line : at;
  return {
    line: from,
    lines: line - from + 1,
    reason: "a quotation mark opens a cell and is never closed",
    text: text.trimEnd(),
    isQuoting: true,
  };
}

async function* linesOf(file: string): AsyncGenerator<string> {
  const handle = await open(file);
  try {
    yield* handle.readLines();
  } finally {
    await handle.close();
  }
}

/** The first lines, without one that is not whole. */
export async function firstLines(file: string): Promise<{ lines: string[]; isCut: boolean }> {
  const handle = await open(file);
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(LOOKED_AT), 0, LOOKED_AT, 0);
    const { size } = await handle.stat();
    const isWhole = bytesRead === size;
    const lines = buffer.toString("utf8", 0, bytesRead).split("\n");
    if (lines.length > 1) lines.pop();
    const isCut = !isWhole || lines.length > LINES_LOOKED_AT;
    return { lines: lines.slice(0, LINES_LOOKED_AT), isCut };
  } finally {
    await handle.close();
  }
}

/** Copies a file without its first lines. */
async function withoutLines(file: string, count: number, to: string): Promise<void> {
  let start = 0;
  const { lines } = await firstLines(file);
  for (const line of lines.slice(0, count)) start += Buffer.byteLength(line) + 1;
  await pipeline(createReadStream(file, { start }), createWriteStream(to, { mode: 0o600 }));
}

/** Numbers of empty lines, which are in no row. */
async function blankLines(file: string): Promise<ReadonlySet<number>> {
  const blank = new Set<number>();
  let line = 1;
  let isStart = true;
  for await (const piece of createReadStream(file, { highWaterMark: 2 ** 20 })) {
    const bytes = piece as Buffer;
    const hasBlank = bytes.includes("\n\n") || (isStart && bytes[0] === 10);
    for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) {
      if (hasBlank && (at === 0 ? isStart : bytes[at - 1] === 10)) blank.add(line);
      line++;
    }
    isStart = bytes.at(-1) === 10;
  }
  return blank;
}

/** Finds the line of each row: DuckDB reports it of rejected ones alone. */
class LineCounter {
  readonly #blank: ReadonlySet<number>;
  readonly #rejected: ReadonlyMap<number, number>;
  #line = 1;

  constructor(blank: ReadonlySet<number>, rejected: readonly RejectedRows[]) {
    this.#blank = blank;
    this.#rejected = new Map(rejected.map(({ line, lines }) => [line, lines]));
  }

  next(text: string): number {
    for (;;) {
      const skipped = this.#blank.has(this.#line) ? 1 : this.#rejected.get(this.#line);
      if (skipped === undefined) break;
      this.#line += skipped;
    }
    const line = this.#line++;
    for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) this.#line++;
    return line;
  }
}

/** Each line as it is: JSON Lines, of which one that is no JSON takes no other with it. */
async function* lineParts(duck: Duck, { file }: TableRequest) {
  const source = csvSource({ delimiter: "", quote: "", escape: "" }, 1, false);
  const [[total] = [0]] = await duck.rows(`SELECT count(*) FROM ${source}`, [file]);
  yield { ...PLAIN, names: ["json"], total: Number(total) };
  const place = new LineCounter(await blankLines(file), []);
  for await (const texts of duck.texts(`FROM ${source}`, [file]))
    yield { rows: texts, lines: texts.map((text) => place.next(text)) };
}

/** Most bytes of one JSON value. */
const LONGEST_JSON = 2 ** 27;

/** The entries of a JSON list, or objects that take several lines each. */
async function* jsonParts(duck: Duck, { file: given, name }: TableRequest, folder: string) {
  const file = await withoutLoneSurrogates(given, path.join(folder, "json"));
  const { first, last, size } = await endsOf(file);
  const isList = first === "[";
  // DuckDB takes a list that breaks off after a comma for a whole one.
  if (isList && last !== "]") throw unreadable(name, "it is not JSON (its list is never closed)");
  const longest = Math.min(LONGEST_JSON, Math.max(2 ** 24, isList ? 0 : size + 1));
  const source = `read_json_objects(?, format = '${isList ? "array" : "unstructured"}', compression = 'uncompressed', maximum_object_size = ${longest})`;
  const [[total] = [0]] = await duck.rows(`SELECT count(*) FROM ${source}`, [file]);
  yield { ...PLAIN, names: ["json"], total: Number(total) };
  yield* numbered(duck.chunks(`SELECT json::VARCHAR FROM ${source}`, [file]));
}

/** Half of a pair of UTF-16 written as an escape, which is no letter and no JSON for DuckDB. */
export const LONE =
  /\\u[dD][89abAB][\da-fA-F]{2}(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB][\da-fA-F]{2})\\u[dD][c-fC-F][\da-fA-F]{2}/g;

async function withoutLoneSurrogates(file: string, to: string): Promise<string> {
  const hasSome = async () => {
    for await (const line of linesOf(file)) if (line.search(LONE) !== -1) return true;
    return false;
  };
  if (!(await hasSome())) return file;
  const mended = async function* () {
    for await (const line of linesOf(file)) yield `${line.replace(LONE, "\\ufffd")}\n`;
  };
  await pipeline(mended, createWriteStream(to, { mode: 0o600 }));
  return to;
}

/** The first and the last letter of a file. */
async function endsOf(file: string) {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const read = async (from: number) => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(4096), 0, 4096, from);
      return buffer.toString("latin1", 0, bytesRead).trim();
    };
    const [first = ""] = await read(0);
    return { first, last: (await read(Math.max(0, size - 4096))).at(-1), size };
  } finally {
    await handle.close();
  }
}

async function* parquetParts(duck: Duck, { file }: TableRequest) {
  const { names, notes, columns } = await parquetHead(duck, file);
  const [[total] = [0]] = await duck.rows("SELECT count(*) FROM read_parquet(?)", [file]);
  yield { ...PLAIN, names, notes, total: Number(total) };
  yield* numbered(duck.chunks(`SELECT ${columns.join(", ")} FROM read_parquet(?)`, [file]));
}

async function* numbered(chunks: AsyncIterable<unknown[][]>): AsyncGenerator<TableRows> {
  let count = 0;
  for await (const chunk of chunks) {
    const rows = chunk.map((cells) => cells.map(plain));
    yield { rows, lines: rows.map(() => ++count) };
  }
}

/** Lists as arrays. */
function plain(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  return "items" in value && Array.isArray(value.items) ? value.items : String(value);
}
