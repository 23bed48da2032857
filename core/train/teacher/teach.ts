import type { TermRows } from "../corpus/term-rows.ts";
import { quiet, type TrainContext } from "../run/context.ts";
import type { Phase } from "../run/progress.ts";
import { CENTRED_ON, centre, meanOf, type TermVectors } from "../vectors/term-vectors.ts";
import { fitVectors } from "./fit-vectors.ts";
import { learnedByte } from "./learn-weights.ts";
import { sentenceMatrix, termReader } from "./sentence-matrix.ts";
import type { Reading, Teacher } from "./teacher.ts";
import { withoutSpelling } from "./without-spelling.ts";

/** What was read: the sentences with the teacher's vectors of them, and its vectors of the terms alone. */
export interface Readings {
  readonly texts: readonly string[];
  readonly sentences: Reading;
  readonly terms: Reading;
  /** 1 for the terms that the teacher's tokenizer has whole. */
  readonly wholes: Uint8Array;
}

/** Has each teacher read the sentences and the terms. */
export async function readWith(
  teachers: readonly Teacher[],
  { texts, terms }: { readonly texts: readonly string[]; readonly terms: TermRows },
  phase: Phase,
): Promise<Readings[]> {
  if (teachers.length === 0) return [];
  const sentences = await phase("teacher: sentences", (context) =>
    readAll(teachers, texts, context),
  );
  const alone = await phase("teacher: terms", (context) => readAll(teachers, terms.names, context));
  const wholes = await Promise.all(teachers.map((teacher) => teacher.wholes(terms.names)));
  return teachers.map((_, i) => ({
    texts,
    sentences: sentences[i]!,
    terms: alone[i]!,
    wholes: wholes[i]!,
  }));
}

/** The readings of the same texts by each teacher, one after another: each takes all threads. */
async function readAll(
  teachers: readonly Teacher[],
  texts: readonly string[],
  { signal, report }: TrainContext,
): Promise<Reading[]> {
  const readings: Reading[] = [];
  for (const [at, teacher] of teachers.entries())
    readings.push(
      await teacher.read(texts, {
        signal,
        report: (done) => report((at + done) / teachers.length),
      }),
    );
  return readings;
}

/** Vectors of the terms as the teacher uses them, at unit length, and what each counts in a text. */
export interface Taught {
  readonly vectors: TermVectors;
  readonly weights: Uint8Array;
}

/** Who is taught. */
export interface Learner {
  readonly terms: TermRows;
  /** Vectors of the terms from the texts alone. */
  readonly own: TermVectors;
}

/** Finds term vectors and weights that explain the teacher's vectors of the sentences; `own` are those from the texts alone. */
export async function teach(
  { texts, sentences, terms: alone, wholes }: Readings,
  { terms: { names, counts, vocabulary }, own }: Learner,
  context: TrainContext,
): Promise<Taught> {
  const words = vocabulary.words.length;
  const terms = await withoutSpelling({ terms: alone, wholes, own, words }, quiet(context));
  const frequencies = Float64Array.from(counts, (count) => count / Math.max(1, vocabulary.total));
  const matrix = sentenceMatrix(texts.map(termReader(names)), frequencies);
  const centredOn = Math.min(words, CENTRED_ON);
  const vectors = await fitVectors({ matrix, terms, sentences, centredOn }, context);
  const weights = learnedWeights(vectors, centredOn);
  centre(vectors, centredOn);
  return { vectors, weights };
}

/**
 * What each term adds to its sentences, as a byte of `weightOf`: the length of its fitted vector, taken from the mean of
 * the first `centredOn` terms, over the median of their lengths.
 */
export function learnedWeights(fitted: TermVectors, centredOn: number): Uint8Array {
  const { rows, dimensions, values } = fitted;
  const usual = Math.min(rows, centredOn);
  const mean = meanOf(values, usual, dimensions);
  const lengths = new Float64Array(rows);
  for (let row = 0; row < rows; row++) {
    let square = 0;
    for (let i = 0; i < dimensions; i++) square += (values[row * dimensions + i]! - mean[i]!) ** 2;
    lengths[row] = Math.sqrt(square);
  }
  const median = lengths.slice(0, usual).sort()[usual >> 1] || 1;
  return Uint8Array.from(lengths, (length) => learnedByte(length / median));
}
