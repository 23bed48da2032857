import { CLASSES, decodingTable, LONGEST_CODE, readGaps } from "../kernel/gap-code.ts";
import { isCompleteCode } from "../kernel/huffman.ts";
import { parseCard } from "./check-card.ts";
import { type Sections, wordsFrom } from "./format-layout.ts";
import { frontDecode } from "./front-coding.ts";
import { IndexedRetina } from "./indexed-retina.ts";
import { readSections, refuse } from "./read-sections.ts";
import { faultOfColumns, type RetinaColumns } from "./retina-data.ts";
import { type Allocate, makePostings } from "./retina-tables.ts";
import { TermTable } from "./term-table.ts";

export interface OpenOptions {
  /** What a refusal calls the file. */
  readonly file?: string;
  /** Puts the tables into shared memory, for `attachRetina` in other threads. */
  readonly shared?: boolean;
}

/**
 * A retina from the bytes of its file, which may be let go afterwards. Everything is checked before use: whatever opens
 * can be searched. About 2 microseconds a term.
 * @throws bad-retina-file saying why: foreign, cut short, damaged, newer, or at odds with itself
 */
export function openRetina(bytes: Uint8Array, options: OpenOptions = {}): IndexedRetina {
  const { file = "given", shared = false } = options;
  const { checksum, ...sections } = readSections(aligned(bytes), file);
  const allocate: Allocate = (size) =>
    shared ? new SharedArrayBuffer(size) : new ArrayBuffer(size);
  const opened = openSections(sections, checksum, allocate);
  if (typeof opened === "string") throw refuse(file, `contradicts itself: ${opened}`);
  return opened;
}

/** Words can be read in place only from a multiple of four. */
function aligned(bytes: Uint8Array): Uint8Array {
  return bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
}

/** The retina, or a clause about what does not fit. */
function openSections(
  sections: Sections,
  checksum: string,
  allocate: Allocate,
): IndexedRetina | string {
  const columns = readColumns(sections, allocate);
  if (typeof columns === "string") return columns;
  const { sharedLengths, ownLengths, ownText } = sections;
  const sorted = frontDecode({ sharedLengths, ownLengths, ownText });
  if (sorted === undefined) return "its terms cannot be read";
  const alphabet = words(sections.alphabet, allocate);
  if (!isInOrder(alphabet, columns.occurrences)) return "its terms are not in order of frequency";
  const positions = readPositions(sections, columns.offsets, allocate);
  if (typeof positions === "string") return positions;
  const tables = {
    ...columns,
    checksum,
    alphabet,
    terms: {
      sharedLengths: copy(sharedLengths, allocate),
      ownLengths: copy(ownLengths, allocate),
      ownText: copy(ownText, allocate),
    },
    positions,
    postings: makePostings({ offsets: columns.offsets, positions }, allocate),
  };
  return new IndexedRetina(tables, new TermTable(sorted, alphabet));
}

function readColumns(sections: Sections, allocate: Allocate): RetinaColumns | string {
  const card = parseCard(sections.card);
  if (typeof card === "string") return card;
  const columns = {
    card,
    documentCounts: words(sections.documentCounts, allocate),
    occurrences: words(sections.occurrences, allocate),
    posBits: copy(sections.posBits, allocate),
    offsets: readOffsets(sections.sizes, allocate),
    anchors: words(sections.anchors, allocate),
  };
  if (sections.sharedLengths.length !== card.counts.terms) return "its list of terms has holes";
  return faultOfColumns(columns) || columns;
}

function readOffsets(sizes: Uint8Array, allocate: Allocate): Uint32Array {
  const count = sizes.length >> 1;
  const offsets = new Uint32Array(allocate(4 * (count + 1)));
  for (let i = 0; i < count; i++)
    offsets[i + 1] = offsets[i]! + (sizes[2 * i]! | (sizes[2 * i + 1]! << 8));
  return offsets;
}

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

function readPositions(
  { codeLengths, gaps }: Sections,
  offsets: Uint32Array,
  allocate: Allocate,
): Uint16Array | string {
  if (!isGapCode(codeLengths)) return "its code for positions is not one";
  const packed = wordsFrom(gaps, 0);
  const positions = new Uint16Array(allocate(2 * offsets.at(-1)!));
  const bits = readGaps(packed, decodingTable(codeLengths), offsets, positions);
  if (bits === -1) return "a position lies outside the map";
  return Math.ceil(bits / 32) + 1 === packed.length
    ? positions
    : "its positions do not end where they should";
}

const isGapCode = (lengths: Uint8Array) =>
  lengths.length === CLASSES && isCompleteCode(lengths, LONGEST_CODE);

function copy(bytes: Uint8Array, allocate: Allocate): Uint8Array {
  const own = new Uint8Array(allocate(bytes.length));
  own.set(bytes);
  return own;
}

function words(bytes: Uint8Array, allocate: Allocate): Uint32Array {
  const own = new Uint32Array(allocate(bytes.length & ~3));
  own.set(wordsFrom(bytes, 0));
  return own;
}
