import { constants, type Stats } from "node:fs";
import { type FileHandle, open, realpath, stat } from "node:fs/promises";
import { badInput } from "../../errors.ts";
import { reasonOf } from "../config/system-error.ts";

/** Most bytes of a file that is held in memory whole. */
export const MOST_WHOLE = 256 * 2 ** 20;
const FIRST_PIECE = 2 ** 16;

/** A file that cannot be read; `reason` completes “it cannot be read: …”. */
export const unreadable = (file: string, reason: string) =>
  badInput("file", `${file} cannot be read: ${reason}.`, { file });

/** A failure of the system as a sentence about the file; any other failure itself. */
export function readingTrouble(file: string, cause: unknown): unknown {
  const isSystem = cause instanceof Error && "syscall" in cause;
  return isSystem ? unreadable(file, reasonOf(cause)) : cause;
}

/**
 * Opens a file for reading, wherever links lead, if it is a regular one: opening a named pipe waits for a writer, a device may
 * never end. @throws bad-input for any other; failures of the system as they are
 */
export async function openRegular(file: string): Promise<FileHandle> {
  const real = await realpath(file);
  requireRegular(file, await stat(real));
  // It may have been replaced since; O_NONBLOCK, which Windows lacks, does not wait for a writer.
  const handle = await open(real, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    requireRegular(file, await handle.stat());
    return handle;
  } catch (cause) {
    await handle.close();
    throw cause;
  }
}

function requireRegular(file: string, info: Stats): void {
  if (!info.isFile()) throw unreadable(file, `it is ${natureOf(info)}, not a file`);
}

/** What something is that is no regular file. */
export function natureOf(info: Stats): string {
  if (info.isDirectory()) return "a folder";
  if (info.isFIFO()) return "a named pipe";
  if (info.isSocket()) return "a socket";
  return "a device";
}

/** The whole of a regular file. @throws bad-input where it is none or too large; failures of the system as they are */
export async function readWhole(file: string, most = MOST_WHOLE): Promise<Buffer> {
  const handle = await openRegular(file);
  try {
    const { size } = await handle.stat();
    if (size > most) throw tooLarge(file, most);
    // A file may grow, and some tell no size.
    let bytes = Buffer.allocUnsafe(Math.max(FIRST_PIECE, size + 1));
    let length = 0;
    for (;;) {
      const { bytesRead } = await handle.read(bytes, length, bytes.length - length, null);
      length += bytesRead;
      if (length > most) throw tooLarge(file, most);
      if (bytesRead === 0) return bytes.subarray(0, length);
      if (length === bytes.length) bytes = Buffer.concat([bytes], 2 * length);
    }
  } finally {
    await handle.close();
  }
}

/**
 * Has a large file used whole and gives its memory back at once. Otherwise it is kept until objects are collected, which is
 * late on a thread that makes few. @throws as `readWhole`
 */
export async function withWhole<T>(
  file: string,
  most: number,
  use: (bytes: Uint8Array) => Promise<T>,
): Promise<T> {
  const handle = await openRegular(file);
  const buffer = new ArrayBuffer(0, { maxByteLength: most });
  try {
    const { size } = await handle.stat();
    if (size > most) throw tooLarge(file, most);
    buffer.resize(size);
    let length = 0;
    for (let got = 1; got > 0 && length < size; length += got)
      got = (await handle.read(new Uint8Array(buffer, length), 0, size - length, null)).bytesRead;
    return await use(new Uint8Array(buffer, 0, length));
  } finally {
    buffer.resize(0);
    await handle.close();
  }
}

/** `readWhole` as text, for files that programs write. */
export const readWholeText = async (file: string, most?: number): Promise<string> =>
  (await readWhole(file, most)).toString("utf8");

export const tooLarge = (file: string, most: number) =>
  unreadable(
    file,
    `it has more than the ${Math.floor(most / 2 ** 20)} MB that can be read at once`,
  );
