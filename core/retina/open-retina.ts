import { badRetinaFile } from "../errors.ts";
import { indexGaps } from "../kernel/fill-index.ts";
import { CLASSES, isCompleteCode, LONGEST_CODE } from "../kernel/gap-code.ts";
import { murmur3 } from "../kernel/hash.ts";
import type { IndexMemory } from "../kernel/index-memory.ts";
import { InvertedIndex } from "../kernel/inverted-index.ts";
import { decodeUtf8, frontDecode } from "../tables/front-coding.ts";
import {
  BODY_AT,
  CHECKSUM_AT,
  FIRST_SECTION_AT,
  LENGTH_AT,
  MARK,
  padded,
  SECTIONS,
  type SectionName,
  type Sections,
  VERSION,
  VERSION_AT,
  wordsFrom,
} from "./format-layout.ts";
import { IndexedRetina } from "./indexed-retina.ts";
import { faultOfColumns, type RetinaColumns, type RetinaTables } from "./retina-data.ts";
import { TermTable } from "./term-table.ts";
import type { RetinaCard } from "./types.ts";

/**
 * A retina from the bytes of its file, which may be let go afterwards; `file` is what a refusal calls it. Everything is
 * checked before use: whatever opens can be searched. About 3 microseconds a term.
 * @throws bad-retina-file saying why: foreign, cut short, damaged, newer, or at odds with itself
 */
export function openRetina(bytes: Uint8Array, file = "given", regionNames?: string): IndexedRetina {
  const { checksum, ...sections } = readSections(aligned(bytes), file);
  const named = regionNames === undefined ? { checksum } : { checksum, regionNames };
  const opened = openSections(sections, named);
  if (typeof opened === "string") throw refuse(file, `contradicts itself: ${opened}`);
  return opened;
}

/**
 * The bytes where words can be read in place, from a multiple of four on. A plain view in any case: the `slice` of a Node
 * buffer would not copy.
 */
function aligned(bytes: Uint8Array): Uint8Array {
  const plain = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return plain.byteOffset % 4 === 0 ? plain : plain.slice();
}

/** The retina, or a clause about what does not fit. */
function openSections(
  sections: Sections,
  named: Pick<RetinaTables, "checksum" | "regionNames">,
): IndexedRetina | string {
  const columns = readColumns(sections);
  if (typeof columns === "string") return columns;
  const terms = termsOf(sections);
  const sorted = frontDecode(terms);
  if (sorted === undefined) return "its terms cannot be read";
  const alphabet = words(sections.alphabet);
  if (!isInOrder(alphabet, columns.occurrences)) return "its terms are not in order of frequency";
  const index = readIndex(sections, columns.offsets);
  if (index === undefined) return "its positions cannot be read";
  const { offsets: _, ...own } = columns;
  const tables = { ...own, ...named, terms, alphabet, index };
  const opened = new TermTable(sorted, alphabet);
  return new IndexedRetina(tables, () => opened, new InvertedIndex(index));
}

function readColumns(sections: Sections): RetinaColumns | string {
  const card = parseCard(sections.card);
  if (typeof card === "string") return card;
  const columns = {
    card,
    documentCounts: words(sections.documentCounts),
    occurrences: words(sections.occurrences),
    posBits: shared(sections.posBits),
    offsets: readOffsets(sections.sizes),
    anchors: words(sections.anchors),
    ...(sections.weights.length === 0 ? {} : { weights: shared(sections.weights) }),
    ...(sections.naming.length === 0 ? {} : { naming: shared(sections.naming) }),
  };
  if (sections.sharedLengths.length !== card.counts.terms) return "its list of terms has holes";
  return faultOfColumns(columns) || columns;
}

function readOffsets(sizes: Uint8Array): Uint32Array {
  const count = sizes.length >> 1;
  const offsets = new Uint32Array(count + 1);
  for (let i = 0; i < count; i++)
    offsets[i + 1] = offsets[i]! + (sizes[2 * i]! | (sizes[2 * i + 1]! << 8));
  return offsets;
}

const termsOf = ({ sharedLengths, ownLengths, ownText }: Sections) => ({
  sharedLengths: shared(sharedLengths),
  ownLengths: shared(ownLengths),
  ownText: shared(ownText),
});

/** Whether `alphabet` names each id once, occurrences fall, and equal ones are in alphabetical order. */
function isInOrder(alphabet: Uint32Array, occurrences: Uint32Array): boolean {
  const count = occurrences.length;
  if (alphabet.length !== count) return false;
  const ranks = new Int32Array(count).fill(-1);
  for (let rank = 0; rank < count; rank++) {
    const id = alphabet[rank]!;
    if (id >= count || ranks[id] !== -1) return false;
    ranks[id] = rank;
  }
  for (let id = 1; id < count; id++) {
    const rise = occurrences[id]! - occurrences[id - 1]!;
    if (rise > 0 || (rise === 0 && ranks[id]! < ranks[id - 1]!)) return false;
  }
  return true;
}

function readIndex(sections: Sections, offsets: Uint32Array): IndexMemory | undefined {
  const { codeLengths } = sections;
  if (codeLengths.length !== CLASSES || !isCompleteCode(codeLengths, LONGEST_CODE))
    return undefined;
  const even = wordsFrom(sections.evenGaps, 0);
  return indexGaps(offsets, { even, odd: wordsFrom(sections.oddGaps, 0), codeLengths });
}

/** A copy in memory that all threads share, as the index is: they are sent the tables of every retina that is open. */
function shared(bytes: Uint8Array): Uint8Array {
  const own = new Uint8Array(new SharedArrayBuffer(bytes.length));
  own.set(bytes);
  return own;
}

function words(bytes: Uint8Array): Uint32Array {
  const given = wordsFrom(bytes, 0);
  const own = new Uint32Array(new SharedArrayBuffer(given.byteLength));
  own.set(given);
  return own;
}

/**
 * The sections of a file whose mark, version, length and checksum are right. `file` names it in a refusal.
 * @throws bad-retina-file saying which of them is wrong
 */
function readSections(bytes: Uint8Array, file: string): Sections & { readonly checksum: string } {
  checkFrame(bytes, file);
  const checksum = murmur3(wordsFrom(bytes, BODY_AT));
  if (checksum !== recordedChecksum(bytes))
    throw refuse(file, "is damaged: its checksum does not match its contents");
  return { ...cutSections(bytes, file), checksum };
}

/** Says what is wrong with a file, as data for a program too. */
export const refuse = (file: string, reason: string) =>
  badRetinaFile(`The retina file ${file} ${reason}.`, { file });

/** What the first bytes of a file tell. */
export interface RetinaHead {
  readonly card: RetinaCard;
  readonly checksum: string;
}

/** Bytes of the head of a file with these first bytes; `FIRST_SECTION_AT` of them are enough to tell. */
export const headLength = (start: Uint8Array): number =>
  FIRST_SECTION_AT + viewOf(start).getUint32(BODY_AT, true);

/**
 * The head of a file of `size` bytes, from the bytes of `headLength`. The rest of the file is not checked.
 * @throws bad-retina-file
 */
export function readHead(head: Uint8Array, size: number, file: string): RetinaHead {
  checkFrame(head, file, size);
  const card = parseCard(head.subarray(FIRST_SECTION_AT, headLength(head)));
  if (typeof card === "string") throw refuse(file, `contradicts itself: ${card}`);
  return { card, checksum: recordedChecksum(head) };
}

/** `size` is that of the file, of which its first bytes are enough. */
function checkFrame(bytes: Uint8Array, file: string, size = bytes.length): void {
  if (bytes.length === 0) throw refuse(file, "is empty");
  const present = Math.min(MARK.length, bytes.length);
  if (!MARK.slice(0, present).every((byte, i) => byte === bytes[i]))
    throw refuse(file, "is not a retina: it does not begin with the mark of one");
  if (bytes.length < FIRST_SECTION_AT)
    throw refuse(file, `is cut short: it ends after ${bytes.length} bytes, within its header`);
  const view = viewOf(bytes);
  const version = view.getUint32(VERSION_AT, true);
  if (version > VERSION)
    throw refuse(
      file,
      `was made by a newer release: it has format ${version}, and this release reads ${VERSION}`,
    );
  if (version < VERSION)
    throw refuse(file, `has format ${version}, which was never released; train the retina again`);
  const length = view.getUint32(LENGTH_AT, true);
  if (size < length) throw refuse(file, `is cut short: ${size} of ${length} bytes are there`);
  if (size > length) throw refuse(file, `is too long: it has ${size} bytes instead of ${length}`);
  if (length % 4 !== 0) throw refuse(file, "is damaged: its length is impossible");
}

function recordedChecksum(bytes: Uint8Array): string {
  const view = viewOf(bytes);
  const lanes = [0, 1, 2, 3].map((lane) => view.getUint32(CHECKSUM_AT + 4 * lane, true));
  return lanes.map((lane) => lane.toString(16).padStart(8, "0")).join("");
}

function cutSections(bytes: Uint8Array, file: string): Sections {
  const view = viewOf(bytes);
  const sections: Partial<Record<SectionName, Uint8Array>> = {};
  let at = FIRST_SECTION_AT;
  SECTIONS.forEach((name, i) => {
    const length = view.getUint32(BODY_AT + 4 * i, true);
    if (at + length > bytes.length) throw refuse(file, `is damaged: “${name}” runs past its end`);
    sections[name] = bytes.subarray(at, at + length);
    at += padded(length);
  });
  if (at !== bytes.length) throw refuse(file, "is damaged: its sections do not fill it");
  return sections as Sections;
}

const viewOf = (bytes: Uint8Array) =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === "string";
const isNumber: Check = (value) => typeof value === "number" && Number.isFinite(value);
const isCount: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const isRecord: Check = (value) =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isRecordOf =
  (check: Check): Check =>
  (value) =>
    isRecord(value) && Object.values(value as object).every(check);

const isOption: Check = (value) => isText(value) || isNumber(value) || typeof value === "boolean";

const COUNTS: Readonly<Record<keyof RetinaCard["counts"], Check>> = {
  terms: isCount,
  phrases: isCount,
  words: isCount,
  documents: isCount,
  skippedRecords: isCount,
};

const FIELDS: Readonly<Record<keyof RetinaCard, Check>> = {
  name: (value) => isText(value) && value !== "",
  description: isText,
  language: isText,
  corpus: isText,
  licence: isText,
  created: isText,
  options: isRecordOf(isOption),
  seed: isNumber,
  counts: (value) => isRecord(value) && faultyField(value as object, COUNTS) === undefined,
  quality: isRecordOf(isNumber),
  characters: (value) => value === undefined || isText(value),
};

/** The card in a file's bytes, or the name of what is wrong with it. */
function parseCard(bytes: Uint8Array): RetinaCard | string {
  const json = parseJson(bytes);
  if (!isRecord(json)) return "its card is not a JSON object";
  const field = faultyField(json as object, FIELDS);
  return field === undefined ? (json as RetinaCard) : `the “${field}” of its card is not valid`;
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decodeUtf8(bytes) ?? "");
  } catch {
    return undefined;
  }
}

function faultyField(value: object, checks: Readonly<Record<string, Check>>): string | undefined {
  const fields: Readonly<Record<string, unknown>> = { ...value };
  return Object.keys(checks).find((name) => checks[name]?.(fields[name]) !== true);
}
