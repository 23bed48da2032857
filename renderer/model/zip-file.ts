import { Inflate, strFromU8, type Zippable, zipSync } from "fflate";
import { crc32 } from "../../core/kernel/hash.ts";
import { formatBytes } from "./format.ts";

/** More came out than was allowed: what was read is not opened. */
export class TooLarge extends Error {}

const STEP = 64_000;

/**
 * Unfolds deflated bytes, but never beyond `most`: a short file could otherwise unfold into more than a page can hold.
 * @throws TooLarge, or an Error of the format where the bytes are damaged
 */
export function inflate(bytes: Uint8Array, most: number): Uint8Array {
  const parts: Uint8Array[] = [];
  let size = 0;
  const stream = new Inflate((part) => {
    size += part.length;
    if (size > most) throw new TooLarge("Unpacks to more than is allowed.");
    parts.push(part);
  });
  let from = 0;
  do {
    stream.push(bytes.subarray(from, from + STEP), from + STEP >= bytes.length);
    from += STEP;
  } while (from < bytes.length);
  return joined(parts, size);
}

function joined(parts: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Beyond these a file is not read: it is none of ours, or made to fill the memory. */
const MOST_FILES = 10_000;

const MOST_BYTES = 200_000_000;

const DIRECTORY_END = 0x06054b50;

const DIRECTORY_ENTRY = 0x02014b50;

const FILE_HEADER = 0x04034b50;

const END_SIZE = 22;

const ENTRY_SIZE = 46;

const HEADER_SIZE = 30;

const LONGEST_COMMENT = 65_535;

const STORED = 0;

const DEFLATED = 8;

interface Entry {
  readonly name: string;
  readonly method: number;
  readonly checksum: number;
  readonly packed: number;
  readonly size: number;
  readonly at: number;
}

/** Whether bytes begin as a zip file does. */
export const looksZipped = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;

/** Files as one zip, each with the same time. */
export function writeZip(
  files: ReadonlyMap<string, Uint8Array>,
  at: Date,
): Uint8Array<ArrayBuffer> {
  const mtime = new Date(Math.max(at.getTime(), Date.UTC(1980, 0, 2)));
  const entries: Zippable = {};
  for (const [name, bytes] of files) entries[name] = [bytes, { level: 6, mtime }];
  return new Uint8Array(zipSync(entries));
}

/**
 * The files of a zip by name, each whole and as it was put in.
 * @throws Error with a sentence for the person where it is damaged, too large, or names places outside itself
 */
export function readZip(bytes: Uint8Array): ReadonlyMap<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  const entries = entriesOf(bytes);
  const total = entries.reduce((sum, { size }) => sum + size, 0);
  if (total > MOST_BYTES)
    throw new Error(
      `The file unpacks to ${formatBytes(total)}; at most ${formatBytes(MOST_BYTES)} are opened.`,
    );
  for (const entry of entries) {
    refuseStrangeName(entry.name);
    if (entry.name.endsWith("/")) continue;
    if (files.has(entry.name)) throw new Error(`The file holds “${entry.name}” twice.`);
    files.set(entry.name, contentOf(bytes, entry));
  }
  return files;
}

/** A name that leads out of the file is never an accident. */
function refuseStrangeName(name: string): void {
  const isStrange = /^\/|^[A-Za-z]:|\\|\0/.test(name) || name.split("/").includes("..");
  if (isStrange) throw new Error("The file contains a path outside itself, so it was not opened.");
}

const damaged = (): Error =>
  new Error("The file is damaged or cut short: it cannot be unpacked. Copy it again.");

function entriesOf(bytes: Uint8Array): Entry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = directoryEnd(view);
  const count = view.getUint16(end + 10, true);
  const start = view.getUint32(end + 16, true);
  if (count === 0xffff || start === 0xffffffff || count > MOST_FILES)
    throw new Error(`The file holds more than ${MOST_FILES} parts, so it was not opened.`);
  const entries: Entry[] = [];
  let at = start;
  for (let index = 0; index < count; index++) {
    if (at + ENTRY_SIZE > end || view.getUint32(at, true) !== DIRECTORY_ENTRY) throw damaged();
    entries.push(entryAt(bytes, view, at));
    at +=
      ENTRY_SIZE + [28, 30, 32].reduce((sum, field) => sum + view.getUint16(at + field, true), 0);
  }
  return entries;
}

/** Found from behind: a comment of any length may follow it. */
function directoryEnd(view: DataView): number {
  const last = view.byteLength - END_SIZE;
  for (let at = last; at >= Math.max(0, last - LONGEST_COMMENT); at--)
    if (view.getUint32(at, true) === DIRECTORY_END) return at;
  throw damaged();
}

function entryAt(bytes: Uint8Array, view: DataView, at: number): Entry {
  const flags = view.getUint16(at + 8, true);
  if (flags & 1) throw new Error("The file is locked with a password. Save it without one.");
  const isUtf8 = (flags & 0x800) !== 0;
  const name = bytes.subarray(at + ENTRY_SIZE, at + ENTRY_SIZE + view.getUint16(at + 28, true));
  return {
    name: strFromU8(name, !isUtf8),
    method: view.getUint16(at + 10, true),
    checksum: view.getUint32(at + 16, true),
    packed: view.getUint32(at + 20, true),
    size: view.getUint32(at + 24, true),
    at: view.getUint32(at + 42, true),
  };
}

function contentOf(bytes: Uint8Array, { name, method, checksum, packed, size, at }: Entry) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (at + HEADER_SIZE > bytes.length || view.getUint32(at, true) !== FILE_HEADER) throw damaged();
  const from = at + HEADER_SIZE + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  if (from + packed > bytes.length) throw damaged();
  const content = unpacked(bytes.subarray(from, from + packed), method, size);
  if (content.length !== size || crc32(content) !== checksum)
    throw new Error(`“${name}” in the file is damaged. Copy the file again.`);
  return content;
}

function unpacked(packed: Uint8Array, method: number, size: number): Uint8Array {
  if (method === STORED) return packed;
  if (method !== DEFLATED)
    throw new Error(
      "The file is compressed in a way that cannot be read here. Save it as an ordinary zip.",
    );
  try {
    return inflate(packed, size);
  } catch (cause) {
    if (cause instanceof TooLarge)
      throw new Error("The file unpacks to more than it says, so it was not opened.");
    throw damaged();
  }
}
