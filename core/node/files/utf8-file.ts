import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { finished } from "node:stream/promises";
import { TextDecoder } from "node:util";
import { binaryReason } from "../../tables/what-is-it.ts";
import { EncodingScan, knownEncoding, markedEncoding } from "./encodings.ts";
import type { TextFile } from "./list-files.ts";
import { type BytesOptions, readBytes } from "./read-bytes.ts";
import { MOST_WHOLE, openRegular, tooLarge, unreadable } from "./regular-file.ts";

/** A file as DuckDB reads it: UTF-8, unpacked, with lines that end in "\n". */
export interface Utf8File {
  readonly file: string;
  /** Name of the encoding that it was read in. */
  readonly encoding: string;
  /** False where bytes may be no text in the encoding; those became “�”. */
  readonly isSound: boolean;
  /** Whether the encoding is a guess in which letters look wrong. */
  readonly isDoubtful: boolean;
  /** Whether the text goes on: only the beginning was wanted. */
  readonly isCut: boolean;
  /** Removes the copy, if there is one. */
  dispose(): Promise<void>;
}

export interface Utf8Options extends BytesOptions {
  readonly encoding?: string | undefined;
  /** Bytes that are enough, for a preview. */
  readonly enough?: number | undefined;
}

/** Texts become this many times smaller by packing at most, once they are long; what unpacks to more is a trap. */
const MOST_RATIO = 100;
const LONG = MOST_WHOLE / 8;
const NEWLINE = 10;
const RETURN = 13;

/** What the bytes of a file are. */
interface ByteFacts {
  readonly encoding: string;
  readonly isSound: boolean;
  readonly isDoubtful: boolean;
  readonly isCut: boolean;
  /** Lines end in a return alone, as on old systems. */
  readonly hasOldLines: boolean;
  /** DuckDB can read the file as it is. */
  readonly isReady: boolean;
}

/** @throws bad-input for what is no text, cancelled */
export async function utf8File(named: TextFile, options: Utf8Options = {}): Promise<Utf8File> {
  const file = { ...named, isPacked: await isGzip(named.file) };
  const { onBytes, ...quiet } = options;
  const facts = await scan(file, quiet);
  const { encoding, isSound, isDoubtful, isCut } = facts;
  const known = { encoding, isSound, isDoubtful, isCut };
  if (facts.isReady) return { file: file.file, ...known, dispose: async () => undefined };
  const folder = await mkdtemp(path.join(tmpdir(), "semascope-table-"));
  const dispose = () => rm(folder, { recursive: true, force: true });
  try {
    const copy = path.join(folder, "table");
    await writeText(copy, decoded(file, facts, options));
    return { file: copy, ...known, dispose };
  } catch (cause) {
    await dispose();
    throw cause;
  }
}

/** By content: a browser may unpack what it downloads and keep the name. */
async function isGzip(file: string): Promise<boolean> {
  const handle = await openRegular(file);
  try {
    const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    return buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await handle.close();
  }
}

/** The bytes as far as they are wanted. */
async function* bytesOf(file: TextFile, { enough, ...options }: Utf8Options) {
  const most = file.isPacked ? Math.max(LONG, MOST_RATIO * file.bytes) : Number.POSITIVE_INFINITY;
  let length = 0;
  for await (const piece of readBytes(file, options)) {
    length += piece.length;
    if (length > most) throw tooLarge(file.name, most);
    yield piece;
    if (enough !== undefined && length >= enough) return;
  }
}

async function scan(file: TextFile, options: Utf8Options): Promise<ByteFacts> {
  const named = options.encoding === undefined ? undefined : knownEncoding(options.encoding);
  let marked: string | undefined;
  let [length, hasReturn, hasNewline, hasMark] = [0, false, false, false];
  const letters = new EncodingScan();
  for await (const piece of bytesOf(file, options)) {
    if (length === 0) {
      if (isUtf32(piece)) throw unreadable(file.name, "its text is in UTF-32; save it in UTF-8");
      marked = markedEncoding(piece);
      hasMark = piece[0] === 0xef && marked === "utf-8";
      const isWide = (marked ?? named ?? "").startsWith("utf-16");
      const reason = isWide ? null : binaryReason(piece);
      if (reason !== null) throw unreadable(file.name, reason);
    }
    length += piece.length;
    letters.add(piece);
    hasReturn ||= piece.includes(RETURN);
    hasNewline ||= piece.includes(NEWLINE);
  }
  const isCut =
    options.enough !== undefined &&
    length >= options.enough &&
    (file.isPacked || length < file.bytes);
  const found = letters.end(isCut);
  // A mark says more than a name.
  const encoding = marked ?? named ?? found.encoding;
  const isSound = encoding === "utf-8" && found.isSound;
  const isChanged = hasReturn || hasMark || file.isPacked || isCut;
  return {
    encoding,
    isSound,
    isDoubtful: marked === undefined && named === undefined && found.isDoubtful === true,
    isCut,
    hasOldLines: hasReturn && !hasNewline,
    isReady: isSound && !isChanged,
  };
}

/** By the mark, which begins as that of UTF-16 does. */
const isUtf32 = ([one, two, three, four]: Uint8Array): boolean =>
  (one === 0xff && two === 0xfe && three === 0 && four === 0) ||
  (one === 0 && two === 0 && three === 0xfe && four === 0xff);

/** The text with line ends of one kind; of a text that is cut, whole lines. */
async function* decoded(file: TextFile, facts: ByteFacts, options: Utf8Options) {
  const decoder = new TextDecoder(facts.encoding);
  const toLines = (text: string) => text.replace(/\r\n?/g, "\n");
  let rest = "";
  for await (const piece of bytesOf(file, options)) {
    const text = rest + decoder.decode(piece, { stream: true });
    // A "\n" may follow.
    const end = facts.isCut
      ? text.lastIndexOf("\n") + 1
      : text.length - (text.endsWith("\r") ? 1 : 0);
    rest = text.slice(end);
    yield toLines(text.slice(0, end));
  }
  rest += decoder.decode();
  yield facts.isCut ? "" : toLines(rest);
}

async function writeText(file: string, texts: AsyncIterable<string>): Promise<void> {
  const out = createWriteStream(file, { mode: 0o600 });
  const isDone = finished(out);
  isDone.catch(() => undefined);
  try {
    for await (const text of texts)
      if (text !== "" && !out.write(text)) await Promise.race([isDone, once(out, "drain")]);
    out.end();
    await isDone;
  } catch (cause) {
    out.destroy();
    throw cause;
  }
}
