/** Rules by which words are found where a space is not enough. A pack names its own, for readings depend on them. */
export const CUTS = ["likeliest", "pieces", "prefix", "elision", "apostrophe", "clitics"] as const;
export type Cut = (typeof CUTS)[number];

/** What a person must know of a pack before trusting it: JSON at the head of its file. */
export interface PackHeader {
  /** Code of the language, such as "de" or "zh". */
  readonly language: string;
  /** In the order in which they are tried; none where words are found as in English. */
  readonly cut: readonly Cut[];
  readonly licence: string;
  /** Where its words come from, and what read them. */
  readonly sources: string;
  /** How weights were made of what the encoder says. */
  readonly recipe: string;
  /** SHA-256 of what it was made from: the lists of words and characters ("" without any), the encoder and the terms. */
  readonly madeFrom: {
    readonly words: string;
    readonly characters: string;
    readonly encoder: string;
    readonly terms: string;
  };
  readonly counts: {
    readonly words: number;
    /** English terms that the words name. */
    readonly terms: number;
    /** Terms for each word. */
    readonly nearest: number;
  };
}

/** A pack that is there, though nobody has read its words. */
export interface PackSummary {
  /** Code of the language. */
  readonly language: string;
  readonly words: number;
  readonly file: string;
}

/** A dictionary of a language into English terms: each word with its nearest ones and their weights. */
export interface Pack {
  readonly header: PackHeader;
  /** Hex digest of the file's contents: two packs are the same exactly if this is equal. */
  readonly checksum: string;
  /** In order of code units. */
  readonly words: readonly string[];
  /** The English terms, in order of code units. */
  readonly terms: readonly string[];
  /** Share of each word in texts, see `shareOf`. */
  readonly shares: Uint8Array;
  /** For each word its nearest terms by their place among `terms`, heaviest first. */
  readonly nearest: Uint16Array;
  /** Their weights, of which the first is the largest a byte holds. */
  readonly weights: Uint8Array;
  /** Other forms of characters of its words, each with the one it is read as, such as "鶴鹤敘叙"; "" where there are none. */
  readonly characters: string;
}

/** Bytes that halve a share. */
const STEPS_PER_HALF = 8;

/** The share of running words that a byte of a pack means, 1 down to 2.5e-10, in steps of 9%. */
export const shareOf = (byte: number): number => 2 ** (-byte / STEPS_PER_HALF);

/** The byte whose share is nearest by ratio. */
export const shareByte = (share: number): number =>
  Math.max(0, Math.min(255, Math.round(-STEPS_PER_HALF * Math.log2(share))));

/** An English term that a word names, and how much it counts, 1..255. */
export interface Neighbour {
  readonly term: string;
  readonly weight: number;
}

/** The nearest terms of a word, heaviest first; undefined when the pack does not have it. */
export function neighboursOf(pack: Pack, word: string): Neighbour[] | undefined {
  const at = placeOf(pack.words, word);
  if (at < 0) return undefined;
  const { nearest } = pack.header.counts;
  return Array.from({ length: nearest }, (_, i) => ({
    term: pack.terms[pack.nearest[at * nearest + i]!]!,
    weight: pack.weights[at * nearest + i]!,
  }));
}

/** Where a word stands in a list in order of code units; -1 when it does not. */
function placeOf(sorted: readonly string[], word: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < word) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === word ? low : -1;
}
