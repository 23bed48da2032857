import { murmur3 } from "../kernel/hash.ts";
import { decodeUtf8 } from "./front-coding.ts";

/**
 * A file of the program, little-endian, with a head that a person can read:
 *
 *     0  mark      8 bytes, not valid as text, so that no text tool passes for it or rewrites it unnoticed
 *     8  version   u32
 *    12  length    u32, of the whole file in bytes
 *    16  checksum  16 bytes, MurmurHash3 x86_128 of everything from byte 32 on, with zeros to a multiple of four
 *    32  head      u32 byte length of the head, then the head: JSON in UTF-8
 *        sections  in the order of the kind, each from a multiple of four on; `sections` of the head has their byte lengths.
 *                  A kind of one section has no lengths: the section is the rest of the file.
 */
const VERSION_AT = 8;
const LENGTH_AT = 12;
export const CHECKSUM_AT = 16;
export const HEAD_AT = 32;
/** Bytes that tell how long a head is. */
export const HEAD_START = HEAD_AT + 4;

/** A kind of such files. */
export interface FileKind<Section extends string> {
  /** What a refusal calls it, such as "language pack". */
  readonly name: string;
  /** Eight bytes. */
  readonly mark: Uint8Array;
  readonly version: number;
  /** What makes a file of this version, such as "make the pack again". */
  readonly remedy: string;
  readonly sections: readonly Section[];
  /** The version before can be read too: the lengths of head and sections, u32 each, lie at byte 32. */
  readonly readsFormer?: true;
}

export type Sections<Section extends string> = Readonly<Record<Section, Uint8Array>>;

/** The same header and sections give the same bytes. */
export function writeFramed<Section extends string>(
  { mark, version, sections: names }: FileKind<Section>,
  header: object,
  sections: Sections<Section>,
): Uint8Array {
  const isTable = names.length > 1;
  const lengths = Object.fromEntries(names.map((name) => [name, sections[name].length]));
  const json = JSON.stringify(isTable ? { ...header, sections: lengths } : header);
  const text = new TextEncoder().encode(json);
  const head = isTable ? filled(text) : text;
  const parts = names.map((name) => (isTable ? filled(sections[name], 0) : sections[name]));
  const length = parts.reduce((sum, part) => sum + part.length, HEAD_START + head.length);
  const file = new Uint8Array(length);
  const view = new DataView(file.buffer);
  file.set(mark);
  view.setUint32(VERSION_AT, version, true);
  view.setUint32(LENGTH_AT, length, true);
  view.setUint32(HEAD_AT, head.length, true);
  let at = HEAD_START;
  for (const part of [head, ...parts]) {
    file.set(part, at);
    at += part.length;
  }
  const checksum = checksumOf(file);
  for (let lane = 0; lane < 4; lane++) {
    const digits = checksum.slice(8 * lane, 8 * lane + 8);
    view.setUint32(CHECKSUM_AT + 4 * lane, Number.parseInt(digits, 16), true);
  }
  return file;
}

const padded = (length: number): number => (length + 3) & ~3;

/** Up to a multiple of four bytes: a head with spaces, a section with zeros. */
function filled(bytes: Uint8Array, byte = 32): Uint8Array {
  if (bytes.length % 4 === 0) return bytes;
  const whole = new Uint8Array(padded(bytes.length)).fill(byte);
  whole.set(bytes);
  return whole;
}

/** What the head of a file tells, the header still to be checked. */
export interface Head {
  readonly header: Readonly<Record<string, unknown>>;
  /** 32 hex digits. */
  readonly checksum: string;
}

/** How many bytes the head of a file with these first bytes takes, at least `HEAD_START` of them. */
export const headLength = <Section extends string>(
  start: Uint8Array,
  { sections }: FileKind<Section>,
): number => HEAD_START + 4 * sections.length + viewOf(start).getUint32(HEAD_AT, true);

/**
 * The head of a file of `size` bytes, whose first ones are enough, without a look at the checksum; or a clause about what is
 * wrong: "is cut short: …".
 */
export function readHead<Section extends string>(
  bytes: Uint8Array,
  kind: FileKind<Section>,
  size = bytes.length,
): Head | string {
  const fault = faultOfFrame(bytes, kind, size);
  if (fault !== "") return fault;
  const layout = layoutOf(bytes, kind);
  return typeof layout === "string"
    ? layout
    : { header: layout.header, checksum: recordedChecksum(bytes) };
}

/** Head and sections after a look at the checksum. Sections are views of the bytes, or of a copy where those lie askew. */
export function readFramed<Section extends string>(
  given: Uint8Array,
  kind: FileKind<Section>,
): (Head & { readonly sections: Sections<Section> }) | string {
  const fault = faultOfFrame(given, kind, given.length);
  if (fault !== "") return fault;
  // A plain view in any case: the `slice` of a Node buffer would not copy.
  const plain = new Uint8Array(given.buffer, given.byteOffset, given.byteLength);
  const bytes = plain.byteOffset % 4 === 0 ? plain : plain.slice();
  const checksum = recordedChecksum(bytes);
  if (checksumOf(bytes) !== checksum) return "is damaged: its checksum does not fit its contents";
  const layout = layoutOf(bytes, kind);
  if (typeof layout === "string") return layout;
  const { header, lengths } = layout;
  const sections: Partial<Record<Section, Uint8Array>> = {};
  let at = layout.end;
  for (const name of kind.sections) {
    const length = lengths === undefined ? bytes.length - at : lengths[name];
    if (typeof length !== "number" || !(length >= 0 && length <= bytes.length - at))
      return `is damaged: “${name}” runs past its end`;
    sections[name] = bytes.subarray(at, at + length);
    at += lengths === undefined ? length : padded(length);
  }
  if (at !== bytes.length) return "is damaged: its sections do not fill it";
  return { header, checksum, sections: sections as Sections<Section> };
}

interface Layout {
  readonly header: Head["header"];
  /** Where the head ends. */
  readonly end: number;
  readonly lengths: Readonly<Record<string, unknown>> | undefined;
}

function layoutOf<Section extends string>(
  bytes: Uint8Array,
  { sections: names, version }: FileKind<Section>,
): Layout | string {
  const view = viewOf(bytes);
  const isFormer = view.getUint32(VERSION_AT, true) < version;
  const start = isFormer ? HEAD_START + 4 * names.length : HEAD_START;
  const end = start + view.getUint32(HEAD_AT, true);
  if (end > bytes.length) return "is damaged: its header runs past its end";
  const json = parsed(bytes.subarray(start, end));
  if (json === undefined) return "contradicts itself: its header is not a JSON object";
  if (isFormer) {
    const own = names.map((name, i) => [name, view.getUint32(HEAD_START + 4 * i, true)]);
    return { header: json, end: padded(end), lengths: Object.fromEntries(own) };
  }
  if (names.length === 1) return { header: json, end, lengths: undefined };
  const { sections, ...header } = json;
  return { header, end, lengths: { ...Object(sections) } };
}

function faultOfFrame<Section extends string>(
  bytes: Uint8Array,
  { name, mark, version, remedy, readsFormer }: FileKind<Section>,
  size: number,
): string {
  if (bytes.length === 0) return "is empty";
  const present = Math.min(mark.length, bytes.length);
  if (!mark.slice(0, present).every((byte, i) => byte === bytes[i]))
    return `is not a ${name}: it does not begin with the mark of one`;
  if (bytes.length < HEAD_START)
    return `is cut short: it ends after ${bytes.length} bytes, within its header`;
  const view = viewOf(bytes);
  const own = view.getUint32(VERSION_AT, true);
  if (own !== version && !(readsFormer && own === version - 1))
    return `has format ${own}, and this release reads ${version}; ${own > version ? "update the program" : remedy}`;
  const length = view.getUint32(LENGTH_AT, true);
  if (size < length) return `is cut short: ${size} of ${length} bytes are there`;
  if (size > length) return `is too long: it has ${size} bytes instead of ${length}`;
  return "";
}

const viewOf = (bytes: Uint8Array) =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function recordedChecksum(bytes: Uint8Array): string {
  const view = viewOf(bytes);
  const lanes = [0, 1, 2, 3].map((lane) => view.getUint32(CHECKSUM_AT + 4 * lane, true));
  return lanes.map((lane) => lane.toString(16).padStart(8, "0")).join("");
}

/** Of bytes that begin at a multiple of four. */
function checksumOf(file: Uint8Array): string {
  const bytes = filled(file.subarray(HEAD_AT), 0);
  return murmur3(new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2));
}

function parsed(bytes: Uint8Array): Readonly<Record<string, unknown>> | undefined {
  try {
    const json: unknown = JSON.parse(decodeUtf8(bytes) ?? "");
    const isObject = typeof json === "object" && json !== null && !Array.isArray(json);
    return isObject ? { ...json } : undefined;
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
