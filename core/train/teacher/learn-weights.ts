import { throwIfCancelled } from "../../errors.ts";
import { seededRandom } from "../../kernel/seeded-random.ts";
import { weightByte } from "../../retina/term-weights.ts";
import { AFTER_NEWLINE, AFTER_SENTENCE } from "../../text/tokens.ts";
import { frequencyWeight } from "../../text/weights.ts";
import type { TermRows } from "../corpus/term-rows.ts";
import { type Chunk, PARAGRAPH_END, type TokenStream } from "../corpus/token-stream.ts";
import { quiet, type TrainContext } from "../run/context.ts";
import { turnRows } from "../vectors/join-vectors.ts";
import type { TermVectors } from "../vectors/term-vectors.ts";

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
/** A weight outside of these says more about the kind of text, or about chance, than about the term. */
const LEAST_WEIGHT = 0.5;
const MOST_WEIGHT = 3;

/** A learned weight as the retina keeps it: held within bounds, a byte of `weightOf`. */
export const learnedByte = (weight: number): number =>
  weightByte(Math.max(LEAST_WEIGHT, Math.min(MOST_WEIGHT, weight)));

/** What weights are learned from. */
interface WeightLesson {
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
    await context.runner.run(contrastPairs, { ...input, first: first * BATCH, end: end * BATCH });
    context.report(end / batches);
  }
  const phrases = terms.phrases.map(({ words: parts }) => meanOf(parts.map((word) => logs[word]!)));
  return Uint8Array.from([...logs, ...phrases], (log) => learnedByte(Math.exp(log)));
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
  return turnRows([{ vectors, factor: 1 }], { rotation, dimensions: DIMENSIONS }, quiet(context));
}

/** Differences of cosines count in these units. */
const TEMPERATURE = 0.05;
/** Length of the first step of a term's logarithmic weight; later ones are shorter, as in AdaGrad. */
const STEP = 0.1;
/** Weaker pulls between two sentences are left out. */
const LEAST_PULL = 1e-5;

/** Weights while they are learned, and what they are learned from; all in shared memory. */
export interface ContrastInput {
  readonly pairs: SentencePairs;
  /** Pairs `first..end-1`, a whole number of batches. */
  readonly first: number;
  readonly end: number;
  /** Pairs that are told apart from each other at once. */
  readonly batch: number;
  readonly dimensions: number;
  /** One unit vector for each word. */
  readonly vectors: Float32Array;
  /** What each word counts for by its rarity. */
  readonly usual: Float64Array;
  /** Natural logarithms of the learned weights, which are moved; and the sums of their squared gradients. */
  readonly logs: Float64Array;
  readonly squares: Float64Array;
}

/**
 * Moves the weights so that a sentence comes nearer to its neighbour than to the neighbours of the others of its batch:
 * the gradient of their cross entropy, a step for each batch.
 */
export function contrastPairs(input: ContrastInput): void {
  for (let first = input.first; first < input.end; first += input.batch) {
    const lefts = sideOf(input, first, 0);
    const rights = sideOf(input, first, 1);
    pull(lefts, rights, input);
    const gradients = new Map<number, number>();
    addGradients(gradients, input, lefts);
    addGradients(gradients, input, rights);
    for (const [word, gradient] of gradients) {
      input.squares[word]! += gradient * gradient;
      if (gradient !== 0) input.logs[word]! -= (STEP * gradient) / Math.sqrt(input.squares[word]!);
    }
  }
}

/** One sentence of each pair of a batch. */
interface Side {
  /** Numbers of the sentences. */
  readonly sentences: readonly number[];
  /** Unit vectors, and their lengths before. */
  readonly vectors: Float32Array;
  readonly lengths: Float64Array;
  /** What the loss grows by when a vector moves; filled in by `pull`. */
  readonly slopes: Float32Array;
}

function sideOf(input: ContrastInput, first: number, side: 0 | 1): Side {
  const { pairs, batch, dimensions, vectors, usual, logs } = input;
  const sentences = Array.from({ length: batch }, (_, i) => 2 * (first + i) + side);
  const sums = new Float32Array(batch * dimensions);
  const lengths = Float64Array.from(sentences, (sentence, i) => {
    const sum = sums.subarray(i * dimensions, (i + 1) * dimensions);
    for (let at = pairs.starts[sentence]!; at < pairs.starts[sentence + 1]!; at++) {
      const word = pairs.words[at]!;
      const weight = usual[word]! * Math.exp(logs[word]!);
      const from = word * dimensions;
      for (let k = 0; k < dimensions; k++) sum[k]! += weight * vectors[from + k]!;
    }
    const length = Math.sqrt(sum.reduce((total, value) => total + value * value, 0)) || 1;
    for (let k = 0; k < dimensions; k++) sum[k]! /= length;
    return length;
  });
  return { sentences, vectors: sums, lengths, slopes: new Float32Array(sums.length) };
}

/** Fills in the slopes: towards the own neighbour, away from the others by how near they are. */
function pull(lefts: Side, rights: Side, { batch, dimensions }: ContrastInput): void {
  const shares = new Float64Array(batch);
  for (let i = 0; i < batch; i++) {
    const own = i * dimensions;
    let total = 0;
    for (let j = 0; j < batch; j++) {
      let cosine = 0;
      for (let k = 0; k < dimensions; k++)
        cosine += lefts.vectors[own + k]! * rights.vectors[j * dimensions + k]!;
      shares[j] = Math.exp((cosine - 1) / TEMPERATURE);
      total += shares[j]!;
    }
    for (let j = 0; j < batch; j++) {
      const slope = (shares[j]! / total - (i === j ? 1 : 0)) / (TEMPERATURE * batch);
      if (Math.abs(slope) < LEAST_PULL) continue;
      const other = j * dimensions;
      for (let k = 0; k < dimensions; k++) {
        lefts.slopes[own + k]! += slope * rights.vectors[other + k]!;
        rights.slopes[other + k]! += slope * lefts.vectors[own + k]!;
      }
    }
  }
}

/** From slopes of sentences to slopes of the logarithmic weights of their words. */
function addGradients(gradients: Map<number, number>, input: ContrastInput, side: Side): void {
  const { pairs, dimensions, vectors, usual, logs } = input;
  side.sentences.forEach((sentence, i) => {
    const own = i * dimensions;
    let along = 0;
    for (let k = 0; k < dimensions; k++) along += side.slopes[own + k]! * side.vectors[own + k]!;
    for (let at = pairs.starts[sentence]!; at < pairs.starts[sentence + 1]!; at++) {
      const word = pairs.words[at]!;
      const from = word * dimensions;
      let slope = 0;
      for (let k = 0; k < dimensions; k++)
        slope += (side.slopes[own + k]! - along * side.vectors[own + k]!) * vectors[from + k]!;
      const share = (usual[word]! * Math.exp(logs[word]!)) / side.lengths[i]!;
      gradients.set(word, (gradients.get(word) ?? 0) + slope * share);
    }
  });
}

/** Pairs of sentences that follow each other in a paragraph: pair p is the sentences 2p and 2p + 1. Shared memory. */
interface SentencePairs {
  /** Word numbers of all sentences, one after the other. */
  readonly words: Int32Array;
  /** Where each sentence begins in `words`, and where the last one ends. */
  readonly starts: Uint32Array;
}

/** Sentences of fewer known words say too little, longer ones too much for one vector. */
const FEWEST_WORDS = 3;
const MOST_WORDS = 45;
const SENTENCE_START = AFTER_SENTENCE | AFTER_NEWLINE;

/** About `wanted` pairs, spread evenly over the corpus; fewer where it has no more. One pass over the stream. */
export function neighbourSentences(stream: TokenStream, wanted: number): SentencePairs {
  const step = Math.floor(stream.words / wanted);
  const found: number[][] = [];
  for (const place of stream.chunks) collect(stream.readShared(place), step, found);
  const starts = new Uint32Array(new SharedArrayBuffer(4 * (found.length + 1)));
  found.forEach((sentence, i) => {
    starts[i + 1] = starts[i]! + sentence.length;
  });
  const words = new Int32Array(new SharedArrayBuffer(4 * starts.at(-1)!));
  found.forEach((sentence, i) => {
    words.set(sentence, starts[i]!);
  });
  return { words, starts };
}

/** Adds the first pair at or after each `step`-th token. */
function collect(chunk: Chunk, step: number, found: number[][]): void {
  let due = 0;
  for (let at = 0; at < chunk.ids.length; ) {
    const end = sentenceEnd(chunk, at);
    const next = sentenceEnd(chunk, end);
    if (at >= due) {
      const pair = [knownWords(chunk, at, end), knownWords(chunk, end, next)];
      if (pair.every(({ length }) => length >= FEWEST_WORDS && length <= MOST_WORDS)) {
        found.push(...pair);
        due = at + Math.max(step, next - at);
      }
    }
    at = Math.max(end, at + 1);
  }
}

/** The place after the sentence that begins here: `at` itself where a paragraph has ended. */
function sentenceEnd({ ids, flags }: Chunk, at: number): number {
  let end = at;
  while (end < ids.length && ids[end]! > PARAGRAPH_END) {
    if (end > at && (flags[end]! & SENTENCE_START) !== 0) break;
    end++;
  }
  return end;
}

const knownWords = ({ ids }: Chunk, start: number, end: number): number[] =>
  Array.from(ids.subarray(start, end)).filter((id) => id >= 0);
