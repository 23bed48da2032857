import path from "node:path";
import type { Cancellation } from "../../cancellation.ts";
import { ApiError, badCorpus } from "../../errors.ts";
import type { CorpusRecord } from "../../train/corpus/token-stream.ts";
import { DOCUMENT_FORMATS, isDocument } from "../documents/formats.ts";
import { documentRecord, fromCopy, needsCopy } from "../files/document-records.ts";
import { listFiles, type PassedFile, type TextFile } from "../files/list-files.ts";
import { readBytes } from "../files/read-bytes.ts";
import {
  type FileFacts,
  type FileRecord,
  type RecordsOptions,
  readRecords as readFileRecords,
} from "../files/read-records.ts";
import type { ReadTable } from "../files/read-table.ts";
import { checkEncoding, NOT_TEXT, readText } from "../files/read-text.ts";

/** Kinds of files that a training reads. */
const CORPUS_KINDS = ["txt", "md", "csv", "tsv", "jsonl", ...DOCUMENT_FORMATS] as const;

/** One file of a corpus. */
export type CorpusFile = TextFile;

/** Whether a file of this name is likely to be read, for a count that opens no file. */
export const isCorpusFile = (name: string): boolean => CORPUS_NAME.test(name);
const CORPUS_NAME = new RegExp(`\\.(ndjson|${CORPUS_KINDS.join("|")})(\\.gz)?$`, "i");

/** The corpus files among `paths`, folders read to any depth. @throws bad-corpus */
export async function listCorpus(
  paths: readonly string[],
  onPassed?: (passed: PassedFile) => void,
): Promise<CorpusFile[]> {
  if (paths.length === 0) throw badCorpus("Name at least one file or folder to train on.");
  return listFiles(paths, {
    kinds: CORPUS_KINDS,
    inFolders: CORPUS_KINDS,
    refuse: badCorpus,
    onPassed,
  });
}

/** How records are found in files. */
export interface RecordOptions {
  /** Field of a JSON line that holds the text. */
  readonly field: string;
  /** Column of a table that holds the text. */
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

interface ReadingParts {
  readonly signal?: Cancellation | undefined;
  /** Reads tables; on this thread when left out. */
  readonly tables?: ReadTable | undefined;
}

/** The records of all files, in order. What cannot be read is put on `skips`, and reading goes on. */
export async function* readRecords(
  files: readonly CorpusFile[],
  options: RecordOptions,
  skips: SkipList,
  { signal, tables }: ReadingParts = {},
): FileRecords {
  checkEncoding(options.encoding);
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  let read = 0;
  const onBytes = (count: number) => {
    read += count;
  };
  const done = () => (total === 0 ? 1 : Math.min(1, read / total));
  for (const file of files) {
    const onSkip = (line: number, reason: string) => skips.add({ file: file.file, line, reason });
    const { encoding } = options;
    const reading = { encoding, onBytes, signal, tables };
    const textsIn = (plain: CorpusFile) => {
      if (isDocument(plain.kind)) return documentPassages(plain, reading, onSkip);
      const isText = plain.kind === "txt" || plain.kind === "md";
      return isText
        ? passages(plain, reading, onSkip)
        : fieldTexts(plain, options, reading, onSkip);
    };
    const source = needsCopy(file) ? fromCopy(file, reading, textsIn) : textsIn(file);
    try {
      for await (const records of source) yield { records, done: done(), file: file.file };
    } catch (cause) {
      // One file that breaks off takes no other with it.
      if (!(cause instanceof ApiError && cause.code === "bad-input")) throw cause;
      onSkip(0, cause.message);
    }
  }
}

type OnSkip = (line: number, reason: string) => void;

async function* passages(file: CorpusFile, reading: RecordsOptions, onSkip: OnSkip) {
  const cutter = passageCutter(path.basename(file.file), file.kind === "md");
  const { encoding } = reading;
  for await (const part of readText(file.name, readBytes(file, reading), encoding)) {
    const records: CorpusRecord[] = [];
    let number = part.line;
    for (const line of part.lines()) {
      if (part.broken.has(number)) onSkip(number, NOT_TEXT);
      else records.push(...cutter.add(line));
      number++;
    }
    yield records;
  }
  yield cutter.end();
}

async function* documentPassages(file: CorpusFile, reading: RecordsOptions, onSkip: OnSkip) {
  const { fields, problem } = await documentRecord(file, reading);
  if (problem !== undefined) onSkip(0, problem);
  const cutter = passageCutter(path.basename(file.file), false);
  const lines = fields?.get("text")?.split("\n") ?? [];
  yield [...lines.flatMap((line) => cutter.add(line)), ...cutter.end()];
}

async function* fieldTexts(
  file: CorpusFile,
  { field, column }: RecordOptions,
  reading: RecordsOptions,
  onSkip: OnSkip,
) {
  const isTable = file.kind === "csv" || file.kind === "tsv";
  const name = isTable ? column : field;
  const onFacts = ({ names }: FileFacts) => {
    if (isTable && !names.includes(name)) throw noColumn(file.file, name, names);
  };
  for await (const batch of readFileRecords(file, { ...reading, onFacts })) {
    const records: CorpusRecord[] = [];
    for (const { line, fields, problem, isBroken } of batch) {
      const text = fields?.get(name);
      if (isBroken) onSkip(line, NOT_TEXT);
      else if (typeof text === "string") records.push({ title: titleOf(fields), text });
      else onSkip(line, problem ?? `its “${name}” is not a text`);
    }
    yield records;
  }
}

const noColumn = (file: string, column: string, columns: readonly string[]) =>
  badCorpus(`${file} has no column “${column}”; it has: ${columns.join(", ")}.`, {
    column,
    columns: [...columns],
  });

const titleOf = (fields: FileRecord["fields"]): string => {
  const title = fields?.get("title");
  return typeof title === "string" ? title : "";
};

/** Characters after which a long file is cut into the next record, at a paragraph. */
const PASSAGE_CHARACTERS = 12_000;
/** Lines up to this length may be wrapped parts of one paragraph; longer ones are paragraphs. */
const WRAPPED_LINE = 120;

/** Turns the lines of a running text into records of about 2,000 words; one line is one paragraph there. */
interface PassageCutter {
  add(line: string): CorpusRecord[];
  end(): CorpusRecord[];
}

/** All passages of a file share its title, so that they count as one source. */
function passageCutter(title: string, isMarkdown: boolean): PassageCutter {
  let paragraph = "";
  let paragraphs: string[] = [];
  let characters = 0;
  let previous = 0;
  let isCode = false;
  const endParagraph = () => {
    if (paragraph !== "") paragraphs.push(paragraph);
    characters += paragraph.length;
    paragraph = "";
  };
  const cut = (): CorpusRecord[] => {
    const text = paragraphs.join("\n");
    paragraphs = [];
    characters = 0;
    return text === "" ? [] : [{ title, text }];
  };
  return {
    add(line) {
      const isFence = isMarkdown && /^\s*(```|~~~)/.test(line);
      if (isFence) isCode = !isCode;
      const content = isFence || isCode ? "" : (isMarkdown ? stripMarkdown(line) : line).trim();
      if (content === "" || Math.max(previous, content.length) > WRAPPED_LINE) endParagraph();
      paragraph = paragraph === "" ? content : `${paragraph} ${content}`;
      previous = content.length;
      return characters >= PASSAGE_CHARACTERS ? cut() : [];
    },
    end() {
      endParagraph();
      return cut();
    },
  };
}

/** What a reader sees of a line: no link targets, pictures, tags or heading marks. */
function stripMarkdown(line: string): string {
  return line
    .replace(/!\[[^\]]*\]\([^)]*\)/g, " ")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/<[^>]+>/g, " ")
    .replace(/^\s*(#{1,6}|>|[-*+]|\d+\.)\s+/, "")
    .replace(/[*_`|]+/g, " ");
}
