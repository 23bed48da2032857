import { closeSync, createReadStream, fstatSync, openSync, readSync, writeSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { crc32 } from "node:zlib";

/**
 * The lists of a collection in one file, which is written once and never changed:
 *
 *     0  mark      8 bytes
 *     8  checksum  u32, CRC-32 of all that comes behind these 16 bytes
 *    12  length    u32, bytes of the head
 *    16  blocks    see `cell-format.ts`
 *        head      JSON, up to the end
 *
 * Everything in it follows from the tables. A file that is missing, older than they are or not as it was written is made again.
 */
const MARK = Buffer.from("\x89SEMALS\n", "latin1");
const CHECK_AT = 8;
const LENGTH_AT = 12;
const BLOCKS_AT = 16;
/** Bytes that are read at a time for the checksum. */
const PIECE = 4_194_304;

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

/** The version of such a file, unchecked; nothing where there is none. */
export function versionOf(file: string): number | undefined {
  let handle: number | undefined;
  try {
    handle = openSync(file, "r");
    return readHead(handle).version;
  } catch {
    return undefined;
  } finally {
    if (handle !== undefined) closeSync(handle);
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
    const check = await checkOf(file).catch(() => undefined);
    if (check === undefined) return undefined;
    const handle = openSync(file, "r");
    try {
      return new ListFile(handle, readHead(handle, check));
    } catch {
      closeSync(handle);
      return undefined;
    }
  }

  read(at: number, length: number): Uint8Array<ArrayBuffer> {
    return readAt(this.#handle, at, length);
  }

  close(): void {
    closeSync(this.#handle);
  }
}

const notWhole = () => new RangeError("The file of lists is not as it was written.");

function readAt(handle: number, at: number, length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  for (let done = 0; done < length; ) {
    const count = readSync(handle, bytes, done, length - done, at + done);
    if (count === 0) throw notWhole();
    done += count;
  }
  return bytes;
}

/** @param check what the checksum has to be @throws where it is not, or there is no head */
function readHead(handle: number, check?: number): ListHead {
  const start = Buffer.from(readAt(handle, 0, BLOCKS_AT).buffer);
  const isSame = check === undefined || start.readUInt32LE(CHECK_AT) === check;
  if (!isSame || !start.subarray(0, CHECK_AT).equals(MARK)) throw notWhole();
  const length = start.readUInt32LE(LENGTH_AT);
  const head = readAt(handle, fstatSync(handle).size - length, length);
  return JSON.parse(Buffer.from(head.buffer).toString("utf8")) as ListHead;
}

async function checkOf(file: string): Promise<number> {
  let check = 0;
  const pieces = createReadStream(file, { start: BLOCKS_AT, highWaterMark: PIECE });
  for await (const piece of pieces as AsyncIterable<Buffer>) check = crc32(piece, check);
  return check;
}

/** Writes such a file beside its place, which it takes when it is whole. */
export class ListWriter {
  readonly #file: string;
  readonly #handle: number;
  readonly #blocks: ListBlock[] = [];
  #at = BLOCKS_AT;
  #check = 0;
  #isOpen = true;

  constructor(file: string) {
    this.#file = file;
    this.#handle = openSync(this.#unfinished, "w", 0o600);
  }

  get #unfinished(): string {
    return `${this.#file}.unfinished`;
  }

  /** @param rows how many are in it */
  add(bytes: Uint8Array, rows: number): void {
    this.#blocks.push({ at: this.#at, length: bytes.length, rows });
    this.#append(bytes);
  }

  async finish(version: number): Promise<void> {
    const head: ListHead = { version, blocks: this.#blocks };
    const json = Buffer.from(JSON.stringify(head));
    this.#append(json);
    const start = Buffer.alloc(BLOCKS_AT);
    start.set(MARK);
    start.writeUInt32LE(this.#check, CHECK_AT);
    start.writeUInt32LE(json.length, LENGTH_AT);
    this.#write(start, 0);
    this.#close();
    await rename(this.#unfinished, this.#file);
  }

  async abandon(): Promise<void> {
    this.#close();
    await rm(this.#unfinished, { force: true }).catch(() => undefined);
  }

  #append(bytes: Uint8Array): void {
    this.#write(bytes, this.#at);
    this.#check = crc32(bytes, this.#check);
    this.#at += bytes.length;
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
