import path from "node:path";
import type { SourceRecord } from "../../collection/table/propose-columns.ts";
import { throwIfCancelled } from "../../errors.ts";
import { isDocument, isWorkbook } from "../documents/formats.ts";
import { type DocumentOptions, documentRecord, fromCopy, needsCopy } from "./document-records.ts";
import { ListRecords, parseExact, recordOfJson, recordsIn } from "./json-records.ts";
import type { TextFile } from "./list-files.ts";
import { repairMojibake } from "./mojibake.ts";
import {
  firstLines,
  isHead,
  LONE,
  type ReadTable,
  type RejectedRows,
  readTable,
  type TableHead,
  type TableRequest,
  type TableRows,
} from "./read-table.ts";
import { MOST_WHOLE, openRegular, readWholeText, unreadable } from "./regular-file.ts";
import type { ShapeChoices, TableShape } from "./table-shape.ts";
import { type Utf8File, type Utf8Options, utf8File } from "./utf8-file.ts";

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
  /** As it stands in the file, where it could not be read. */
  readonly raw?: string;
}

/** How a file was read, before its records. */
export interface FileFacts {
  readonly names: readonly string[];
  readonly encoding?: string;
  readonly shape?: TableShape;
  readonly notes: readonly string[];
  /** Rows of the table, and how many of them have more or fewer cells than columns. */
  readonly total: number;
  readonly uneven: number;
  readonly rejected: readonly RejectedRows[];
}

/** What a user may choose of how files are read. */
export interface ReadingChoices extends ShapeChoices {
  readonly encoding?: string | undefined;
  /** Whether letters that were decoded wrongly before are put right. */
  readonly repair?: boolean | undefined;
}

export interface RecordsOptions extends Utf8Options, ReadingChoices, DocumentOptions {
  /** Called with what a table is, before its rows. */
  readonly onFacts?: ((facts: FileFacts) => void) | undefined;
  /** Reads tables; here, with DuckDB, when left out. */
  readonly tables?: ReadTable | undefined;
}

/** Where a record is, for a person. */
export function locationOf({ name, kind }: TextFile, line: number): string {
  if (line === 0) return name;
  const isRow = kind === "parquet" || isWorkbook(kind);
  return `${name}, ${kind === "json" ? "entry" : isRow ? "row" : "line"} ${line}`;
}

/** So many records at a time. */
const AT_ONCE = 500;
const DOUBTFUL = (encoding: string) =>
  `The letters look wrong in ${encoding}, which is a guess: choose another encoding, or save the file in UTF-8.`;
/** Why a record is listed whose bytes are no text. */
const BROKEN = "its bytes are not text in this encoding, and became “�”; choose another encoding";

const HALF = "half of a letter (such as \\ud83d) is no text, and became “�”";

/** The records of a file in order. @throws bad-input, cancelled */
export async function* readRecords(
  file: TextFile,
  options: RecordsOptions = {},
): AsyncGenerator<FileRecord[]> {
  if (needsCopy(file)) {
    // A sheet has neither encoding nor signs between cells: those are of the copy.
    const onFacts = ({ encoding, ...facts }: FileFacts) =>
      options.onFacts?.(
        isWorkbook(file.kind) ? facts : { ...facts, ...(encoding && { encoding }) },
      );
    const read = (copy: TextFile) => readRecords(copy, { ...options, onFacts, onBytes: undefined });
    yield* fromCopy(file, options, read);
    return;
  }
  // DuckDB would wait for a named pipe as any program does.
  await (await openRegular(file.file)).close();
  if (file.kind === "parquet") {
    yield* tableRecords(file, { file: file.file, name: file.name, format: "parquet" }, options);
    return;
  }
  if (isDocument(file.kind) || isWorkbook(file.kind)) {
    const { fields, problem } = await documentRecord(file, options);
    yield [{ line: 0, fields, problem }];
    return;
  }
  const text = await utf8File(file, options);
  try {
    if (file.kind === "txt" || file.kind === "md") yield [await textIn(file, text, options)];
    else if (file.kind === "csv" || file.kind === "tsv") {
      const { delimiter, quote, header } = options;
      const shape = { delimiter, quote, header };
      const request = { file: text.file, name: file.name, format: "csv", shape } as const;
      yield* tableRecords(file, request, options, text);
    } else {
      const format = (await hasJsonLines(text.file)) ? "lines" : "json";
      yield* tableRecords(file, { file: text.file, name: file.name, format }, options, text);
    }
  } finally {
    await text.dispose();
  }
}

async function* tableRecords(
  file: TextFile,
  request: TableRequest,
  options: RecordsOptions,
  text?: Utf8File,
): AsyncGenerator<FileRecord[]> {
  const { tables = readTable, signal, onFacts, onBytes, repair = false } = options;
  let toRecords: ((part: TableRows) => FileRecord[]) | undefined;
  let total = 0;
  for await (const part of tables(request)) {
    if (signal !== undefined) throwIfCancelled(signal);
    if (isHead(part)) {
      total = Math.max(1, part.total);
      const notes = text?.isDoubtful ? [...part.notes, DOUBTFUL(text.encoding)] : part.notes;
      onFacts?.({ ...part, notes, ...(text && { encoding: text.encoding }) });
      toRecords = recordMaker(request, part, text?.isSound === false);
      if (part.rejected.length > 0) yield part.rejected.map(rejectedRecord);
      continue;
    }
    onBytes?.((file.bytes * part.rows.length) / total);
    const records = toRecords!(part);
    const repaired = repair ? records.map(repairedRecord) : records;
    for (let from = 0; from < repaired.length; from += AT_ONCE)
      yield repaired.slice(from, from + AT_ONCE);
  }
}

const rejectedRecord = ({ line, reason, text }: RejectedRows): FileRecord => ({
  line,
  fields: undefined,
  problem: reason,
  raw: text,
});

/** Makes records of the rows of a table. */
function recordMaker({ format, name }: TableRequest, head: TableHead, mayBeBroken: boolean) {
  const { names, total } = head;
  if (format === "lines" || format === "json") {
    const lists = new ListRecords();
    return ({ rows, lines }: TableRows): FileRecord[] =>
      rows.flatMap((row, i) =>
        jsonRecords(String((typeof row === "string" ? row : row[0]) ?? ""), {
          name,
          line: lines[i]!,
          isAlone: format === "json" && total === 1,
          lists,
        }),
      );
  }
  if (format === "parquet")
    return ({ rows, lines }: TableRows): FileRecord[] =>
      rows.map((cells, i) => ({
        line: lines[i]!,
        fields: new Map(names.map((name, at) => [name, cells[at]])),
      }));
  const sign = head.sign ?? "";
  return ({ rows, lines, problems }: TableRows): FileRecord[] =>
    rows.flatMap((row, i) => {
      const cells = String(row).split(sign);
      const isBlank = cells.every((cell) => cell === null || cell.trim() === "");
      if (isBlank && names.length > 1) return [];
      if (repeatsHead(cells, head))
        return [{ line: lines[i]!, fields: undefined, problem: REPEATED }];
      const record = rowRecord(cells, names, lines[i]!, mayBeBroken);
      const both = [problems?.[i], record.problem].filter((each) => each !== undefined);
      return [problems?.[i] === undefined ? record : { ...record, problem: both.join("; ") }];
    });
}

const REPEATED = "it repeats the names of the columns, and is no row";

/** Whether a row is the header once more, as where files were put together. */
const repeatsHead = (cells: readonly (string | null)[], { names, shape }: TableHead): boolean =>
  names.length > 1 &&
  shape?.headerRows === 1 &&
  names.every((name, i) => (cells[i] ?? "").replace(/^\ufeff/, "").trim() === name);

function rowRecord(
  cells: readonly (string | null)[],
  names: readonly string[],
  line: number,
  mayBeBroken: boolean,
): FileRecord {
  const fields = new Map<string, string>();
  let count = cells.length;
  while (count > names.length && (cells[count - 1] ?? "") === "") count--;
  let present = 0;
  let isBroken = false;
  let hasNul = false;
  for (let i = 0; i < count; i++) {
    const cell = cells[i] ?? null;
    if (cell === null) continue;
    present++;
    hasNul ||= cell.includes("\0");
    isBroken ||= mayBeBroken && cell.includes("\uFFFD");
    fields.set(names[i] ?? furtherName(names, i), cell);
  }
  const isEven = present === names.length;
  if (isEven && !isBroken && !hasNul) return { line, fields };
  const problems = isEven ? [] : [miscounted(present, names.length)];
  if (isBroken) problems.push(BROKEN);
  if (hasNul) problems.push("it holds a NUL, which is no letter and became “�”");
  return { line, fields, problem: problems.join("; "), isBroken };
}

/** Of a cell beyond the header. */
function furtherName(names: readonly string[], i: number): string {
  let name = `column ${i + 1}`;
  for (let k = 2; names.includes(name); k++) name = `column ${i + 1} (${k})`;
  return name;
}

const cellsIn = (count: number) => `${count} cell${count === 1 ? "" : "s"}`;

const miscounted = (count: number, columns: number) =>
  `it has ${cellsIn(count)} and the header ${columns}; ${
    count < columns
      ? "the others are empty"
      : "the further ones are in columns of their own. Put a cell that holds the delimiter in quotation marks"
  }`;

interface JsonPlace {
  /** Of the file. */
  readonly name: string;
  readonly line: number;
  /** Whether the file holds nothing else. */
  readonly isAlone: boolean;
  readonly lists: ListRecords;
}

function jsonRecords(json: string, { name, line, isAlone, lists }: JsonPlace): FileRecord[] {
  if (json.trim() === "") return [];
  let value: unknown;
  try {
    value = parseExact(json);
  } catch {
    return [{ line, fields: undefined, problem: "it is not JSON", raw: json }];
  }
  const values = isAlone ? onlyRecords(name, value) : [value];
  const problem = json.search(LONE) === -1 ? {} : { problem: HALF };
  return values.flatMap((each, i) => {
    const inList = lists.read(each);
    if (inList === "names") return [];
    const fields = inList ?? recordOfJson(each);
    const at = line + i;
    return [
      fields === undefined
        ? { line: at, fields, problem: "it is not a JSON object" }
        : { line: at, fields, ...problem },
    ];
  });
}

/** @throws bad-input where several lists may be meant */
function onlyRecords(name: string, value: unknown): readonly unknown[] {
  try {
    return recordsIn(value);
  } catch (cause) {
    throw unreadable(name, cause instanceof Error ? cause.message : String(cause));
  }
}

/** Whether most lines are JSON values of their own. A single line with a list or an object is read as a whole. */
async function hasJsonLines(file: string): Promise<boolean> {
  const { lines } = await firstLines(file);
  const filled = lines.filter((line) => line.trim() !== "");
  const whole = filled.filter((line) => isJson(line) && !/^\s*[\]},]/.test(line));
  if (filled.length === 1) return !/^\s*[[{]/.test(filled[0] ?? "");
  return 2 * whole.length >= filled.length;
}

function isJson(text: string): boolean {
  try {
    parseExact(text);
    return true;
  } catch {
    return false;
  }
}

const ENDING = /\.(txt|md)(\.gz)?$/i;

async function textIn(
  file: TextFile,
  text: Utf8File,
  { repair = false }: RecordsOptions,
): Promise<FileRecord> {
  const whole = await readWholeText(text.file, MOST_WHOLE);
  // Files end in a line end or not; it belongs to no text.
  const content = whole.replace(/\n$/, "");
  if (content.trim() === "") return { line: 0, fields: undefined, problem: "it has no text" };
  const isBroken = !text.isSound && content.includes("\uFFFD");
  const fields = new Map([
    ["id", file.name],
    ["title", path.basename(file.name).replace(ENDING, "")],
    ["text", repair ? repairMojibake(content) : content],
  ]);
  return { line: 0, fields, problem: isBroken ? BROKEN : undefined, isBroken };
}

const repairedRecord = ({ fields, ...record }: FileRecord): FileRecord => ({
  ...record,
  fields:
    fields &&
    new Map([...fields].map(([name, value]) => [repairMojibake(name), repairedValue(value)])),
});

const repairedValue = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(repairedValue);
  return typeof value === "string" ? repairMojibake(value) : value;
};
