import { constants, gunzipSync, inflateRawSync } from "node:zlib";
import { badInput } from "../../errors.ts";
import {
  type ByteSource,
  memorySource,
  packedBytes,
  type ZipEntry,
  zipEntries,
} from "../../tables/zip-entries.ts";

/** Most bytes that a document, or a part of one, may unpack to; more is a trap. */
export const MOST_UNPACKED = 512 * 2 ** 20;
const STORED = 0;
const DEFLATED = 8;

/** Bytes of an entry of a zip, whatever size it declares. @throws bad-input where it is damaged or too large */
export async function readEntry(source: ByteSource, entry: ZipEntry): Promise<Uint8Array> {
  const packed = await packedBytes(source, entry);
  if (entry.method === STORED) return packed;
  if (entry.method !== DEFLATED) throw damaged(entry.name, "it is packed in an unusual way");
  return unpackWith(entry.name, () => inflateRawSync(packed, { maxOutputLength: MOST_UNPACKED }));
}

/** Packed bytes that are unpacked to look at the beginning of an entry. */
const LOOKED_AT = 2 ** 16;

/** The beginning of an entry; empty where it is damaged. */
export async function entryStart(source: ByteSource, entry: ZipEntry): Promise<Uint8Array> {
  const packed = await packedBytes(source, entry, LOOKED_AT);
  if (entry.method === STORED) return packed;
  try {
    return inflateRawSync(packed, { finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return new Uint8Array(0);
  }
}

/** @throws bad-input where the bytes are damaged or too large */
export const unpackGzip = (name: string, bytes: Uint8Array): Uint8Array =>
  unpackWith(name, () => gunzipSync(bytes, { maxOutputLength: MOST_UNPACKED }));

function unpackWith(name: string, unpack: () => Uint8Array): Uint8Array {
  try {
    return unpack();
  } catch (cause) {
    const isTooLarge = cause instanceof RangeError;
    const reason = isTooLarge
      ? `it unpacks to more than ${MOST_UNPACKED / 2 ** 20} MB`
      : "it is damaged or cut short";
    throw damaged(name, reason);
  }
}

const damaged = (name: string, reason: string) =>
  badInput("file", `${name} cannot be unpacked: ${reason}.`, { file: name });

/** The parts of a document that is a zip. */
export interface Parts {
  /** Undefined where there is no part of this name. */
  read(name: string): Promise<Uint8Array | undefined>;
}

/** @throws bad-input where the bytes are no whole zip */
export async function openParts(bytes: Uint8Array): Promise<Parts> {
  const source = memorySource("", bytes);
  const entries = await zipEntries(source);
  if (entries === null) throw damaged("The file", "it is damaged or cut short");
  let unpacked = 0;
  return {
    async read(name) {
      const entry = entries.find((each) => each.name === name);
      if (entry === undefined) return undefined;
      const part = await readEntry(source, entry);
      unpacked += part.length;
      if (unpacked > MOST_UNPACKED)
        throw damaged("The file", `it unpacks to more than ${MOST_UNPACKED / 2 ** 20} MB`);
      return part;
    },
  };
}
