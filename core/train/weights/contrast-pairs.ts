import type { SentencePairs } from "./neighbour-sentences.ts";

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
