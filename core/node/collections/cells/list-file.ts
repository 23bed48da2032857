import { closeSync, openSync, readSync, writeSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { crc32 } from "node:zlib";

/**
 * The lists of a collection in one file, which is written once and never changed:
 *
 *     0  mark      8 bytes
 *     8  checksum  u32, CRC-32 of the blocks and then of the head
 *    12  length    u32, bytes of the head
 *    16  head      JSON
 *        blocks    see `cell-format.ts`
 *
 * Everything in it follows from the tables. A file that is missing, older than they are or not as it was written is made again.
 */
const MARK = Buffer.from("\x89SEMALS\n", "latin1");
const CHECK_AT = 8;
const LENGTH_AT = 12;
const HEAD_AT = 16;
/** Bytes that are read at a time for the checksum. */
const PIECE = 4_194_304;
/** Of the head without its blocks, and for each block. */
const HEAD_ROOM = 100;
const BLOCK_ROOM = 64;

/** What the lists are of. */
interface ListHead {
  /** Of the tables when the lists were begun: a later row is not in them as it is. */
  readonly version: number;
  readonly blocks: readonly ListBlock[];
}

export interface ListBlock {
  /** Byte in the file. */
  readonly at: number;
  readonly length: number;
  /** Rows in it. */
  readonly rows: number;
}

const nameWhileWritten = (file: string) => `${file}.unfinished`;

/** The version of such a file, unchecked; nothing where there is none. */
export function versionOf(file: string): number | undefined {
  try {
    const handle = openSync(file, "r");
    try {
      return readHead(handle)?.version;
    } finally {
      closeSync(handle);
    }
  } catch {
    return undefined;
  }
}

export class ListFile implements ListHead {
  readonly version: number;
  readonly blocks: readonly ListBlock[];
  readonly #handle: number;

  private constructor(handle: number, { version, blocks }: ListHead) {
    this.#handle = handle;
    this.version = version;
    this.blocks = blocks;
  }

  /** Nothing where there is none, or it is not as it was written. */
  static async open(file: string): Promise<ListFile | undefined> {
    if (!(await isWhole(file))) return undefined;
    const handle = openSync(file, "r");
    const head = readHead(handle);
    if (head !== undefined) return new ListFile(handle, head);
    closeSync(handle);
    return undefined;
  }

  read(at: number, length: number): Uint8Array<ArrayBuffer> {
    return readAt(this.#handle, at, length);
  }

  close(): void {
    closeSync(this.#handle);
  }
}

function readAt(handle: number, at: number, length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  for (let done = 0; done < length; ) {
    const count = readSync(handle, bytes, done, length - done, at + done);
    if (count === 0) throw new RangeError("The file of lists ends too early.");
    done += count;
  }
  return bytes;
}

function readHead(handle: number): ListHead | undefined {
  const start = Buffer.from(readAt(handle, 0, HEAD_AT).buffer);
  if (!start.subarray(0, MARK.length).equals(MARK)) return undefined;
  const head = readAt(handle, HEAD_AT, start.readUInt32LE(LENGTH_AT));
  return JSON.parse(Buffer.from(head.buffer).toString("utf8")) as ListHead;
}

async function isWhole(file: string): Promise<boolean> {
  const handle = await open(file, "r").catch(() => undefined);
  if (handle === undefined) return false;
  try {
    const { size } = await handle.stat();
    const start = Buffer.alloc(HEAD_AT);
    await handle.read(start, 0, HEAD_AT, 0);
    const bodyAt = HEAD_AT + start.readUInt32LE(LENGTH_AT);
    if (!start.subarray(0, MARK.length).equals(MARK) || bodyAt > size) return false;
    const piece = new Uint8Array(PIECE);
    let check = 0;
    for (const [from, end] of [
      [bodyAt, size],
      [HEAD_AT, bodyAt],
    ] as const)
      for (let at = from; at < end; ) {
        const { bytesRead } = await handle.read(piece, 0, Math.min(PIECE, end - at), at);
        if (bytesRead === 0) return false;
        check = crc32(piece.subarray(0, bytesRead), check);
        at += bytesRead;
      }
    return check === start.readUInt32LE(CHECK_AT);
  } finally {
    await handle.close();
  }
}

/** Writes such a file beside its place, which it takes when it is whole. */
export class ListWriter {
  readonly #file: string;
  readonly #handle: number;
  readonly #headBytes: number;
  readonly #blocks: ListBlock[] = [];
  #at: number;
  #check = 0;
  #isOpen = true;

  constructor(file: string, blocks: number) {
    this.#file = file;
    this.#headBytes = HEAD_ROOM + BLOCK_ROOM * blocks;
    this.#at = HEAD_AT + this.#headBytes;
    this.#handle = openSync(nameWhileWritten(file), "w", 0o600);
  }

  /** @param rows how many are in it */
  add(bytes: Uint8Array, rows: number): void {
    this.#write(bytes, this.#at);
    this.#check = crc32(bytes, this.#check);
    this.#blocks.push({ at: this.#at, length: bytes.length, rows });
    this.#at += bytes.length;
  }

  async finish(version: number): Promise<void> {
    const head: ListHead = { version, blocks: this.#blocks };
    const json = Buffer.from(JSON.stringify(head).padEnd(this.#headBytes));
    const start = Buffer.alloc(HEAD_AT);
    start.set(MARK);
    start.writeUInt32LE(crc32(json, this.#check), CHECK_AT);
    start.writeUInt32LE(json.length, LENGTH_AT);
    this.#write(Buffer.concat([start, json]), 0);
    this.#close();
    await rename(nameWhileWritten(this.#file), this.#file);
  }

  async abandon(): Promise<void> {
    this.#close();
    await rm(nameWhileWritten(this.#file), { force: true }).catch(() => undefined);
  }

  #write(bytes: Uint8Array, at: number): void {
    for (let done = 0; done < bytes.length; )
      done += writeSync(this.#handle, bytes, done, bytes.length - done, at + done);
  }

  #close(): void {
    if (this.#isOpen) closeSync(this.#handle);
    this.#isOpen = false;
  }
}
