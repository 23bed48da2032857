import { sharedFloats } from "../run/arrays.ts";
import { normalise, type TermVectors } from "../vectors/term-vectors.ts";
import { LEXICON_PARTS, type Lexicon, type LexiconPart, type Sense } from "./wordnet.ts";

/** How strongly a term is pulled towards each kind of relative; its own vector counts 1. */
export interface Pull {
  readonly synonyms: number;
  readonly hypernyms: number;
  readonly hyponyms: number;
  readonly derived: number;
  /** Near adjectives. */
  readonly similar: number;
}

/** Relatives of some terms: row r has `columns[starts[r]]` up to, not including, `columns[starts[r + 1]]`. */
export interface Relatives {
  readonly starts: Uint32Array;
  /** Rows of terms that the corpus knows. */
  readonly columns: Uint32Array;
  /** What each counts; those of a term add up to the sum of `Pull` at most. */
  readonly weights: Float32Array;
}

/** Senses of a part of speech that count; later ones are rare. */
const SENSES_PER_PART = 4;
/** Added to how often a sense was met, so that those never met count a little. */
const UNMET = 0.3;
/** Words of a synset that stand for it as hypernym or hyponym. */
const WORDS_PER_SYNSET = 3;

/**
 * The relatives of each word among the known terms, by the senses of the word as it is written or, where it has none in a
 * part of speech, of its base form. A sense counts by how often it is used; the relatives of one kind share its weight.
 */
export function relativesOf(
  words: readonly string[],
  { lexicon, known, pull }: RelativesInput,
): Relatives {
  const starts = new Uint32Array(words.length + 1);
  const columns: number[] = [];
  const weights: number[] = [];
  words.forEach((word, row) => {
    const own = known.get(word);
    const found = new Map<number, number>();
    for (const { sense, weight, lemma } of sensesOf(word, lexicon)) {
      for (const { kind, words: names } of kinsOf(sense, lemma, lexicon)) {
        const rows = new Set(names.map((name) => known.get(name)));
        rows.delete(undefined);
        rows.delete(own);
        for (const column of rows as Set<number>)
          found.set(column, (found.get(column) ?? 0) + (pull[kind] * weight) / rows.size);
      }
    }
    for (const [column, weight] of found) {
      columns.push(column);
      weights.push(weight);
    }
    starts[row + 1] = columns.length;
  });
  return { starts, columns: Uint32Array.from(columns), weights: Float32Array.from(weights) };
}

interface RelativesInput {
  readonly lexicon: Lexicon;
  /** Row of each term of the corpus. */
  readonly known: ReadonlyMap<string, number>;
  readonly pull: Pull;
}

interface WeightedSense {
  readonly sense: Sense;
  /** The form that has the sense. */
  readonly lemma: string;
  /** Those of a word add up to 1. */
  readonly weight: number;
}

/** The senses of a word in all parts of speech, by how often they are used. */
export function sensesOf(
  word: string,
  lexicon: Lexicon,
  most = SENSES_PER_PART,
): readonly WeightedSense[] {
  const all = LEXICON_PARTS.flatMap((part) => {
    const lemma = [word, ...baseForms(word, part)].find(
      (form) => lexicon.senses(form, part).length > 0,
    );
    if (lemma === undefined) return [];
    return lexicon
      .senses(lemma, part)
      .slice(0, most)
      .map((sense) => ({ sense, lemma, weight: sense.count + UNMET }));
  });
  const total = all.reduce((sum, { weight }) => sum + weight, 0);
  return all.map((sense) => ({ ...sense, weight: sense.weight / total }));
}

function* kinsOf({ synset }: Sense, lemma: string, { synsets }: Lexicon) {
  const own = synsets[synset]!;
  const some = (others: readonly number[]) =>
    others.flatMap((other) => synsets[other]!.words.slice(0, WORDS_PER_SYNSET));
  const at = own.words.indexOf(lemma);
  const derived = own.derived
    .filter(({ word }) => word === at || word < 0)
    .map(({ synset: other, target }) => synsets[other]!.words[Math.max(0, target)]!);
  yield { kind: "synonyms" as const, words: own.words };
  yield { kind: "hypernyms" as const, words: some(own.hypernyms) };
  yield { kind: "hyponyms" as const, words: some(own.hyponyms) };
  yield { kind: "derived" as const, words: derived };
  yield { kind: "similar" as const, words: some(own.similar) };
}

/** Endings of inflected forms and what stands in their place in the base form (WordNet's own rules, `morphy(7WN)`). */
const ENDINGS: Readonly<Record<LexiconPart, readonly (readonly [string, string])[]>> = {
  noun: [
    ["ses", "s"],
    ["xes", "x"],
    ["zes", "z"],
    ["ches", "ch"],
    ["shes", "sh"],
    ["men", "man"],
    ["ies", "y"],
    ["s", ""],
  ],
  verb: [
    ["ies", "y"],
    ["es", "e"],
    ["es", ""],
    ["s", ""],
    ["ed", "e"],
    ["ed", ""],
    ["ing", "e"],
    ["ing", ""],
  ],
  adj: [
    ["er", ""],
    ["er", "e"],
    ["est", ""],
    ["est", "e"],
  ],
  adv: [],
};
const DOUBLED = /([bdfgklmnprstvz])\1$/;

/** The forms that a word may be an inflection of. */
export function baseForms(word: string, part: LexiconPart): string[] {
  return ENDINGS[part]
    .filter(([ending]) => word.endsWith(ending) && word.length > ending.length + 1)
    .flatMap(([ending, base]) => {
      const stem = word.slice(0, -ending.length);
      const isDoubled = base === "" && part !== "noun" && ending !== "s" && DOUBLED.test(stem);
      return isDoubled ? [stem, stem.slice(0, -1)] : [stem + base];
    });
}

/**
 * Each vector plus those of its relatives by their weights, at unit length: one round of retrofitting (Faruqui et al. 2015),
 * in which all relatives are taken as they were before.
 */
export function pullVectors(vectors: TermVectors, relatives: Relatives): TermVectors {
  const { rows, dimensions, values } = vectors;
  const pulled = sharedFloats(rows * dimensions);
  pulled.set(values);
  for (let row = 0; row < rows; row++)
    addRelatives(pulled.subarray(row * dimensions, (row + 1) * dimensions), row, {
      relatives,
      vectors,
    });
  return { rows, dimensions, values: pulled };
}

/** Adds the vectors of a row's relatives to its own, and brings it to unit length. */
export function addRelatives(
  own: Float32Array,
  row: number,
  { relatives, vectors }: { readonly relatives: Relatives; readonly vectors: TermVectors },
): void {
  const { starts, columns, weights } = relatives;
  if (starts[row] === starts[row + 1]) return;
  for (let k = starts[row]!; k < starts[row + 1]!; k++) {
    const from = columns[k]! * vectors.dimensions;
    for (let i = 0; i < own.length; i++) own[i]! += weights[k]! * vectors.values[from + i]!;
  }
  normalise(own);
}
