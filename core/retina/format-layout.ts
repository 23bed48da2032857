/**
 * One retina file, little-endian, everything at multiples of four bytes:
 *
 *     0  mark        8 bytes, not valid as text, so that no text tool passes for it or rewrites it unnoticed
 *     8  version     u32
 *    12  length      u32, of the whole file in bytes
 *    16  checksum    16 bytes, MurmurHash3 x86_128 of everything from byte 32 on
 *    32  sections    u32 byte length of each section, in the order of `SECTIONS`; then the sections, each padded to 4
 *
 * The card tells how many terms there are; all columns are in order of term id. Version 1 was never released.
 */
export const MARK = Uint8Array.of(0x89, 0x53, 0x45, 0x4d, 0x41, 0x0d, 0x0a, 0x1a);
export const VERSION = 2;

export const VERSION_AT = 8;
export const LENGTH_AT = 12;
export const CHECKSUM_AT = 16;
export const BODY_AT = 32;

/** In the order of the file. */
export const SECTIONS = [
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
  /** Learned weights, one byte per term: see `weightOf`. Empty where none were learned. */
  "weights",
  /** How much each term counts where places are named, one byte per term, in 255ths. Empty where that was not learned. */
  "naming",
] as const;

export type SectionName = (typeof SECTIONS)[number];
/** The contents of a file. */
export type Sections = Readonly<Record<SectionName, Uint8Array>>;

/** A term longer than this is no term. In UTF-16 units, so that lengths fit a byte. */
export const LONGEST_TERM = 255;

/** Where the header ends and the first section begins. */
export const FIRST_SECTION_AT = BODY_AT + 4 * SECTIONS.length;

export const padded = (length: number): number => (length + 3) & ~3;

/** The bytes from `start` on as words, in place; a rest of up to three bytes is left out. */
export function wordsFrom(bytes: Uint8Array, start: number): Uint32Array {
  return new Uint32Array(bytes.buffer, bytes.byteOffset + start, (bytes.length - start) >> 2);
}
