import { badCorpus } from "../../errors.ts";
import { sharedFloats } from "../slab-matrix.ts";
import type { TermRows } from "../term-rows.ts";
import { CENTRED_ON, meanOf, normalise, type TermVectors } from "../term-vectors.ts";

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
