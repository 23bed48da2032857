import type { FileKind, Sections } from "../tables/framed-file.ts";

const SECTIONS = [
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

/**
 * The file of a retina (`framed-file.ts`). Its header is the model card, which tells how many terms there are; all columns are in
 * order of term id.
 */
export const KIND: FileKind<(typeof SECTIONS)[number]> = {
  name: "retina",
  mark: Uint8Array.of(0x89, 0x53, 0x45, 0x4d, 0x41, 0x0d, 0x0a, 0x1a),
  version: 3,
  remedy: "train the retina again",
  sections: SECTIONS,
  readsFormer: true,
};

/** The contents of a file but for its card. */
export type Columns = Sections<(typeof SECTIONS)[number]>;

/** A term longer than this is no term. In UTF-16 units, so that lengths fit a byte. */
export const LONGEST_TERM = 255;

/** The bytes as words, in place; a rest of up to three bytes is left out. */
export const wordsOf = (bytes: Uint8Array): Uint32Array =>
  new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
