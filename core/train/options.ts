import type { AssociationShape } from "./counting/association-matrix.ts";
import { MOST_COLUMNS } from "./counting/sparse-shard.ts";
import type { Pull } from "./lexicon/relatives.ts";

/** What a person chooses; everything else follows from the preset. */
export interface TrainOptions {
  readonly name: string;
  /** What people call it, with spaces and capitals; "" where the name will do. */
  readonly title: string;
  readonly description: string;
  readonly corpus: string;
  readonly licence: string;
  readonly language: string;
  readonly preset: PresetName;
  /** Neighbours on each side; 0 takes the preset's. */
  readonly window: number;
  /** Most terms, words and phrases together. */
  readonly terms: number;
  /** Dimensions of the dense vectors; 0 takes the preset's. */
  readonly dimensions: number;
  /** Least occurrences of a word; 0 chooses by the size of the corpus. */
  readonly minCount: number;
  readonly seed: number;
  /** Sentences that a teacher reads; without one it changes nothing. */
  readonly sentences: number;
  /** How much parts of the corpus count where the map is laid out and named, e.g. "classics=20"; "" for all alike. */
  readonly mapShare: string;
  /** Percent of a term's meaning that comes from each teacher, or from given vectors; the rest from the texts themselves. */
  readonly taught: readonly number[];
}

/** The settings that differ between the kinds of retina. */
export interface Preset {
  readonly dimensions: number;
  /** See `SvdShape`. */
  readonly dropped: number;
  /** Kinds of context; their contexts together are at most 65,536. */
  readonly associations: readonly AssociationShape[];
  /** Exponent of the singular values in a vector: 0 weighs all directions alike. */
  readonly spectrum: number;
  /** Terms met so often count in full when directions are chosen; see `rowWeight`. */
  readonly fullWeightCount: number;
  /** Terms met so often get all 328 positions. */
  readonly fullEvidence: number;
  /** See `poolFamilies`. */
  readonly pooling: number;
  /** See `cellScorer`. */
  readonly whitening: number;
  /** See `levelCrowds`. */
  readonly levelling: number;
  /** How strongly a lexicon, where there is one, pulls each term. */
  readonly pull: Pull;
}

/** A teacher, or whoever made vectors, knows as many directions from a small corpus as from a large one. */
export const USUAL_DIMENSIONS = 600;

const association = { subsample: 1e-4, smoothing: 0.75, weight: 1 };
const shared = {
  dimensions: USUAL_DIMENSIONS,
  fullWeightCount: 1000,
  fullEvidence: 100,
  whitening: 1,
};

/** What changes for a corpus of fewer words than this, where every meeting has to count. */
const SMALL_CORPUS = 1_000_000;
const small = { spectrum: 0.5, fullWeightCount: 100, fullEvidence: 30 };
const smallAssociation = { window: 20, discount: 1 };

/** Wide windows tell what goes together; narrow ones, and lists, what can replace what. */
export const PRESETS = {
  associative: {
    ...shared,
    associations: [{ ...association, contexts: 30_000, window: 10, discount: 3 }],
    dropped: 4,
    spectrum: 0.4,
    pooling: 1.5,
    levelling: 0,
    // Relatives by kind are often none by subject: what can be replaced counts, what it is a kind of less.
    pull: { synonyms: 0.35, hypernyms: 0.12, hyponyms: 0.1, derived: 0.2, similar: 0.2 },
  },
  synonymous: {
    ...shared,
    associations: [
      { ...association, contexts: 20_000, window: 2, discount: 4 },
      { ...association, contexts: 40_000, window: 0, discount: 1, weight: 0.8 },
    ],
    dropped: 2,
    spectrum: 0.2,
    pooling: 1,
    levelling: 0.5,
    pull: { synonyms: 0.6, hypernyms: 0.35, hyponyms: 0.3, derived: 0.35, similar: 0.35 },
  },
} as const satisfies Record<string, Preset>;

/** The kinds of retina that can be trained. */
type PresetName = keyof typeof PRESETS;

/** What is not chosen: zeros stand for the value of the preset or of the size of the corpus. */
export const DEFAULT_OPTIONS = {
  title: "",
  description: "",
  corpus: "",
  licence: "",
  language: "English",
  preset: "associative",
  window: 0,
  terms: 130_000,
  dimensions: 0,
  minCount: 0,
  seed: 1,
  sentences: 60_000,
  taught: [70],
  mapShare: "",
} as const satisfies Omit<TrainOptions, "name">;

/** At most this share of the terms are phrases. */
export const PHRASE_SHARE = 0.23;

/** Phrases repeat what their words tell, so they count less. */
const PHRASE_WEIGHT = 0.3;

/** How much a term counts when the directions of the vectors are chosen: rare terms are mostly noise. */
export const rowWeight = (count: number, fullWeightCount: number, isPhrase: boolean) =>
  Math.min(1, Math.sqrt(count / fullWeightCount)) * (isPhrase ? PHRASE_WEIGHT : 1);

/** Terms for each dimension, and the fewest dimensions that are worth while. */
const TERMS_PER_DIMENSION = 25;
const FEWEST_DIMENSIONS = 100;

/** Whitening of joined vectors: at 1 every direction counts alike, and the shares of the parts would cancel out. */
export const JOINED_WHITENING = 0.5;

/** The size of a corpus, as far as settings depend on it. */
interface CorpusSize {
  readonly running: number;
  readonly words: number;
  readonly terms: number;
}

/** The preset as changed by the options, and as a small corpus needs it. */
export function presetOf(options: TrainOptions, { running, words, terms }: CorpusSize): Preset {
  const preset: Preset = PRESETS[options.preset];
  const isSmall = running < SMALL_CORPUS;
  const supported = Math.min(
    words >> 1,
    Math.max(FEWEST_DIMENSIONS, Math.floor(terms / TERMS_PER_DIMENSION)),
  );
  const isWide = options.preset === "associative";
  return {
    ...preset,
    ...(isSmall ? small : {}),
    dimensions: Math.min(options.dimensions || preset.dimensions, supported),
    associations: preset.associations.map((shape) => {
      const own = isSmall && isWide ? { ...shape, ...smallAssociation } : shape;
      return {
        ...own,
        contexts: Math.min(own.contexts, words, MOST_COLUMNS),
        window: own.window === 0 ? 0 : options.window || own.window,
      };
    }),
  };
}
