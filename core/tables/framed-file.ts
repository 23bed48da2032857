import { murmur3 } from "../kernel/hash.ts";
import { decodeUtf8 } from "./front-coding.ts";

/**
 * A file of the program with a header that a person can read, little-endian:
 *
 *     0  mark      8 bytes, not valid as text
 *     8  version   u32
 *    12  length    u32, of the whole file in bytes
 *    16  checksum  16 bytes, MurmurHash3 x86_128 of everything from byte 32 on, with zeros to a multiple of four
 *    32  head      u32 byte length of the header, then the header: JSON in UTF-8
 *        body      what the kind of file says
 */
const VERSION_AT = 8;
const LENGTH_AT = 12;
const CHECKSUM_AT = 16;
const HEAD_AT = 32;

/** A kind of such files. */
export interface FileKind {
  /** What a refusal calls it, such as "language pack". */
  readonly name: string;
  /** Eight bytes. */
  readonly mark: Uint8Array;
  readonly version: number;
  /** What makes a file of this version, such as "make the pack again". */
  readonly remedy: string;
}

/** The same header and body give the same bytes. */
export function writeFramed(
  { mark, version }: FileKind,
  header: object,
  body: Uint8Array,
): Uint8Array {
  const head = new TextEncoder().encode(JSON.stringify(header));
  const length = HEAD_AT + 4 + head.length + body.length;
  const file = new Uint8Array(length);
  const view = new DataView(file.buffer);
  file.set(mark);
  view.setUint32(VERSION_AT, version, true);
  view.setUint32(LENGTH_AT, length, true);
  view.setUint32(HEAD_AT, head.length, true);
  file.set(head, HEAD_AT + 4);
  file.set(body, HEAD_AT + 4 + head.length);
  const checksum = checksumOf(file);
  for (let lane = 0; lane < 4; lane++)
    view.setUint32(
      CHECKSUM_AT + 4 * lane,
      Number.parseInt(checksum.slice(8 * lane, 8 * lane + 8), 16),
      true,
    );
  return file;
}

/** What is in such a file, the header still to be checked. */
export interface Framed {
  readonly header: Readonly<Record<string, unknown>>;
  readonly body: Uint8Array;
}

/** Header and body without a look at the checksum, or a clause about what is wrong: "is cut short: …". */
export function readFrame(bytes: Uint8Array, kind: FileKind): Framed | string {
  const fault = faultOfFrame(bytes, kind);
  if (fault !== "") return fault;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const bodyAt = HEAD_AT + 4 + view.getUint32(HEAD_AT, true);
  if (bodyAt > bytes.length) return "is damaged: its header runs past its end";
  const header = parsed(bytes.subarray(HEAD_AT + 4, bodyAt));
  if (header === undefined) return "contradicts itself: its header is not a JSON object";
  return { header, body: bytes.subarray(bodyAt) };
}

/** The same after a look at the checksum, which is 32 hex digits. */
export function readFramed(
  bytes: Uint8Array,
  kind: FileKind,
): (Framed & { readonly checksum: string }) | string {
  const fault = faultOfFrame(bytes, kind);
  if (fault !== "") return fault;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const checksum = checksumOf(bytes);
  const recorded = [0, 1, 2, 3].map((lane) =>
    view
      .getUint32(CHECKSUM_AT + 4 * lane, true)
      .toString(16)
      .padStart(8, "0"),
  );
  if (recorded.join("") !== checksum) return "is damaged: its checksum does not fit its contents";
  const frame = readFrame(bytes, kind);
  return typeof frame === "string" ? frame : { ...frame, checksum };
}

function faultOfFrame(bytes: Uint8Array, { name, mark, version, remedy }: FileKind): string {
  if (bytes.length === 0) return "is empty";
  const present = Math.min(mark.length, bytes.length);
  if (!mark.slice(0, present).every((byte, i) => byte === bytes[i]))
    return `is no ${name}: it does not begin with the mark of one`;
  if (bytes.length < HEAD_AT + 4)
    return `is cut short: it ends after ${bytes.length} bytes, within its header`;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const own = view.getUint32(VERSION_AT, true);
  if (own !== version) return `has format ${own}, and this release reads ${version}; ${remedy}`;
  const length = view.getUint32(LENGTH_AT, true);
  if (bytes.length < length) return `is cut short: ${bytes.length} of ${length} bytes are there`;
  if (bytes.length > length)
    return `is too long: it has ${bytes.length} bytes instead of ${length}`;
  return "";
}

function checksumOf(file: Uint8Array): string {
  const words = new Uint32Array((file.length - HEAD_AT + 3) >> 2);
  new Uint8Array(words.buffer).set(file.subarray(HEAD_AT));
  return murmur3(words);
}

function parsed(bytes: Uint8Array): Readonly<Record<string, unknown>> | undefined {
  try {
    const json: unknown = JSON.parse(decodeUtf8(bytes) ?? "");
    return typeof json === "object" && json !== null ? { ...json } : undefined;
  } catch {
    return undefined;
  }
}

/** A look at one value of a header. */
export type Check = (value: unknown) => boolean;
export const isText: Check = (value) => typeof value === "string";
export const isCount =
  (most: number): Check =>
  (value) =>
    Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= most;
export const fieldsAre =
  (checks: Readonly<Record<string, Check>>): Check =>
  (value) =>
    typeof value === "object" && value !== null && faultyField({ ...value }, checks) === undefined;

/** The name of the first field that is not as it has to be. */
export const faultyField = (
  value: Readonly<Record<string, unknown>>,
  checks: Readonly<Record<string, Check>>,
) => Object.keys(checks).find((name) => checks[name]?.(value[name]) !== true);
