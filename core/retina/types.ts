import type { Positions } from "../kernel/grid.ts";

/** 2% of the map: the most positions a term may have. */
export const TERM_LIMIT = 328;
/** 6% of the map: the most positions a text or a category filter may have. */
export const TEXT_LIMIT = 983;

export const POS_TYPES = ["NOUN", "VERB", "ADJECTIVE", "NUMBER", "SYMBOL", "UNKNOWN"] as const;
export type PosType = (typeof POS_TYPES)[number];

/** What a person must know of a retina before trusting it. Stored in the file as JSON. */
export interface RetinaCard {
  readonly name: string;
  readonly description: string;
  /** English name of the language, e.g. "English". */
  readonly language: string;
  readonly corpus: string;
  /** Licence of the corpus, and so of the retina. */
  readonly licence: string;
  /** ISO date of the build, or "" where the build must not depend on the day. */
  readonly created: string;
  /** The options of the training, as given on the command line. */
  readonly options: Readonly<Record<string, string | number | boolean>>;
  readonly seed: number;
  readonly counts: {
    readonly terms: number;
    readonly phrases: number;
    readonly words: number;
    readonly documents: number;
    readonly skippedRecords: number;
  };
  /** Measured figures by name, e.g. `{ "neighbour lift": 11.2 }`. */
  readonly quality: Readonly<Record<string, number>>;
  /** Of a retina of a language pack: other forms of characters, as the pack has them. */
  readonly characters?: string;
}

/** A row of a search: term ids are 0..termCount-1 in order of falling frequency. */
export interface Match {
  readonly term: number;
  /** Positions shared with the query. */
  readonly score: number;
}

/** The rows of a long search, without an object for each. */
export interface Ranked {
  readonly terms: Uint32Array;
  readonly scores: Uint16Array;
}

export interface Context {
  /** Absolute index, 0, 1, 2 ... in result order. */
  readonly id: number;
  /** Term id of the label. */
  readonly label: number;
  readonly positions: Positions;
}

export interface SearchOptions {
  readonly offset: number;
  readonly limit: number;
  readonly posType?: PosType;
  /** Only terms that belong to this context of the query. */
  readonly contextId?: number;
}

/**
 * What the rest of the engine knows of a retina; `open-retina.ts` makes one from bytes. A trained map with its vocabulary. Immutable and safe to share; every array handed out is a view or a
 * copy that callers must not change.
 */
export interface Retina {
  readonly name: string;
  readonly card: RetinaCard;
  readonly termCount: number;
  /** Hex digest of the file's contents: two retinas are the same exactly if this is equal. */
  readonly checksum: string;
  /** The text of the file that lies beside the retina and names the regions of its map; "" where there is none. */
  readonly regionNames: string;

  term(id: number): string;
  /** Exact match, then lower case; -1 when unknown. */
  idOf(term: string): number;
  /** Place of the term among all in order of code units. */
  alphabeticalRank(id: number): number;
  /** Share of the corpus's documents that hold the term, 0..1. */
  documentFrequency(id: number): number;
  /** Share of the corpus's running words, 0..1; 0 when the file does not tell. */
  frequency(id: number): number;
  /** Learned: how much more than its rarity says the term counts in a text, 0.25..4; 1 where nothing was learned. */
  weight(id: number): number;
  /**
   * How much the term counts where the map is named, 0..1: the share of its occurrences in the texts that shape the map,
   * less for the name of a person or place; 1 where nothing was learned.
   */
  naming(id: number): number;
  posTypes(id: number): readonly PosType[];
  positions(id: number): Positions;
  /** Adds the amount to each cell of a map that is a position of the term. */
  addTo(map: Float32Array, id: number, amount: number): void;
  /** How high all terms pile up on each cell, each as high as its amount; one amount per term. */
  pile(amounts: Float64Array): Float64Array;
  /** How many positions the term has. */
  size(id: number): number;
  /** Term id that names the cell. */
  anchor(position: number): number;
  /** How many terms use each cell: 16,384 counts. */
  cellLoad(): Uint32Array;
  /** Longest phrase of the vocabulary in words. */
  readonly longestPhrase: number;

  /** Terms by falling overlap, then frequency, then alphabet. */
  similar(query: Positions, options: SearchOptions): Match[];
  /** The same as two lists: for tens of thousands of rows. */
  ranked(query: Positions, options: SearchOptions): Ranked;
  /** Clusters of the fingerprint on the map, largest first. */
  contexts(query: Positions): Context[];
  /** Terms that use a cell or its neighbours within `radius`, most characteristic first. */
  cellTerms(position: number, radius: number, limit: number): Match[];
  /** Wildcards `*` and `?`; in order of falling frequency. The pattern is checked by the caller. */
  matchPattern(pattern: string, offset: number, limit: number): number[];
  /** Terms that start with `prefix`, most frequent first: for autocomplete. */
  startingWith(prefix: string, limit: number): number[];
  /** Nearest spellings of an unknown term, best first. */
  spellings(term: string, limit: number): string[];
}
