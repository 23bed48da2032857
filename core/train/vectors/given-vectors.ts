import { badCorpus } from "../../errors.ts";
import { POS_TYPES } from "../../retina/types.ts";
import { tagSentences, UNTAGGED } from "../corpus/parts-of-speech.ts";
import type { Phrase } from "../corpus/phrases.ts";
import { type TermRows, termRows } from "../corpus/term-rows.ts";
import { sharedFloats } from "../run/arrays.ts";
import { runInOrder, type TrainContext } from "../run/context.ts";
import { CENTRED_ON, meanOf, normalise, type TermVectors } from "./term-vectors.ts";

/** Word vectors made elsewhere, most frequent words first. */
export interface GivenVectors {
  readonly words: readonly string[];
  readonly dimensions: number;
  /** One row for each word. */
  readonly values: Float32Array;
  /** What the retina's card tells of them, by field. */
  readonly card: Readonly<Record<string, string>>;
}

/**
 * The given vectors of the terms of a training, centred and at unit length. A phrase without a vector has that of its
 * words; a term of which nothing is given has zeros. @throws bad-corpus when no term has a vector
 */
export function givenVectorsOf(terms: TermRows, given: GivenVectors): TermVectors {
  const { dimensions } = given;
  const { names, vocabulary, phrases } = terms;
  const values = sharedFloats(names.length * dimensions);
  const rowOf = new Map(given.words.map((word, row) => [word, row]));
  const copied = new Uint8Array(names.length);
  names.forEach((name, row) => {
    const from = rowOf.get(name);
    if (from === undefined) return;
    values.set(rowAt(given.values, from, dimensions), row * dimensions);
    copied[row] = 1;
  });
  const words = vocabulary.words.length;
  const known = copied.subarray(0, words).reduce((sum, has) => sum + has, 0);
  if (known === 0) throw noneKnown(given, words);
  centreKnown({ rows: names.length, dimensions, values }, copied);
  phrases.forEach((phrase, i) => {
    const target = rowAt(values, words + i, dimensions);
    if (copied[words + i] === 1) return;
    for (const word of phrase.words)
      rowAt(values, word, dimensions).forEach((value, at) => {
        target[at]! += value;
      });
    normalise(target);
  });
  return { rows: names.length, dimensions, values };
}

const rowAt = (values: Float32Array, row: number, dimensions: number) =>
  values.subarray(row * dimensions, (row + 1) * dimensions);

const noneKnown = ({ words }: GivenVectors, count: number) =>
  badCorpus(
    `None of the ${count} words of these texts is among the ${words.length} words that have vectors; they are of another language or another kind.`,
    { words: count, vectors: words.length },
  );

/** Takes the mean of the most frequent terms that have a vector off all that have one, and scales them to length 1. */
function centreKnown({ rows, dimensions, values }: TermVectors, copied: Uint8Array): void {
  const frequent = Array.from({ length: rows }, (_, row) => row)
    .filter((row) => copied[row] === 1)
    .slice(0, CENTRED_ON);
  const steady = new Float32Array(frequent.length * dimensions);
  frequent.forEach((row, at) => {
    steady.set(rowAt(values, row, dimensions), at * dimensions);
  });
  const mean = meanOf(steady, frequent.length, dimensions);
  for (let row = 0; row < rows; row++) {
    if (copied[row] === 0) continue;
    const vector = rowAt(values, row, dimensions);
    for (let i = 0; i < dimensions; i++) vector[i]! -= mean[i]!;
    normalise(vector);
  }
}

/** Words of the text that the words are taken to come from, and of one of its documents. */
export const ESTIMATED_WORDS = 1_000_000_000;
const DOCUMENT_WORDS = 300;
export const ESTIMATED_DOCUMENTS = Math.round(ESTIMATED_WORDS / DOCUMENT_WORDS);
/** The word of rank r, from 0 on, is about as frequent as 1 / (r + 2.7). */
const RANK_SHIFT = 2.7;
const TAGGED_AT_ONCE = 2000;

/**
 * The given words as terms, those of several words as phrases where all of their words are known. How often they occur is
 * estimated from their order, since files of vectors begin with the most frequent words and tell no counts.
 */
export function givenTerms({ words }: GivenVectors, most: number): TermRows {
  const kept = words.slice(0, most);
  const singles = kept.filter((word) => !word.includes(" "));
  const idOf = new Map(singles.map((word, id) => [word, id]));
  const countOf = zipfCounts(kept.length);
  const counts = new Map(kept.map((word, rank) => [word, countOf[rank]!]));
  const own = Uint32Array.from(singles, (word) => counts.get(word) ?? 1);
  const vocabulary = {
    words: singles,
    counts: own,
    documents: own.map(documentsOf),
    inner: own,
    innerCapitals: new Uint32Array(singles.length),
    mapCounts: Float64Array.from(own),
    total: ESTIMATED_WORDS,
  };
  const phrases = kept
    .filter((word) => word.includes(" "))
    .flatMap((word): Phrase[] => {
      const ids = word.split(" ").map((part) => idOf.get(part) ?? -1);
      const count = counts.get(word) ?? 1;
      if (ids.includes(-1)) return [];
      return [{ words: ids, count, documents: documentsOf(count), capitals: 0 }];
    });
  return termRows(vocabulary, phrases);
}

function zipfCounts(words: number): Uint32Array {
  let total = 0;
  for (let rank = 0; rank < words; rank++) total += 1 / (rank + RANK_SHIFT);
  const scale = ESTIMATED_WORDS / total;
  return Uint32Array.from({ length: words }, (_, rank) => Math.ceil(scale / (rank + RANK_SHIFT)));
}

/** Documents that hold a word of so many occurrences, if it lay anywhere by chance. */
const documentsOf = (count: number) =>
  Math.round(ESTIMATED_DOCUMENTS * (1 - Math.exp((-count * DOCUMENT_WORDS) / ESTIMATED_WORDS)));

/** One bit a part of speech for each term: that of its last word as the tagger sees it alone. */
export async function partsOfGiven(
  { names }: TermRows,
  context: TrainContext,
): Promise<Uint8Array> {
  const unknown = 1 << POS_TYPES.indexOf("UNKNOWN");
  const bits = new Uint8Array(names.length).fill(unknown);
  const last = names.map((name) => name.slice(name.lastIndexOf(" ") + 1));
  const batch = (i: number) => last.slice(i * TAGGED_AT_ONCE, (i + 1) * TAGGED_AT_ONCE);
  await runInOrder(context, {
    task: tagSentences,
    count: Math.ceil(last.length / TAGGED_AT_ONCE),
    input: batch,
    output: (places, i) => {
      if (places.length !== batch(i).length) return;
      places.forEach((place, at) => {
        if (place !== UNTAGGED) bits[i * TAGGED_AT_ONCE + at] = 1 << place;
      });
    },
  });
  return bits;
}
