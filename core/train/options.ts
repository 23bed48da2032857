import type { AssociationShape } from "./association-matrix.ts";
import { MOST_COLUMNS } from "./sparse-shard.ts";

/** What a person chooses; everything else follows from the preset. */
export interface TrainOptions {
  readonly name: string;
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
  /** See `poolFamilies`. */
  readonly pooling: number;
  /** See `cellScorer`. */
  readonly whitening: number;
}

const association = { subsample: 1e-4, smoothing: 0.75, weight: 1 };
const shared = { dimensions: 500, dropped: 2, fullWeightCount: 1000, whitening: 1 };

/** Wide windows tell what goes together; narrow ones, and lists, what can stand in for what. */
export const PRESETS = {
  associative: {
    ...shared,
    associations: [{ ...association, contexts: 30_000, window: 10, discount: 3 }],
    spectrum: 0.3,
    pooling: 1.5,
  },
  synonymous: {
    ...shared,
    associations: [
      { ...association, contexts: 20_000, window: 2, discount: 4 },
      { ...association, contexts: 40_000, window: 0, discount: 1, weight: 0.8 },
    ],
    spectrum: 0.1,
    pooling: 1,
  },
} as const satisfies Record<string, Preset>;

export type PresetName = keyof typeof PRESETS;

export const DEFAULT_OPTIONS = {
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
} as const satisfies Omit<TrainOptions, "name">;

/** At most this share of the terms are phrases. */
export const PHRASE_SHARE = 0.23;

/** Phrases repeat what their words tell, so they count less. */
const PHRASE_WEIGHT = 0.3;

/** How much a term counts when the directions of the vectors are chosen: rare terms are mostly noise. */
export const rowWeight = (count: number, fullWeightCount: number, isPhrase: boolean) =>
  Math.min(1, Math.sqrt(count / fullWeightCount)) * (isPhrase ? PHRASE_WEIGHT : 1);

/** A vocabulary of so many words supports one dimension. */
const WORDS_PER_DIMENSION = 8;
const FEWEST_DIMENSIONS = 16;

/** The preset as changed by the options, and cut down to what a small vocabulary supports. */
export function presetOf(options: TrainOptions, words: number): Preset {
  const preset: Preset = PRESETS[options.preset];
  const supported = Math.max(FEWEST_DIMENSIONS, Math.floor(words / WORDS_PER_DIMENSION));
  return {
    ...preset,
    dimensions: Math.min(options.dimensions || preset.dimensions, supported),
    associations: preset.associations.map((shape) => ({
      ...shape,
      contexts: Math.min(shape.contexts, words, MOST_COLUMNS),
      window: shape.window === 0 ? 0 : options.window || shape.window,
    })),
  };
}
