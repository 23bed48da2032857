import { deflateSync, Inflate } from "fflate";
import { badPack } from "../errors.ts";
import {
  type Check,
  type FileKind,
  faultyField,
  fieldsAre,
  type Head,
  isCount,
  isText,
  readFramed,
  readHead,
  writeFramed,
} from "../tables/framed-file.ts";
import { decodeUtf8, type FrontCoded, frontCode, frontDecode } from "../tables/front-coding.ts";
import { areCharacterPairs } from "./characters.ts";
import { CUTS, type Pack, type PackHeader } from "./pack.ts";

/**
 * The file of a pack (`framed-file.ts`). Its body is deflated: u32 byte lengths of the sections in the order of `SECTIONS`,
 * then the sections. fflate is plain JavaScript, so the same pack gives the same bytes on every machine, which zlib does not
 * promise.
 */
const KIND: FileKind<"body"> = {
  name: "language pack",
  mark: Uint8Array.of(0x89, 0x53, 0x45, 0x4d, 0x4c, 0x0d, 0x0a, 0x1a),
  version: 1,
  remedy: "make the pack again",
  sections: ["body"],
};

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
export const writePack = (pack: Omit<Pack, "checksum">): Uint8Array =>
  writeFramed(KIND, pack.header, { body: deflateSync(joined(sectionsOf(pack)), { level: 9 }) });

/**
 * The pack in a file's bytes; `file` is what a refusal calls it.
 * @throws bad-retina-file saying why: foreign, cut short, damaged, newer, or at odds with itself
 */
export function readPack(bytes: Uint8Array, file: string): Pack {
  const frame = readFramed(bytes, KIND);
  if (typeof frame === "string") throw refusal(file, frame);
  const header = headerOf(frame, file);
  const body = inflated(frame.sections.body);
  const content = body === undefined ? "its body cannot be unpacked" : contentOf(header, body);
  if (typeof content === "string") throw refusal(file, `contradicts itself: ${content}`);
  return { ...content, header, checksum: frame.checksum };
}

/** The checksum of a pack whose bytes fit it, without unpacking them. @throws bad-retina-file as `readPack` does */
export function packChecksum(bytes: Uint8Array, file: string): string {
  const frame = readFramed(bytes, KIND);
  if (typeof frame === "string") throw refusal(file, frame);
  return frame.checksum;
}

/** What a pack says of itself, without looking at the rest. @throws bad-retina-file where it cannot be read */
export function readPackHeader(bytes: Uint8Array, file: string): PackHeader {
  const frame = readHead(bytes, KIND);
  if (typeof frame === "string") throw refusal(file, frame);
  return headerOf(frame, file);
}

const refusal = (file: string, reason: string) =>
  badPack(`The language pack ${file} ${reason}.`, { file });

function headerOf({ header }: Head, file: string): PackHeader {
  const field = faultyField(header, FIELDS);
  if (field === undefined) return header as unknown as PackHeader;
  throw refusal(file, `contradicts itself: the “${field}” of its header is not valid`);
}

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
