import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  writeSync,
} from "node:fs";
import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { crc32 } from "node:zlib";
import { damagedCollection } from "../../../errors.ts";
import { diskTrouble } from "../../config/system-error.ts";

/**
 * The files beside the tables are of a generation: compaction writes new ones and then says in the tables that these count.
 * The first has no number in its names.
 */
export interface FileGeneration {
  readonly folder: string;
  readonly generation: number;
}

export const FILE_KINDS = ["cells", "lists", "records"] as const;

export function fileOf({ folder, generation }: FileGeneration, kind: (typeof FILE_KINDS)[number]) {
  return path.join(folder, generation === 0 ? `${kind}.bin` : `${kind}-${generation}.bin`);
}

/** What a kill left of compactions: files that do not count yet, or no longer. */
export async function removeOthers({ folder, generation }: FileGeneration): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, number] = /^(?:cells|lists|records)(?:-(\d+))?\.bin$/.exec(name) ?? [name, "other"];
    if (number !== "other" && Number(number ?? 0) !== generation)
      await rm(path.join(folder, name), { force: true });
  }
}

/** Bytes that are only ever added to. How much of it counts is decided elsewhere, by a committed length. */
export class AppendFile {
  readonly #file: number;
  readonly #name: string;
  #length: number;

  /** Cuts off what was written beyond `length` before a crash. @throws where the file is shorter */
  constructor(file: string, length: number) {
    this.#name = file;
    this.#file = openSync(file, length === 0 ? "w+" : "r+", 0o600);
    const size = fstatSync(this.#file).size;
    if (size < length) {
      closeSync(this.#file);
      throw damagedCollection(`${file} has ${size} bytes, but ${length} belong to it`);
    }
    if (size > length) ftruncateSync(this.#file, length);
    this.#length = length;
  }

  get length(): number {
    return this.#length;
  }

  /** On disk when it returns. A failure leaves the file as it was. */
  append(bytes: Uint8Array): void {
    try {
      for (let done = 0; done < bytes.length; )
        done += writeSync(this.#file, bytes, done, bytes.length - done, this.#length + done);
      fsyncSync(this.#file);
    } catch (cause) {
      this.cutTo(this.#length);
      throw diskTrouble("The collection", cause);
    }
    this.#length += bytes.length;
  }

  cutTo(length: number): void {
    ftruncateSync(this.#file, length);
    this.#length = length;
  }

  read(at: number, length: number): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(length);
    this.readInto(bytes, at, length);
    return bytes;
  }

  readInto(bytes: Uint8Array, at: number, length: number): void {
    for (let done = 0; done < length; ) {
      const count = readSync(this.#file, bytes, done, length - done, at + done);
      if (count === 0) throw damagedCollection(`${this.#name} ends too early`);
      done += count;
    }
  }

  close(): void {
    closeSync(this.#file);
  }
}

/** In front of what it checks, little-endian: CRC-32, which detects every single-bit error. */
export const CHECK_BYTES = 4;

/** Bytes with their checksum in front of them. */
export function withCheck(bytes: Uint8Array): Uint8Array {
  const checked = Buffer.allocUnsafe(CHECK_BYTES + bytes.length);
  checked.writeUInt32LE(crc32(bytes));
  checked.set(bytes, CHECK_BYTES);
  return checked;
}

/** The same in place, for bytes from `from` to `to` whose first are left for it. */
export function writeCheck(bytes: Uint8Array, from: number, to: number): void {
  const check = crc32(bytes.subarray(from + CHECK_BYTES, to));
  for (let i = 0; i < CHECK_BYTES; i++) bytes[from + i] = check >>> (8 * i);
}

/** Whether the bytes from `from` to `to` are some that `withCheck` made. */
export function isChecked(bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from < CHECK_BYTES) return false;
  const kept =
    bytes[from]! | (bytes[from + 1]! << 8) | (bytes[from + 2]! << 16) | (bytes[from + 3]! << 24);
  return crc32(bytes.subarray(from + CHECK_BYTES, to)) === kept >>> 0;
}
