import { rowProducts } from "../../kernel/matrix-products.ts";
import { sharedFloats } from "../run/arrays.ts";
import { type RowRange, runOnRows, type TrainContext } from "../run/context.ts";
import type { TermVectors } from "../vectors/term-vectors.ts";

/** Neighbours are looked for among so many of the most frequent words, spread evenly over this many. */
const SAMPLES = 12_000;
const SAMPLED_FROM = 40_000;
/** Neighbours whose mean cosine tells how crowded the place of a term is. */
const NEAREST = 5;
/** No place counts as emptier than this share of the mean: a term without neighbours is mostly noise. */
const EMPTIEST = 0.25;
const TILE = 64;

/** The rows `first..end-1`, whose neighbours are looked for among the samples. */
interface CrowdInput extends RowRange {
  readonly vectors: TermVectors;
  /** Vectors of every `step`-th row, from row 0 on. */
  readonly samples: Float32Array;
  readonly step: number;
}

/** Mean cosine of each row to its nearest samples other than itself. */
export function measureCrowds(input: CrowdInput): Float32Array<ArrayBuffer> {
  const { samples, step, first, end } = input;
  const { dimensions, values } = input.vectors;
  const count = samples.length / dimensions;
  const products = rowProducts(samples, count, dimensions);
  const crowds = new Float32Array(end - first);
  for (let row = first; row < end; row += TILE) {
    const rows = Math.min(TILE, end - row);
    const cosines = products.times(
      values.subarray(row * dimensions, (row + rows) * dimensions),
      rows,
    );
    for (let r = 0; r < rows; r++) {
      const own = cosines.subarray(r * products.stride, r * products.stride + count);
      if ((row + r) % step === 0 && (row + r) / step < count) own[(row + r) / step] = -1;
      crowds[row - first + r] = meanOfLargest(own);
    }
  }
  return crowds;
}

function meanOfLargest(values: Float32Array): number {
  const largest = new Float64Array(Math.min(NEAREST, values.length)).fill(-1);
  const last = largest.length - 1;
  for (const value of values) {
    if (value <= largest[last]!) continue;
    let at = last;
    for (; at > 0 && largest[at - 1]! < value; at--) largest[at] = largest[at - 1]!;
    largest[at] = value;
  }
  return largest.reduce((sum, value) => sum + value, 0) / largest.length;
}

/**
 * Vectors whose products say more than their cosines how alike two terms are: in a crowd (names of plants, say)
 * cosines are high all round and tell little, so the product of two terms is divided by how crowded their places
 * are, to the power of `share`. A share of 0 gives the vectors as they are.
 */
export async function levelCrowds(
  vectors: TermVectors,
  share: number,
  context: TrainContext,
): Promise<TermVectors> {
  if (share === 0) return vectors;
  const { rows, dimensions, values } = vectors;
  const crowds = await allCrowds(vectors, context);
  const frequent = crowds.subarray(0, Math.min(rows, SAMPLED_FROM));
  const mean = frequent.reduce((sum, crowd) => sum + crowd, 0) / frequent.length;
  const levelled = sharedFloats(values.length);
  for (let row = 0; row < rows; row++) {
    const scale = Math.max(EMPTIEST, crowds[row]! / mean) ** -share;
    for (let i = row * dimensions; i < (row + 1) * dimensions; i++)
      levelled[i] = values[i]! * scale;
  }
  return { rows, dimensions, values: levelled };
}

async function allCrowds(vectors: TermVectors, context: TrainContext): Promise<Float32Array> {
  const { rows, dimensions, values } = vectors;
  const from = Math.min(rows, SAMPLED_FROM);
  const step = Math.max(1, Math.floor(from / SAMPLES));
  const samples = sharedFloats(Math.ceil(from / step) * dimensions);
  for (let row = 0; row < from; row += step)
    samples.set(
      values.subarray(row * dimensions, (row + 1) * dimensions),
      (row / step) * dimensions,
    );
  const crowds = new Float32Array(rows);
  await runOnRows(context, {
    task: measureCrowds,
    rows,
    input: { vectors, samples, step },
    output: (part, first) => crowds.set(part, first),
  });
  return crowds;
}
