import path from "node:path";
import { parse } from "csv-parse";
import { ApiError, badCorpus } from "../../errors.ts";
import type { CorpusRecord } from "../../train/corpus/token-stream.ts";
import type { CorpusFile } from "./train-files.ts";
import { type Line, readBytes, readLines } from "./train-lines.ts";
import { passageCutter } from "./train-passages.ts";

/** How records are found in files. */
export interface RecordOptions {
  /** Field of a .jsonl object that holds the text. */
  readonly field: string;
  /** Column of a .csv file that holds the text. */
  readonly column: string;
  readonly encoding: string;
}

/** Where a text is looked for unless an option names another place. */
export const DEFAULT_RECORDS: RecordOptions = { field: "text", column: "text", encoding: "utf-8" };

/** A record that could not be used, and why. */
export interface Skipped {
  readonly file: string;
  /** Line or row, from 1; 0 for the file as a whole. */
  readonly line: number;
  readonly reason: string;
}

/** So many are listed; all are counted. */
const MOST_LISTED = 100;

/** Unusable records met so far. */
export class SkipList {
  count = 0;
  readonly listed: Skipped[] = [];

  add(skipped: Skipped): void {
    this.count++;
    if (this.listed.length < MOST_LISTED) this.listed.push(skipped);
  }
}

/** Some records at a time, with the file they are in and the share of all files that has been read, 0..1. */
export type FileRecords = AsyncGenerator<{
  readonly records: readonly CorpusRecord[];
  readonly done: number;
  readonly file: string;
}>;

/** The records of all files, in order. What cannot be read is put on `skips`, and reading goes on. */
export async function* readRecords(
  files: readonly CorpusFile[],
  options: RecordOptions,
  skips: SkipList,
): FileRecords {
  checkEncoding(options.encoding);
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  let read = 0;
  const done = () => (total === 0 ? 1 : Math.min(1, read / total));
  for (const file of files) {
    const bytes = readBytes(file, (count) => {
      read += count;
    });
    const skip = (line: number, reason: string) => skips.add({ file: file.file, line, reason });
    try {
      for await (const records of recordsOf(file, bytes, options, skip))
        yield { records, done: done(), file: file.file };
    } catch (cause) {
      if (cause instanceof ApiError) throw cause;
      skip(0, `reading broke off: ${cause instanceof Error ? cause.message : String(cause)}`);
    }
  }
}

function checkEncoding(encoding: string): void {
  try {
    new TextDecoder(encoding);
  } catch {
    throw badCorpus(`“${encoding}” is no known encoding; utf-8, utf-16le and latin1 are some.`, {
      encoding,
    });
  }
}

type Skip = (line: number, reason: string) => void;

function recordsOf(
  file: CorpusFile,
  bytes: AsyncIterable<Uint8Array>,
  options: RecordOptions,
  skip: Skip,
): AsyncGenerator<CorpusRecord[]> {
  const lines = () => readLines(bytes, options.encoding);
  if (file.kind === ".jsonl") return jsonRecords(lines(), options.field, skip);
  if (file.kind === ".csv") return csvRecords(file, lines(), options.column, skip);
  return textRecords(file, lines(), skip);
}

async function* jsonRecords(lines: AsyncIterable<Line[]>, field: string, skip: Skip) {
  let number = 0;
  for await (const some of lines) {
    const records: CorpusRecord[] = [];
    for (const line of some) {
      number++;
      const record = line === null ? NOT_TEXT : parseRecord(line, field);
      if (typeof record === "string") skip(number, record);
      else if (record !== undefined) records.push(record);
    }
    yield records;
  }
}

const NOT_TEXT = "its bytes are not text in this encoding";

/** The record of a line, why there is none, or undefined for a blank line. */
function parseRecord(line: string, field: string): CorpusRecord | string | undefined {
  if (line.trim() === "") return undefined;
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return "it is not JSON";
  }
  if (typeof value !== "object" || value === null) return "it is not a JSON object";
  const fields = value as Readonly<Record<string, unknown>>;
  const text = fields[field];
  if (typeof text !== "string") return `its “${field}” is not a text`;
  return { title: typeof fields.title === "string" ? fields.title : "", text };
}

async function* textRecords(file: CorpusFile, lines: AsyncIterable<Line[]>, skip: Skip) {
  const cutter = passageCutter(path.basename(file.file), file.kind === ".md");
  let number = 0;
  for await (const some of lines) {
    const records: CorpusRecord[] = [];
    for (const line of some) {
      number++;
      if (line === null) skip(number, NOT_TEXT);
      else records.push(...cutter.add(line));
    }
    yield records;
  }
  yield cutter.end();
}

/** Rows of a table with a header; the column must be there. */
async function* csvRecords(
  { file }: CorpusFile,
  lines: AsyncIterable<Line[]>,
  column: string,
  skip: Skip,
): AsyncGenerator<CorpusRecord[]> {
  const parser = parse({
    columns: (header: string[]) => {
      if (!header.includes(column)) throw noColumn(file, column, header);
      return header;
    },
    skip_records_with_error: true,
    on_skip: (cause) => {
      skip(Number(cause?.lines ?? 0), cause?.message ?? "it is not a row");
      return undefined;
    },
  });
  const feed = feedLines(parser, lines, skip);
  feed.catch((cause: Error) => parser.destroy(cause));
  for await (const row of parser as AsyncIterable<Readonly<Record<string, string>>>)
    yield [{ title: row.title ?? "", text: row[column] ?? "" }];
  await feed;
}

const noColumn = (file: string, column: string, header: readonly string[]) =>
  badCorpus(`${file} has no column “${column}”; it has: ${header.join(", ")}.`, {
    column,
    columns: [...header],
  });

async function feedLines(
  parser: ReturnType<typeof parse>,
  lines: AsyncIterable<Line[]>,
  skip: Skip,
): Promise<void> {
  let number = 0;
  for await (const some of lines) {
    for (const line of some) {
      number++;
      if (line === null) skip(number, NOT_TEXT);
      else if (!parser.write(`${line}\n`))
        await new Promise((resolve) => parser.once("drain", resolve));
    }
  }
  parser.end();
}
