import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { parse } from "csv-parse";
import type { SourceRecord } from "../../../collection/propose-columns.ts";
import { badInput } from "../../../errors.ts";
import { reasonOf } from "../../config/system-error.ts";
import { readBytes } from "../../training/train-lines.ts";
import { type ParquetChunks, parquetChunks } from "./read-parquet.ts";

const KINDS = ["csv", "tsv", "json", "jsonl", "ndjson", "parquet", "txt", "md"] as const;
type Kind = (typeof KINDS)[number];

/** One file that texts are read from. */
export interface SourceFile {
  readonly file: string;
  /** Name for a person and for ids: relative to the folder that was named. */
  readonly name: string;
  readonly kind: Kind;
  readonly isPacked: boolean;
  readonly bytes: number;
  /** Of the last change, in milliseconds. */
  readonly changed: number;
}

/** A record with its place, for messages. */
export interface PlacedRecord {
  readonly place: string;
  readonly record: SourceRecord;
}

/** What was passed over, and why. */
export type OnSkip = (place: string, reason: string) => void;

const ENDING = /\.([a-z]+)(\.gz)?$/i;

/** The files of the paths; of folders the .txt and .md in them, to any depth. @throws bad-input */
export async function listSource(paths: readonly string[]): Promise<SourceFile[]> {
  if (paths.length === 0) throw badInput("file", "Name the file or folder to import.");
  const found: SourceFile[] = [];
  for (const where of paths) {
    const info = await stat(where).catch((cause: unknown) => {
      throw badInput("file", `${where} cannot be read: ${reasonOf(cause)}.`, { file: where });
    });
    if (info.isDirectory()) found.push(...(await listFolder(where, where)));
    else found.push(fileOf(where, path.basename(where), info));
  }
  if (found.length === 0)
    throw badInput("file", `There is no .txt or .md file in ${paths.join(", ")}.`);
  return found;
}

async function listFolder(folder: string, root: string): Promise<SourceFile[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  const found: SourceFile[] = [];
  for (const entry of entries) {
    const file = path.join(folder, entry.name);
    if (entry.name.startsWith(".")) continue;
    if (entry.isDirectory()) found.push(...(await listFolder(file, root)));
    else if (entry.isFile() && /\.(txt|md)(\.gz)?$/i.test(entry.name))
      found.push(
        fileOf(file, path.relative(root, file).split(path.sep).join("/"), await stat(file)),
      );
  }
  return found;
}

function fileOf(file: string, name: string, info: { size: number; mtimeMs: number }): SourceFile {
  const [, ending = "", packed] = ENDING.exec(file) ?? [];
  const kind = KINDS.find((each) => each === ending.toLowerCase());
  if (kind === undefined || (kind === "parquet" && packed !== undefined))
    throw badInput(
      "file",
      `${file} is no kind of file that can be read; there are: ${KINDS.map((each) => `.${each}`).join(", ")}, all but .parquet also with .gz.`,
      { file },
    );
  return {
    file,
    name,
    kind,
    isPacked: packed !== undefined,
    bytes: info.size,
    changed: info.mtimeMs,
  };
}

/** The records of a file in order; `onBytes` counts what was read of it. */
export async function* readSource(
  source: SourceFile,
  onBytes: (bytes: number) => void,
  onSkip: OnSkip,
  parquet: ParquetChunks = parquetChunks,
): AsyncGenerator<PlacedRecord[]> {
  try {
    yield* readKind(source, onBytes, onSkip, parquet);
  } catch (cause) {
    throw packingTrouble(source, cause);
  }
}

/** A file that ends in .gz and is none, or is cut off, is no fault of the program. */
function packingTrouble({ name, file }: SourceFile, cause: unknown): unknown {
  const isPacking =
    cause instanceof Error && "code" in cause && String(cause.code).startsWith("Z_");
  if (!isPacking) return cause;
  return badInput(
    "file",
    `${name} cannot be unpacked (${cause.message}): it is no whole .gz file. Copy it again, or unpack it first.`,
    { file },
  );
}

async function* readKind(
  source: SourceFile,
  onBytes: (bytes: number) => void,
  onSkip: OnSkip,
  parquet: ParquetChunks,
): AsyncGenerator<PlacedRecord[]> {
  const { kind } = source;
  if (kind === "csv" || kind === "tsv") yield* readTable(source, onBytes, onSkip);
  else if (kind === "jsonl" || kind === "ndjson") yield* readJsonLines(source, onBytes, onSkip);
  else if (kind === "json") yield* readJson(source, onBytes, onSkip);
  else if (kind === "parquet") yield* readParquet(source, onBytes, parquet);
  else yield* readDocument(source, onBytes);
}

const AT_ONCE = 500;

const packed = ({ file, isPacked }: SourceFile) => ({ file, isPacked });

async function* readTable(
  source: SourceFile,
  onBytes: (bytes: number) => void,
  onSkip: OnSkip,
): AsyncGenerator<PlacedRecord[]> {
  const texts = decoded(readBytes(packed(source), onBytes));
  const { value: first = "" } = await texts.next();
  const parser = parse({
    delimiter: source.kind === "tsv" ? "\t" : delimiterOf(first),
    bom: true,
    relax_quotes: true,
    relax_column_count: true,
    skip_records_with_error: true,
    on_skip: (cause) => {
      onSkip(`${source.name}, row ${cause?.records ?? "?"}`, cause?.message ?? "it is not a row");
      return undefined;
    },
  });
  const feeding = feed(parser, first, texts);
  feeding.catch((cause: Error) => parser.destroy(cause));
  let header: string[] | undefined;
  let row = 1;
  let batch: PlacedRecord[] = [];
  for await (const cells of parser as AsyncIterable<string[]>) {
    if (header === undefined) header = headerOf(cells);
    else {
      if (cells.length > header.length)
        header = headerOf([...header, ...cells.slice(header.length).map(() => "")]);
      const names = header;
      const place = `${source.name}, row ${++row}`;
      batch.push({ place, record: new Map(cells.map((cell, i) => [names[i]!, cell])) });
    }
    if (batch.length === AT_ONCE) {
      yield batch;
      batch = [];
    }
  }
  await feeding;
  if (batch.length > 0) yield batch;
}

/** Names that are there twice or missing get a number. */
function headerOf(cells: readonly string[]): string[] {
  const used = new Set<string>();
  return cells.map((cell, i) => {
    const name = cell.trim() === "" ? `column ${i + 1}` : cell.trim().slice(0, 400);
    let unique = name;
    for (let k = 2; used.has(unique); k++) unique = `${name} (${k})`;
    used.add(unique);
    return unique;
  });
}

/** Bytes that are no UTF-8 become U+FFFD: a row with them is worth more than no row. */
async function* decoded(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8");
  for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

/** The comma, unless the header has more of another. */
function delimiterOf(start: string): string {
  const header = (start.split(/\r?\n/, 1)[0] ?? "").replace(/"[^"]*"/g, "");
  const count = (delimiter: string) => header.split(delimiter).length;
  return [",", ";", "\t"].reduce((best, each) => (count(each) > count(best) ? each : best));
}

async function feed(parser: ReturnType<typeof parse>, first: string, texts: AsyncIterable<string>) {
  const write = async (text: string) => {
    if (!parser.write(text)) await new Promise((resolve) => parser.once("drain", resolve));
  };
  await write(first);
  for await (const text of texts) await write(text);
  parser.end();
}

async function* readJsonLines(
  source: SourceFile,
  onBytes: (bytes: number) => void,
  onSkip: OnSkip,
): AsyncGenerator<PlacedRecord[]> {
  const decoder = new TextDecoder("utf-8");
  let rest = "";
  let number = 0;
  const read = (lines: readonly string[]) =>
    lines.flatMap((line) => {
      const place = `${source.name}, line ${++number}`;
      return line.trim() === "" ? [] : recordOf(line, place, onSkip);
    });
  for await (const chunk of readBytes(packed(source), onBytes)) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield read(lines);
  }
  yield read([rest + decoder.decode()]);
}

function recordOf(line: string, place: string, onSkip: OnSkip): PlacedRecord[] {
  try {
    return [{ place, record: fieldsOf(JSON.parse(line)) }];
  } catch (cause) {
    onSkip(place, cause instanceof SyntaxError ? "it is not JSON" : "it is not a JSON object");
    return [];
  }
}

/** A JSON object as a map; anything else is one field. */
function fieldsOf(value: unknown): SourceRecord {
  if (typeof value === "string") return new Map([["text", value]]);
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new TypeError();
  return new Map(Object.entries(value));
}

async function* readJson(source: SourceFile, onBytes: (bytes: number) => void, onSkip: OnSkip) {
  const parts: Uint8Array[] = [];
  for await (const chunk of readBytes(packed(source), onBytes)) parts.push(chunk);
  let content: unknown;
  try {
    content = JSON.parse(new TextDecoder().decode(Buffer.concat(parts)));
  } catch {
    throw badInput("file", `${source.file} is not JSON.`, { file: source.file });
  }
  const list = Array.isArray(content) ? content : [content];
  for (let from = 0; from < list.length; from += AT_ONCE)
    yield list.slice(from, from + AT_ONCE).flatMap((value, i) => {
      const place = `${source.name}, entry ${from + i + 1}`;
      try {
        return [{ place, record: fieldsOf(value) }];
      } catch {
        onSkip(place, "it is not a JSON object");
        return [];
      }
    });
}

async function* readParquet(
  source: SourceFile,
  onBytes: (bytes: number) => void,
  parquet: ParquetChunks,
) {
  let row = 0;
  for await (const { names, rows, share } of parquet(source.file)) {
    onBytes(source.bytes * share);
    yield rows.map((cells) => ({
      place: `${source.name}, row ${++row}`,
      record: new Map(cells.map((cell, i) => [names[i]!, cell])),
    }));
  }
}

async function* readDocument(source: SourceFile, onBytes: (bytes: number) => void) {
  const parts: Uint8Array[] = [];
  for await (const chunk of readBytes(packed(source), onBytes)) parts.push(chunk);
  const text = new TextDecoder().decode(Buffer.concat(parts));
  const title = path.basename(source.name).replace(/\.(txt|md)(\.gz)?$/i, "");
  const record: SourceRecord = new Map([
    ["id", source.name],
    ["title", title],
    ["text", text],
  ]);
  yield [{ place: source.name, record }];
}
