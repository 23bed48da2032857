import type { TermRows } from "../term-rows.ts";
import { CENTRED_ON, centre, type TermVectors } from "../term-vectors.ts";
import type { TrainContext } from "../types.ts";
import { fitVectors } from "./fit-vectors.ts";
import { learnedWeights } from "./learned-weights.ts";
import { sentenceMatrix } from "./sentence-matrix.ts";
import type { Reading } from "./teacher.ts";
import { termReader } from "./term-reader.ts";

/** What was read: the sentences with the teacher's vectors of them, and its vectors of the terms alone. */
export interface Readings {
  readonly texts: readonly string[];
  readonly sentences: Reading;
  readonly terms: Reading;
}

/** Vectors of the terms as the teacher uses them, at unit length, and what each counts in a text. */
export interface Taught {
  readonly vectors: TermVectors;
  readonly weights: Uint8Array;
}

/** Finds term vectors and weights that explain the teacher's vectors of the sentences. */
export async function teach(
  { texts, sentences, terms }: Readings,
  { names, counts, vocabulary }: TermRows,
  context: TrainContext,
): Promise<Taught> {
  const frequencies = Float64Array.from(counts, (count) => count / Math.max(1, vocabulary.total));
  const matrix = sentenceMatrix(texts.map(termReader(names)), frequencies);
  const centredOn = Math.min(vocabulary.words.length, CENTRED_ON);
  const vectors = await fitVectors({ matrix, terms, sentences, centredOn }, context);
  const weights = learnedWeights(vectors, centredOn);
  centre(vectors, centredOn);
  return { vectors, weights };
}
