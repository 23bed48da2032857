import type { AssociationShape } from "./association-matrix.ts";

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
  readonly association: AssociationShape;
  /** Exponent of the singular values in a vector: 0 weighs all directions alike. */
  readonly spectrum: number;
  /** See `cellScorer`. */
  readonly whitening: number;
}

const shared = { contexts: 30_000, subsample: 1e-4, smoothing: 0.75, discount: 1, shift: 0 };

/** Wide windows tell what goes together, narrow ones what can stand in for what. */
export const PRESETS = {
  associative: {
    dimensions: 500,
    association: { ...shared, window: 10, directional: false },
    spectrum: 0.25,
    whitening: 1,
  },
  synonymous: {
    dimensions: 500,
    association: { ...shared, window: 2, directional: false },
    spectrum: 0.1,
    whitening: 1,
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

/** A vocabulary of so many words supports one dimension. */
const WORDS_PER_DIMENSION = 8;
const FEWEST_DIMENSIONS = 16;

/** The preset as changed by the options, and cut down to what a small vocabulary supports. */
export function presetOf(options: TrainOptions, words: number): Preset {
  const preset: Preset = PRESETS[options.preset];
  const { association } = preset;
  const supported = Math.max(FEWEST_DIMENSIONS, Math.floor(words / WORDS_PER_DIMENSION));
  return {
    ...preset,
    dimensions: Math.min(options.dimensions || preset.dimensions, supported),
    association: {
      ...association,
      contexts: Math.min(association.contexts, words),
      window: options.window || association.window,
    },
  };
}
