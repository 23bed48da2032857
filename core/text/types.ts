import type { Positions } from "../kernel/grid.ts";
import type { Retina } from "../retina/types.ts";
import type { Composer } from "./compose.ts";
import type { Lexicon } from "./lexicon.ts";
import type { Unlabelled } from "./side-learner.ts";
import type { TaggedWord, Tagger } from "./tagger.ts";
import type { TermCells } from "./term-cells.ts";

/** Why a word of a text did or did not take part in its fingerprint. */
type WordUse = "used" | "unknown" | "ignored";

export interface WordReport {
  readonly word: string;
  /** Character offsets into the text as given. */
  readonly start: number;
  readonly end: number;
  /** The term it was read as, e.g. another form of the word; null when unknown. */
  readonly term: string | null;
  /** The known words among which a number or unknown word was given cells, nearest first; none for a known word. */
  readonly near: string[];
  readonly use: WordUse;
  /** In plain words, e.g. "too frequent"; empty for used words. */
  readonly reason: string;
  /** Share of the fingerprint's positions that this word caused, 0..1. */
  readonly weight: number;
}

export interface Slice {
  readonly text: string;
  /** Character offsets into the text as given, before white space is collapsed. */
  readonly start: number;
  readonly end: number;
  readonly positions: Positions;
}

export interface CategoryFilter {
  readonly name: string;
  readonly positions: Positions;
}

/** Examples that were read already. */
export interface PreparedFilter {
  /** The cells of the filter without some examples, by their place; none when nothing that belongs is left. */
  without(positive: ReadonlySet<number>, negative: ReadonlySet<number>): Positions;
}

/** Everything the engine does with running text; one per retina. */
export interface TextEngine {
  /** @throws empty-text, no-known-words */
  fingerprint(text: string): Positions;
  /** Every word and phrase in order; the weights of the used ones add up to 1. Empty for an empty text. */
  words(text: string): WordReport[];
  /** As `words`, for each part, but the weights are shares of its cells, e.g. those shared with another text. */
  credits(text: string, parts: readonly Positions[]): WordReport[][];
  /** Share of a text's words, numbers aside, that the retina knows; 0 for a text without words. */
  knownShare(text: string): number;
  /** Most important first, lower case, no duplicates; 10 by default. */
  keywords(text: string, limit?: number): string[];
  /** One string a sentence: tokens of the vocabulary, lower case, joined by commas. `tags` are Penn tags. */
  tokenize(text: string, tags?: readonly string[]): string[];
  slices(text: string): Slice[];
  /** @throws empty-text, no-known-words */
  createFilter(
    name: string,
    positive: readonly string[],
    negative: readonly string[],
  ): CategoryFilter;
  /**
   * Reads the examples once, to make filters of parts of them; among texts such as the filter is for it learns from
   * these, too. @throws as `createFilter`
   */
  prepareFilter(
    positive: readonly string[],
    negative: readonly string[],
    unlabelled?: Unlabelled,
  ): PreparedFilter;
  /** How many of a filter's cells each positive example accounts for; they add up to those that any reaches. */
  exampleCredits(positive: readonly string[], cells: Positions): Float64Array;
  /** Fingerprints of made-up texts as long as these, on subjects taken at random; see `synthetic-negatives.ts`. */
  syntheticNegatives(texts: readonly string[]): readonly Positions[];
  /** Makes what the first text with an unknown word, or the first in sentences, would wait for: about 0.3 s for 100,000 words. */
  prepare(): void;
}

/** What a text engine needs beside its retina. */
export interface TextDependencies {
  /** From `openTagger()`. */
  readonly tagger: Tagger;
}

/** What the parts of a text engine work with. */
export interface TextTools extends TextDependencies {
  readonly retina: Retina;
  readonly lexicon: Lexicon;
  readonly cells: TermCells;
  readonly weights: Float64Array;
  readonly composer: Composer;
}

/** A phrase of a text that may be a keyword. */
export interface Candidate {
  /** Lower case, words parted by single spaces. */
  readonly text: string;
  readonly words: readonly TaggedWord[];
  /** Number of the word in the text at which it first occurs. */
  readonly first: number;
  /** Where that is, as an offset into the text. */
  readonly start: number;
  count: number;
}
