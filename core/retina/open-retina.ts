import { badRetinaFile } from "../errors.ts";
import { indexGaps } from "../kernel/fill-index.ts";
import { CLASSES, isCompleteCode, LONGEST_CODE } from "../kernel/gap-code.ts";
import type { IndexMemory } from "../kernel/index-memory.ts";
import { InvertedIndex } from "../kernel/inverted-index.ts";
import {
  type Check,
  faultyField,
  type Head,
  isText,
  readFramed,
  readHead,
} from "../tables/framed-file.ts";
import { frontDecode } from "../tables/front-coding.ts";
import { type Columns, KIND, wordsOf } from "./format-layout.ts";
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
  const frame = readFramed(bytes, KIND);
  if (typeof frame === "string") throw refuse(file, frame);
  const { card, checksum } = retinaHead(frame, file);
  const named = regionNames === undefined ? { checksum } : { checksum, regionNames };
  const opened = openColumns(card, frame.sections, named);
  if (typeof opened === "string") throw refuse(file, `contradicts itself: ${opened}`);
  return opened;
}

/** The retina, or a clause about what does not fit. */
function openColumns(
  card: RetinaCard,
  sections: Columns,
  named: Pick<RetinaTables, "checksum" | "regionNames">,
): IndexedRetina | string {
  const columns = readColumns(card, sections);
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

function readColumns(card: RetinaCard, sections: Columns): RetinaColumns | string {
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

const termsOf = ({ sharedLengths, ownLengths, ownText }: Columns) => ({
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

function readIndex(sections: Columns, offsets: Uint32Array): IndexMemory | undefined {
  const { codeLengths } = sections;
  if (codeLengths.length !== CLASSES || !isCompleteCode(codeLengths, LONGEST_CODE))
    return undefined;
  const even = wordsOf(sections.evenGaps);
  return indexGaps(offsets, { even, odd: wordsOf(sections.oddGaps), codeLengths });
}

/** A copy in memory that all threads share, as the index is: they are sent the tables of every retina that is open. */
function shared(bytes: Uint8Array): Uint8Array {
  const own = new Uint8Array(new SharedArrayBuffer(bytes.length));
  own.set(bytes);
  return own;
}

function words(bytes: Uint8Array): Uint32Array {
  const given = wordsOf(bytes);
  const own = new Uint32Array(new SharedArrayBuffer(given.byteLength));
  own.set(given);
  return own;
}

/** Says what is wrong with a file, as data for a program too. */
export const refuse = (file: string, reason: string) =>
  badRetinaFile(`The retina file ${file} ${reason}.`, { file });

/** What the first bytes of a file tell. */
export interface RetinaHead {
  readonly card: RetinaCard;
  readonly checksum: string;
}

/**
 * The head of a file of `size` bytes, from the bytes of `headLength`. The rest of the file is not checked.
 * @throws bad-retina-file
 */
export function readRetinaHead(start: Uint8Array, size: number, file: string): RetinaHead {
  const head = readHead(start, KIND, size);
  if (typeof head === "string") throw refuse(file, head);
  return retinaHead(head, file);
}

function retinaHead({ header, checksum }: Head, file: string): RetinaHead {
  const field = faultyField(header, FIELDS);
  if (field !== undefined)
    throw refuse(file, `contradicts itself: the “${field}” of its card is not valid`);
  return { card: header as unknown as RetinaCard, checksum };
}

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
  counts: (value) => isRecord(value) && faultyField({ ...Object(value) }, COUNTS) === undefined,
  quality: isRecordOf(isNumber),
  characters: (value) => value === undefined || isText(value),
};
