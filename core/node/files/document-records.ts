import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { ApiError, badInput } from "../../errors.ts";
import type { Kind } from "../../tables/what-is-it.ts";
import type { DocumentText } from "../documents/document-methods.ts";
import { DocumentThread } from "../documents/document-thread.ts";
import { isDocument, isWorkbook } from "../documents/formats.ts";
import { unpackGzip } from "../documents/unpack.ts";
import { entryBytes } from "./archive-entries.ts";
import type { TextFile } from "./list-files.ts";
import type { BytesOptions } from "./read-bytes.ts";
import { decodeText } from "./read-text.ts";
import { readWhole, unreadable } from "./regular-file.ts";
import { whatFileIs } from "./what-is-it.ts";

/** The sheets of a workbook, and the one that is read. */
export interface SheetChoice {
  readonly sheets: readonly string[];
  readonly sheet: string;
}

export interface DocumentOptions extends BytesOptions {
  /** Reads documents and workbooks; a thread for each file when left out. */
  readonly documents?: DocumentThread | undefined;
  /** Sheet of workbooks that is read; the first that is not empty when left out. */
  readonly sheet?: string | undefined;
  readonly onSheets?: ((choice: SheetChoice) => void) | undefined;
}

/** Whether a file is read from a plain copy: the table of a sheet, or a file outside its archive. */
export const needsCopy = ({ kind, entry, isOneText = false }: TextFile): boolean =>
  entry !== undefined || (isWorkbook(kind) && !isOneText);

/** Reads a plain copy of a file, which is there as long as it is read. @throws bad-input, cancelled */
export async function* fromCopy<T>(
  file: TextFile,
  options: DocumentOptions,
  read: (copy: TextFile) => AsyncGenerator<T>,
): AsyncGenerator<T> {
  const folder = await mkdtemp(path.join(tmpdir(), "semascope-"));
  try {
    const { bytes, ...copied } = await plainContent(file, options);
    const where = path.join(folder, path.basename(file.name));
    await writeFile(where, bytes);
    const { entry: _, ...rest } = file;
    yield* read({ ...rest, ...copied, file: where, bytes: bytes.length });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function plainContent(file: TextFile, options: DocumentOptions) {
  const { entry, name, kind, isPacked } = file;
  if (entry !== undefined) return { bytes: await entryBytes({ file: file.file, name, entry }) };
  if (!isWorkbook(kind)) throw new Error(`A ${kind} needs no copy.`);
  const bytes = await wholeOf(file, options);
  const input = { format: kind, bytes, isPacked, sheet: options.sheet };
  try {
    const { csv, ...choice } = await withThread(options, (thread) =>
      thread.sheet(input, options.signal),
    );
    options.onSheets?.(choice);
    return { bytes: csv, kind: "csv" as const, isPacked: false };
  } catch (cause) {
    if (!isBadInput(cause)) throw cause;
    const field = cause.details.field === "sheet" ? "sheet" : "file";
    throw badInput(field, `${name} cannot be read. ${cause.message}`, cause.details);
  }
}

/** What a document becomes, and what is wrong with it. */
export interface DocumentRecord {
  readonly fields: ReadonlyMap<string, string> | undefined;
  readonly problem?: string | undefined;
}

/** The fields of a document, one that cannot be read with the reason: it takes no other with it. @throws cancelled */
export async function documentRecord(
  file: TextFile,
  options: DocumentOptions,
): Promise<DocumentRecord> {
  const { kind, isPacked } = file;
  if (!isWorkbook(kind) && !isDocument(kind)) throw new Error(`A ${kind} is no document.`);
  try {
    const bytes = await wholeOf(file, options);
    const document = await withThread(options, (thread) =>
      thread.document({ format: kind, bytes, isPacked }, options.signal),
    );
    return recordOf(file, document);
  } catch (cause) {
    if (!isBadInput(cause)) throw cause;
    return { fields: undefined, problem: phraseOf(cause.message) };
  }
}

const phraseOf = (sentence: string) => sentence.replace(/^It /, "it ").replace(/\.$/, "");

function recordOf({ name, kind }: TextFile, document: DocumentText): DocumentRecord {
  const { text, title, author, date, attachments = [], pages, emptyPages } = document;
  if (text === "")
    return {
      fields: undefined,
      problem:
        kind === "pdf"
          ? "it has no text: its pages are pictures. Run OCR on it first (such as ocrmypdf)"
          : "it has no text",
    };
  const fields = [
    ["id", name],
    ["title", title || path.basename(name).replace(/\.[a-z]+(\.gz)?$/i, "")],
    ["author", author ?? ""],
    ["date", date ?? ""],
    ...(kind === "eml" ? [["attachments", attachments.join(", ")]] : []),
    ["text", text],
  ] as [string, string][];
  const problem =
    kind === "pdf" && emptyPages > 0
      ? `${emptyPages} of ${pages} pages have no text; run OCR if they are scans`
      : undefined;
  return { fields: new Map(fields), problem };
}

/**
 * The text of a file of a person, whatever program wrote it: of a document its text, of tables and JSON what the file holds.
 * @throws bad-input for what has no text
 */
export async function readAsText(file: string): Promise<string> {
  const { kind, format, isPacked, words, remedy } = await whatFileIs(file);
  const name = path.basename(file);
  if (isDocument(format)) {
    const found = { file, name, kind: format, isPacked, bytes: 0, changed: 0 };
    const { fields, problem } = await documentRecord(found, {});
    if (fields === undefined) throw unreadable(name, problem ?? "it has no text");
    return fields.get("text") ?? "";
  }
  if (!PLAIN.includes(kind) && format !== "filter")
    throw unreadable(name, `it is ${words}; ${remedy ?? "save what it says as text"}`);
  const bytes = await readWhole(file);
  return decodeText(isPacked ? unpackGzip(name, bytes) : bytes);
}
const PLAIN: readonly Kind[] = ["text", "table", "json", "json-lines"];

async function wholeOf({ file, bytes }: TextFile, { onBytes }: DocumentOptions) {
  const content = await readWhole(file);
  onBytes?.(bytes);
  return content;
}

const isBadInput = (cause: unknown): cause is ApiError =>
  cause instanceof ApiError && cause.code === "bad-input";

async function withThread<T>(
  { documents }: DocumentOptions,
  use: (thread: DocumentThread) => Promise<T>,
): Promise<T> {
  const thread = documents ?? new DocumentThread();
  try {
    return await use(thread);
  } finally {
    if (thread !== documents) await thread.close();
  }
}
