import type { FileHandle } from "node:fs/promises";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { type Cancellation, NEVER_CANCELLED } from "../../cancellation.ts";
import { badInput, throwIfCancelled } from "../../errors.ts";
import type { TextFile } from "./list-files.ts";
import { openRegular, readingTrouble } from "./regular-file.ts";

export interface BytesOptions {
  /** Told of bytes as they come off the disk. */
  readonly onBytes?: ((bytes: number) => void) | undefined;
  readonly signal?: Cancellation | undefined;
}

const FROM_DISK = 1 << 17;
const UNPACKED = 1 << 20;

/**
 * The bytes of a regular file in pieces, unpacked. It is closed when reading ends, however it ends.
 * @throws bad-input, cancelled
 */
export async function* readBytes(
  { file, name, isPacked }: Pick<TextFile, "file" | "name" | "isPacked">,
  { onBytes, signal = NEVER_CANCELLED }: BytesOptions = {},
): AsyncGenerator<Uint8Array> {
  let handle: FileHandle | undefined;
  const streams: Readable[] = [];
  try {
    handle = await openRegular(file);
    const bytes = fromDisk(handle, onBytes);
    for await (const piece of isPacked ? unpack(bytes, streams) : bytes) {
      throwIfCancelled(signal);
      yield piece;
    }
  } catch (cause) {
    throw isPackingFault(cause) ? unpackingTrouble(name, cause) : readingTrouble(name, cause);
  } finally {
    for (const stream of streams) stream.destroy();
    await handle?.close();
  }
}

async function* fromDisk(handle: FileHandle, onBytes: BytesOptions["onBytes"]) {
  for (;;) {
    const { bytesRead, buffer } = await handle.read(
      Buffer.allocUnsafe(FROM_DISK),
      0,
      FROM_DISK,
      null,
    );
    if (bytesRead === 0) return;
    onBytes?.(bytesRead);
    yield buffer.subarray(0, bytesRead);
  }
}

function unpack(bytes: AsyncIterable<Uint8Array>, streams: Readable[]): AsyncIterable<Uint8Array> {
  const packed = Readable.from(bytes, { highWaterMark: 2 });
  const unpacked = createGunzip({ chunkSize: UNPACKED });
  streams.push(packed, unpacked);
  // A pipe does not carry errors on; without this an unreadable file would leave the reader waiting.
  packed.on("error", (cause) => unpacked.destroy(cause));
  return packed.pipe(unpacked);
}

const isPackingFault = (cause: unknown): cause is Error =>
  cause instanceof Error && "code" in cause && String(cause.code).startsWith("Z_");

/** A file that ends in .gz and is none, or is cut off, is no fault of the program. */
const unpackingTrouble = (name: string, { message }: Error) =>
  badInput(
    "file",
    `${name} cannot be unpacked (${message}), so reading broke off: it is no whole .gz file. Copy it again, or unpack it first.`,
    { file: name },
  );
