import path from "node:path";
import type { SourceRecord } from "../../collection/table/propose-columns.ts";
import { CsvParser, type CsvRow, delimiterOf } from "../../tables/parse-csv.ts";
import { isWorkbook } from "../documents/formats.ts";
import { type DocumentOptions, documentRecord, fromCopy, needsCopy } from "./document-records.ts";
import type { TextFile } from "./list-files.ts";
import { readBytes } from "./read-bytes.ts";
import { type ParquetChunks, parquetChunks } from "./read-parquet.ts";
import { NOT_TEXT, readText, type TextPart } from "./read-text.ts";
import { MOST_WHOLE, openRegular, tooLarge, unreadable } from "./regular-file.ts";

/** One record of a file. */
export interface FileRecord {
  /** Line that it begins in, from 1; of a JSON list its entry, of Parquet its row, of a document 0. */
  readonly line: number;
  /** Undefined where it could not be read in any way; `problem` says why. */
  readonly fields: SourceRecord | undefined;
  /** What is wrong with it, and what was made of it. */
  readonly problem?: string | undefined;
  /** Some of its bytes are no text. */
  readonly isBroken?: boolean;
}

export interface RecordsOptions extends DocumentOptions {
  readonly encoding?: string | undefined;
  /** Told of the columns of a table, before its rows. */
  readonly onHead?: ((names: readonly string[]) => void) | undefined;
  /** Characters of a document that are enough, for a preview. */
  readonly enough?: number | undefined;
  /** Reads Parquet; here, with DuckDB, when left out. */
  readonly parquet?: ParquetChunks | undefined;
}

/** Some records, and the characters of the text that they came in. */
interface Part {
  readonly records: readonly FileRecord[];
  readonly size: number;
}
type Parts = AsyncGenerator<Part>;

/** Where a record is, for a person. */
export function locationOf({ name, kind }: TextFile, line: number): string {
  if (line === 0) return name;
  const isRow = kind === "parquet" || isWorkbook(kind);
  return `${name}, ${kind === "json" ? "entry" : isRow ? "row" : "line"} ${line}`;
}

/** So many records at a time, or fewer where they are long. */
const AT_ONCE = 500;
const CHARACTERS_AT_ONCE = 2 ** 19;

/** The records of a file in order. @throws bad-input, cancelled */
export async function* readRecords(
  file: TextFile,
  options: RecordsOptions = {},
): AsyncGenerator<FileRecord[]> {
  let batch: FileRecord[] = [];
  let characters = 0;
  for await (const { records, size } of partsOf(file, options)) {
    characters += size;
    for (const record of records)
      if (batch.push(record) === AT_ONCE) {
        yield batch;
        batch = [];
      }
    if (characters < CHARACTERS_AT_ONCE || batch.length === 0) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}

function partsOf(file: TextFile, options: RecordsOptions): Parts {
  if (needsCopy(file))
    return fromCopy(file, options, (copy) => partsOf(copy, { ...options, onBytes: undefined }));
  switch (file.kind) {
    case "parquet":
      return parquetParts(file, options);
    case "json":
      return jsonParts(file, options);
    case "jsonl":
      return jsonLineParts(textOf(file, options));
    case "csv":
    case "tsv":
      return tableParts(
        textOf(file, options),
        file.kind === "tsv" ? "\t" : undefined,
        options.onHead,
      );
    case "txt":
    case "md":
      return textParts(file, options);
    default:
      return documentParts(file, options);
  }
}

/** The lines of a file of text. */
export const textOf = (file: TextFile, options: RecordsOptions): AsyncGenerator<TextPart> =>
  readText(file.name, readBytes(file, options), options.encoding);

/** What is said of a record that was kept with bytes that are no text. */
const BROKEN = `${NOT_TEXT}, and became “�”; save the file as UTF-8`;

/** Rows of a table whose first one names the columns. */
async function* tableParts(
  texts: AsyncIterable<TextPart>,
  delimiter: string | undefined,
  onHead: RecordsOptions["onHead"],
): Parts {
  let parser: CsvParser | undefined;
  const table = new Table(onHead);
  for await (const part of texts) {
    const { broken } = part;
    const text = part.text();
    parser ??= new CsvParser(delimiter ?? delimiterOf(text));
    yield { records: table.records(parser.add(text), broken), size: text.length };
  }
  if (parser !== undefined) yield { records: table.records(parser.end(), new Set()), size: 0 };
}

class Table {
  #head: string[] | undefined;
  /** Columns by their place, with those that rows have beyond the head. */
  #names: string[] = [];
  /** Lines that are not text, of rows that have not ended. */
  readonly #broken = new Set<number>();
  readonly #onHead: RecordsOptions["onHead"];

  constructor(onHead: RecordsOptions["onHead"]) {
    this.#onHead = onHead;
  }

  records(rows: readonly CsvRow[], broken: ReadonlySet<number>): FileRecord[] {
    for (const line of broken) this.#broken.add(line);
    const records: FileRecord[] = [];
    for (const row of rows) {
      const { cells } = row;
      if (cells.length === 1 && cells[0]?.trim() === "") continue;
      if (this.#head !== undefined) records.push(this.#record(row, this.#head.length));
      else {
        this.#head = namesOf(cells);
        this.#names = this.#head;
        this.#onHead?.(this.#head);
      }
    }
    if (rows.length > 0) this.#broken.clear();
    return records;
  }

  #record({ line, lines, cells, problem }: CsvRow, head: number): FileRecord {
    let count = cells.length;
    while (count > head && cells[count - 1] === "") count--;
    if (count > this.#names.length) this.#names = namesOf(this.#names, count);
    const fields = new Map<string, string>();
    for (let i = 0; i < count; i++) fields.set(this.#names[i] ?? "", cells[i] ?? "");
    const isBroken = this.#broken.size > 0 && this.#hasBroken(line, lines);
    if (!isBroken && problem === undefined && count === head) return { line, fields };
    const problems = [problem, count === head ? undefined : miscounted(count, head)];
    if (isBroken) problems.push(BROKEN);
    const whole = problems.filter((each) => each !== undefined).join("; ");
    return { line, fields, problem: whole, isBroken };
  }

  #hasBroken(line: number, lines: number): boolean {
    for (let each = line; each < line + lines; each++) if (this.#broken.has(each)) return true;
    return false;
  }
}

const cellsIn = (count: number) => `${count} cell${count === 1 ? "" : "s"}`;

const miscounted = (count: number, head: number) =>
  `it has ${cellsIn(count)} where the head has ${head}, so ${
    count < head
      ? "the others are empty"
      : "the further ones are in columns of their own; put a cell that holds the delimiter in quotation marks"
  }`;

/** Names that are there twice or missing get a number. */
function namesOf(cells: readonly string[], count = cells.length): string[] {
  const used = new Set<string>();
  return Array.from({ length: count }, (_, i) => {
    const given = cells[i]?.trim() ?? "";
    const name = given === "" ? `column ${i + 1}` : given.slice(0, 400);
    let unique = name;
    for (let k = 2; used.has(unique); k++) unique = `${name} (${k})`;
    used.add(unique);
    return unique;
  });
}

async function* jsonLineParts(texts: AsyncIterable<TextPart>): Parts {
  for await (const part of texts) {
    const records: FileRecord[] = [];
    let { line } = part;
    let size = 0;
    for (const json of part.lines()) {
      size += json.length;
      if (json.trim() !== "") records.push(recordIn(json, line, part.broken.has(line)));
      line++;
    }
    yield { records, size };
  }
}

function recordIn(json: string, line: number, isBroken: boolean): FileRecord {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return { line, fields: undefined, problem: "it is not JSON" };
  }
  const record = recordOf(value, line);
  return isBroken && record.fields ? { ...record, problem: BROKEN, isBroken } : record;
}

function recordOf(value: unknown, line: number): FileRecord {
  const fields = fieldsOf(value);
  return fields === undefined
    ? { line, fields, problem: "it is not a JSON object" }
    : { line, fields };
}

/** A JSON object as a map, a text as one field. */
function fieldsOf(value: unknown): SourceRecord | undefined {
  if (typeof value === "string") return new Map([["text", value]]);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return new Map(Object.entries(value));
}

async function* jsonParts(file: TextFile, options: RecordsOptions): Parts {
  const { text } = await wholeText(file, { ...options, enough: undefined });
  const list = asList(parseJson(text, file));
  for (let from = 0; from < list.length; from += AT_ONCE) {
    const some = list.slice(from, from + AT_ONCE);
    yield { records: some.map((value, i) => recordOf(value, from + i + 1)), size: 0 };
  }
}

const asList = (content: unknown): readonly unknown[] =>
  Array.isArray(content) ? content : [content];

function parseJson(text: string, { name }: TextFile): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.slice(0, 200) : "";
    throw unreadable(name, `it is not JSON (${reason})`);
  }
}

async function* parquetParts(file: TextFile, options: RecordsOptions): Parts {
  // DuckDB would wait for a named pipe as any program does.
  await (await openRegular(file.file)).close();
  const { onBytes, parquet = parquetChunks } = options;
  let row = 0;
  for await (const { names, rows, share } of parquet(file.file)) {
    onBytes?.(file.bytes * share);
    const records = rows.map((cells) => ({
      line: ++row,
      fields: new Map(cells.map((cell, i) => [names[i] ?? "", cell])),
    }));
    yield { records, size: 0 };
  }
}

async function* documentParts(file: TextFile, options: RecordsOptions): Parts {
  const { fields, problem } = await documentRecord(file, options);
  yield { records: [{ line: 0, fields, problem }], size: Number(fields?.get("text")?.length ?? 0) };
}

async function* textParts(file: TextFile, options: RecordsOptions): Parts {
  const { text, isBroken } = await wholeText(file, options);
  if (text.trim() === "") {
    yield { records: [{ line: 0, fields: undefined, problem: "it has no text" }], size: 0 };
    return;
  }
  const fields = new Map([
    ["id", file.name],
    ["title", path.basename(file.name).replace(/\.(txt|md)(\.gz)?$/i, "")],
    ["text", text],
  ]);
  yield {
    records: [{ line: 0, fields, problem: isBroken ? BROKEN : undefined, isBroken }],
    size: text.length,
  };
}

/** Texts become this many times smaller by packing at most, once they are long; what unpacks to more is a trap. */
const MOST_RATIO = 50;
const LONG = MOST_WHOLE / 8;

/** The text of a file that cannot be read in parts, or its beginning. */
async function wholeText(file: TextFile, options: RecordsOptions) {
  const most = file.isPacked ? Math.max(LONG, MOST_RATIO * file.bytes) : MOST_WHOLE;
  const limit = Math.min(MOST_WHOLE, most);
  const parts: string[] = [];
  let length = 0;
  let isBroken = false;
  for await (const part of textOf(file, options)) {
    const text = part.text();
    parts.push(text);
    length += text.length;
    isBroken ||= part.broken.size > 0;
    if (length > limit) throw tooLarge(file.name, limit);
    if (options.enough !== undefined && length >= options.enough) break;
  }
  // Files end in a line end or not; it belongs to no text.
  return { text: parts.join("").replace(/\r?\n$/, ""), isBroken };
}
