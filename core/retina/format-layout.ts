/**
 * One retina file, little-endian, everything at multiples of four bytes:
 *
 *     0  mark        8 bytes, not valid as text, so that no text tool passes for it or rewrites it unnoticed
 *     8  version     u32
 *    12  length      u32, of the whole file in bytes
 *    16  checksum    16 bytes, MurmurHash3 x86_128 of everything from byte 32 on
 *    32  sections    u32 byte length of each section, in the order of `sectionsOf`; then the sections, each padded to 4
 *
 * The card tells how many terms there are; all columns are in order of term id. Version 2 has two sections more, what
 * training learned of the terms; a retina without either is written as version 1, which every release reads.
 */
export const MARK = Uint8Array.of(0x89, 0x53, 0x45, 0x4d, 0x41, 0x0d, 0x0a, 0x1a);
export const NEWEST_VERSION = 2;
const LEARNED_VERSION = 2;

export const VERSION_AT = 8;
export const LENGTH_AT = 12;
export const CHECKSUM_AT = 16;
export const BODY_AT = 32;

const PLAIN_SECTIONS = [
  /** The model card: JSON in UTF-8. */
  "card",
  /** Alphabetical order: how many UTF-16 units a term shares with the one before it, one byte per term. */
  "sharedLengths",
  /** How many units follow, one byte per term. */
  "ownLengths",
  /** What follows, run together, in UTF-8. */
  "ownText",
  /** Term ids in alphabetical order, u32. */
  "alphabet",
  /** Documents with the term, u32. */
  "documentCounts",
  /** Times the term occurs, u32, falling. */
  "occurrences",
  /** Parts of speech, one byte per term. */
  "posBits",
  /** Positions a term, u16. */
  "sizes",
  /** Lengths of the gap codes, one byte per class: see `kernel/gap-code.ts`. */
  "codeLengths",
  /** The gaps of the terms 0, 2, 4 ..., u32 words. */
  "evenGaps",
  /** The gaps of the terms 1, 3, 5 ... */
  "oddGaps",
  /** The term that names each cell, u32. */
  "anchors",
] as const;
const LEARNED_SECTIONS = [
  /** Learned weights, one byte per term: see `weightOf`. */
  "weights",
  /** How much each term counts where places are named, one byte per term, in 255ths. */
  "naming",
] as const;

export type LearnedName = (typeof LEARNED_SECTIONS)[number];
export type SectionName = (typeof PLAIN_SECTIONS)[number] | LearnedName;
/** The contents of a file; the section of what was not learned is empty. */
export type Sections = Readonly<Record<SectionName, Uint8Array>>;

/** The oldest version that holds what there is to write. */
export const versionFor = (sections: Pick<Sections, LearnedName>): number =>
  LEARNED_SECTIONS.every((name) => sections[name].length === 0) ? 1 : LEARNED_VERSION;

/** The sections of a version, in their order. */
export const sectionsOf = (version: number): readonly SectionName[] =>
  version < LEARNED_VERSION ? PLAIN_SECTIONS : [...PLAIN_SECTIONS, ...LEARNED_SECTIONS];

/** A term longer than this is no term. In UTF-16 units, so that lengths fit a byte. */
export const LONGEST_TERM = 255;

/** Where the first section of a version begins. */
export const firstSectionAt = (version: number): number => BODY_AT + 4 * sectionsOf(version).length;

/** No file is shorter than the header of the first version. */
export const SHORTEST_HEADER = firstSectionAt(1);

export const padded = (length: number): number => (length + 3) & ~3;

/** The bytes from `start` on as words, in place; a rest of up to three bytes is left out. */
export function wordsFrom(bytes: Uint8Array, start: number): Uint32Array {
  return new Uint32Array(bytes.buffer, bytes.byteOffset + start, (bytes.length - start) >> 2);
}
