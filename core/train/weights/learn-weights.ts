import { throwIfCancelled } from "../../errors.ts";
import { seededRandom } from "../../kernel/seeded-random.ts";
import { weightByte } from "../../retina/term-weights.ts";
import { frequencyWeight } from "../../text/weights.ts";
import { turnRows } from "../teacher/join-vectors.ts";
import type { TermRows } from "../term-rows.ts";
import type { TermVectors } from "../term-vectors.ts";
import type { TokenStream } from "../token-stream.ts";
import type { TrainContext } from "../types.ts";
import { neighbourSentences } from "./neighbour-sentences.ts";

/** Pairs of sentences learned from; with more the weights of frequent words go on growing, to no use. */
const PAIRS = 72_000;
/** From fewer pairs than these nothing is learned: weights from 20,000 pairs made texts worse. */
const LEAST_PAIRS = 36_000;
/** Dimensions that the vectors are cut to by a random projection: as good as all of them, and fast. */
const DIMENSIONS = 128;
/** Pairs that are told apart from each other at once. */
const BATCH = 384;
/** Batches of one task. */
const TASK_BATCHES = 8;
/** A weight outside of these says more about the kind of text than about the term. */
const LEAST_WEIGHT = 0.5;
const MOST_WEIGHT = 3;

/** What weights are learned from. */
export interface WeightLesson {
  readonly stream: TokenStream;
  readonly terms: TermRows;
  readonly vectors: TermVectors;
  readonly seed: number;
  /** Where there are fewer pairs, nothing is learned. */
  readonly leastPairs?: number;
}

/**
 * What each term counts in a text beside its rarity, as a byte of `weightOf`: learned by telling the sentence that follows
 * another one apart from those that follow others. A phrase weighs what its words do in the mean.
 * @returns undefined for a corpus that is too small
 */
export async function learnWeights(
  { stream, terms, vectors, seed, leastPairs = LEAST_PAIRS }: WeightLesson,
  context: TrainContext,
): Promise<Uint8Array | undefined> {
  const { counts, words, total } = terms.vocabulary;
  const pairs = neighbourSentences(stream, PAIRS);
  if ((pairs.starts.length - 1) / 2 < leastPairs) return undefined;
  const shared = () => new Float64Array(new SharedArrayBuffer(8 * words.length));
  const usual = shared();
  counts.forEach((count, word) => {
    usual[word] = frequencyWeight(count / total);
  });
  const logs = shared();
  const short = await shortVectors(vectors, seed, context);
  const state = { usual, logs, squares: shared(), batch: BATCH };
  const input = { ...state, pairs, vectors: short.values, dimensions: short.dimensions };
  const batches = Math.floor((pairs.starts.length - 1) / 2 / BATCH);
  // One after the other, since each goes on from the weights of the last.
  for (let first = 0; first < batches; first += TASK_BATCHES) {
    throwIfCancelled(context.signal);
    const end = Math.min(batches, first + TASK_BATCHES);
    await context.runner.run("contrastPairs", { ...input, first: first * BATCH, end: end * BATCH });
    context.report(end / batches);
  }
  const phrases = terms.phrases.map(({ words: parts }) => meanOf(parts.map((word) => logs[word]!)));
  return Uint8Array.from([...logs, ...phrases], (log) =>
    weightByte(Math.max(LEAST_WEIGHT, Math.min(MOST_WEIGHT, Math.exp(log)))),
  );
}

const meanOf = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

function shortVectors(
  vectors: TermVectors,
  seed: number,
  context: TrainContext,
): Promise<TermVectors> {
  const random = seededRandom(seed);
  const rotation = Float32Array.from({ length: vectors.dimensions * DIMENSIONS }, () =>
    random() < 0.5 ? -1 : 1,
  );
  const quiet = { ...context, report: () => {} };
  return turnRows([{ vectors, factor: 1 }], { rotation, dimensions: DIMENSIONS }, quiet);
}
