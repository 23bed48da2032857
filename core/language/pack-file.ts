import { deflateSync, Inflate } from "fflate";
import { badPack } from "../errors.ts";
import { murmur3 } from "../kernel/hash.ts";
import { decodeUtf8, type FrontCoded, frontCode, frontDecode } from "../tables/front-coding.ts";
import { areCharacterPairs } from "./characters.ts";
import { CUTS, type Pack, type PackHeader } from "./pack.ts";

/**
 * The file of a pack, little-endian:
 *
 *     0  mark      8 bytes, not valid as text
 *     8  version   u32
 *    12  length    u32, of the whole file in bytes
 *    16  checksum  16 bytes, MurmurHash3 x86_128 of everything from byte 32 on, with zeros to a multiple of four
 *    32  head      u32 byte length of the header, then the header: JSON in UTF-8
 *        body      deflated: u32 byte lengths of the sections in the order of `SECTIONS`, then the sections
 *
 * fflate is plain JavaScript, so the same pack gives the same bytes on every machine, which zlib does not promise.
 */
const MARK = Uint8Array.of(0x89, 0x53, 0x45, 0x4d, 0x4c, 0x0d, 0x0a, 0x1a);
const VERSION = 1;
const VERSION_AT = 8;
const LENGTH_AT = 12;
const CHECKSUM_AT = 16;
const HEAD_AT = 32;

const SECTIONS = [
  ...["wordShared", "wordOwn", "wordText", "termShared", "termOwn", "termText"],
  // Low bytes and high bytes of the places of terms apart: the latter hardly differ.
  ...["shares", "nearestLow", "nearestHigh", "weights"],
  // UTF-8.
  "characters",
] as const;

/** More would be no list of words. */
const MOST_WORDS = 500_000;
const MOST_TERMS = 65_536;
const MOST_NEAREST = 64;
const LARGEST_BODY = 200_000_000;

/** The same pack gives the same bytes. */
export function writePack(pack: Omit<Pack, "checksum">): Uint8Array {
  const head = new TextEncoder().encode(JSON.stringify(pack.header));
  const body = deflateSync(joined(sectionsOf(pack)), { level: 9 });
  const length = HEAD_AT + 4 + head.length + body.length;
  const file = new Uint8Array(length);
  const view = new DataView(file.buffer);
  file.set(MARK);
  view.setUint32(VERSION_AT, VERSION, true);
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

/**
 * The pack in a file's bytes; `file` is what a refusal calls it.
 * @throws bad-retina-file saying why: foreign, cut short, damaged, newer, or at odds with itself
 */
export function readPack(bytes: Uint8Array, file: string): Pack {
  const refuse = refusalsOf(file);
  const wrongFrame = faultOfFrame(bytes);
  if (wrongFrame !== "") throw refuse(wrongFrame);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const checksum = checksumOf(bytes);
  const recorded = [0, 1, 2, 3].map((lane) =>
    view
      .getUint32(CHECKSUM_AT + 4 * lane, true)
      .toString(16)
      .padStart(8, "0"),
  );
  if (recorded.join("") !== checksum)
    throw refuse("is damaged: its checksum does not fit its contents");
  const header = readPackHeader(bytes, file);
  const body = inflated(bytes.subarray(HEAD_AT + 4 + view.getUint32(HEAD_AT, true)));
  const content = body === undefined ? "its body cannot be unpacked" : contentOf(header, body);
  if (typeof content === "string") throw refuse(`contradicts itself: ${content}`);
  return { ...content, header, checksum };
}

/** What a pack says of itself, without looking at the rest. @throws bad-retina-file where it cannot be read */
export function readPackHeader(bytes: Uint8Array, file: string): PackHeader {
  const refuse = refusalsOf(file);
  const wrongFrame = faultOfFrame(bytes);
  if (wrongFrame !== "") throw refuse(wrongFrame);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const bodyAt = HEAD_AT + 4 + view.getUint32(HEAD_AT, true);
  if (bodyAt > bytes.length) throw refuse("is damaged: its header runs past its end");
  const header = parseHeader(bytes.subarray(HEAD_AT + 4, bodyAt));
  if (typeof header === "string") throw refuse(`contradicts itself: ${header}`);
  return header;
}

const refusalsOf = (file: string) => (reason: string) =>
  badPack(`The language pack ${file} ${reason}.`, { file });

function faultOfFrame(bytes: Uint8Array): string {
  if (bytes.length === 0) return "is empty";
  const present = Math.min(MARK.length, bytes.length);
  if (!MARK.slice(0, present).every((byte, i) => byte === bytes[i]))
    return "is no language pack: it does not begin with the mark of one";
  if (bytes.length < HEAD_AT + 4)
    return `is cut short: it ends after ${bytes.length} bytes, within its header`;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const version = view.getUint32(VERSION_AT, true);
  if (version !== VERSION)
    return `has format ${version}, and this release reads ${VERSION}; make the pack again`;
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

type Check = (value: unknown) => boolean;
const isText: Check = (value) => typeof value === "string";
const isCount =
  (most: number): Check =>
  (value) =>
    Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= most;
const fieldsAre =
  (checks: Readonly<Record<string, Check>>): Check =>
  (value) =>
    typeof value === "object" && value !== null && faultyField({ ...value }, checks) === undefined;

const FIELDS: Readonly<Record<keyof PackHeader, Check>> = {
  language: (value) => typeof value === "string" && LANGUAGE.test(value),
  cut: (value) => Array.isArray(value) && value.every((rule) => CUTS.some((cut) => cut === rule)),
  licence: isText,
  sources: isText,
  recipe: isText,
  madeFrom: fieldsAre({ words: isText, characters: isText, encoder: isText, terms: isText }),
  counts: fieldsAre({
    words: isCount(MOST_WORDS),
    terms: isCount(MOST_TERMS),
    nearest: isCount(MOST_NEAREST),
  }),
};

/** A code of a language as names of files and retinas have it. */
export const LANGUAGE = /^[a-z]{2,3}$/;

const faultyField = (
  value: Readonly<Record<string, unknown>>,
  checks: Readonly<Record<string, Check>>,
) => Object.keys(checks).find((name) => checks[name]?.(value[name]) !== true);

/** The header, or a clause about what is wrong with it. */
function parseHeader(bytes: Uint8Array): PackHeader | string {
  let json: unknown;
  try {
    json = JSON.parse(decodeUtf8(bytes) ?? "");
  } catch {
    json = undefined;
  }
  if (typeof json !== "object" || json === null) return "its header is not a JSON object";
  const field = faultyField({ ...json }, FIELDS);
  return field === undefined ? (json as PackHeader) : `the “${field}” of its header is not valid`;
}

function sectionsOf(pack: Omit<Pack, "checksum">) {
  const { words, terms, shares, nearest, weights, characters } = pack;
  const word = frontCode(words);
  const term = frontCode(terms);
  return [
    ...[word.sharedLengths, word.ownLengths, word.ownText],
    ...[term.sharedLengths, term.ownLengths, term.ownText],
    shares,
    Uint8Array.from(nearest, (place) => place & 255),
    Uint8Array.from(nearest, (place) => place >> 8),
    weights,
    new TextEncoder().encode(characters),
  ];
}

function joined(sections: readonly Uint8Array[]): Uint8Array {
  const lengths = Uint32Array.from(sections, ({ length }) => length);
  const all = [new Uint8Array(lengths.buffer), ...sections];
  const body = new Uint8Array(all.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const section of all) {
    body.set(section, at);
    at += section.length;
  }
  return body;
}

/** Undefined where the bytes are no deflated stream, or one of more than any pack holds. */
function inflated(bytes: Uint8Array): Uint8Array | undefined {
  const parts: Uint8Array[] = [];
  let length = 0;
  let isWhole = false;
  const stream = new Inflate((part, isLast) => {
    length += part.length;
    if (length > LARGEST_BODY) throw new Error("too large");
    parts.push(part);
    isWhole = isLast;
  });
  try {
    stream.push(bytes, true);
  } catch {
    return undefined;
  }
  if (!isWhole) return undefined;
  const body = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    body.set(part, at);
    at += part.length;
  }
  return body;
}

type Content = Omit<Pack, "header" | "checksum">;

/** What the body holds, or a clause about what does not fit. */
function contentOf({ counts }: PackHeader, body: Uint8Array): Content | string {
  const sections = cut(body);
  if (sections === undefined) return "its sections do not fill its body";
  const part = (name: (typeof SECTIONS)[number]) => sections[SECTIONS.indexOf(name)] ?? NOTHING;
  const words = decoded(part("wordShared"), part("wordOwn"), part("wordText"));
  const terms = decoded(part("termShared"), part("termOwn"), part("termText"));
  if (words?.length !== counts.words) return "its words cannot be read";
  if (terms?.length !== counts.terms) return "its English terms cannot be read";
  const [low, high] = [part("nearestLow"), part("nearestHigh")];
  const [shares, weights] = [part("shares"), part("weights")];
  const pairs = counts.words * counts.nearest;
  if (shares.length !== counts.words || [low, high, weights].some((each) => each.length !== pairs))
    return `its header promises ${counts.words} words with ${counts.nearest} terms each, which its tables do not have`;
  const nearest = Uint16Array.from(low, (byte, i) => byte | (high[i]! << 8));
  if (nearest.some((place) => place >= counts.terms)) return "a word names a term it does not have";
  const characters = decodeUtf8(part("characters"));
  if (characters === undefined || !areCharacterPairs(characters))
    return "its characters cannot be read";
  return { words, terms, shares: shares.slice(), nearest, weights: weights.slice(), characters };
}

const NOTHING = new Uint8Array(0);

const decoded = (
  sharedLengths: Uint8Array,
  ownLengths: Uint8Array,
  ownText: Uint8Array,
): FrontDecoded => frontDecode({ sharedLengths, ownLengths, ownText } satisfies FrontCoded);
type FrontDecoded = ReturnType<typeof frontDecode>;

function cut(body: Uint8Array): Uint8Array[] | undefined {
  if (body.length < 4 * SECTIONS.length) return undefined;
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  let at = 4 * SECTIONS.length;
  const sections = SECTIONS.map((_, i) => {
    const length = view.getUint32(4 * i, true);
    at += length;
    return body.subarray(at - length, at);
  });
  return at === body.length ? sections : undefined;
}
