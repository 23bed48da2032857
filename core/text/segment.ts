import type { TopicVectors } from "./topic-vectors.ts";

export interface SegmentOptions {
  /** What a further segment must gain, in units of the text's own scatter. */
  readonly price: number;
  /** Sentences of usual mass in a segment at which half of its direction is taken for its subject and half for chance. */
  readonly doubt: number;
  /** Longest segment in sentences. */
  readonly longest: number;
}

/**
 * Cuts a row of vectors where their directions change: the segmentation with the largest sum of squared lengths
 * of segment sums over mass, less a price a segment, found exactly by dynamic programming. Returns the
 * first vector of every segment but the first. Cost: vectors times longest segment times vector size.
 */
export function segment(
  vectors: TopicVectors,
  { price, doubt, longest }: SegmentOptions,
): number[] {
  const { mass, size, values } = vectors;
  const count = mass.length;
  const unit = scatter(vectors);
  const prior = (doubt * sumOf(mass)) / Math.max(1, count);
  const best = new Float64Array(count + 1).fill(Number.NEGATIVE_INFINITY);
  const from = new Int32Array(count + 1);
  best[0] = 0;
  for (let start = 0; start < count; start++) {
    const sum = new Float64Array(size);
    let total = 0;
    const end = Math.min(count, start + longest);
    for (let next = start; next < end; next++) {
      const squares = addRow(sum, values, next * size);
      total += mass[next]!;
      const value = best[start]! + squares / (total + prior || 1) - price * unit;
      if (value > best[next + 1]!) {
        best[next + 1] = value;
        from[next + 1] = start;
      }
    }
  }
  return walkBack(from);
}

/** Adds one row to a sum and returns the squared length of the new sum. */
function addRow(sum: Float64Array, values: Float64Array, offset: number): number {
  let squares = 0;
  for (let k = 0; k < sum.length; k++) {
    const value = sum[k]! + values[offset + k]!;
    sum[k] = value;
    squares += value * value;
  }
  return squares;
}

/** Mean squared length of a sentence's vector per mass: what one segment would gain by chance. */
function scatter({ values, mass }: TopicVectors): number {
  const total = sumOf(mass);
  let squares = 0;
  for (const value of values) squares += value * value;
  return total === 0 ? 1 : squares / total;
}

function walkBack(from: Int32Array): number[] {
  const starts: number[] = [];
  for (let at = from.length - 1; at > 0; at = from[at]!) starts.push(from[at]!);
  return starts.reverse().slice(1);
}

const sumOf = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0);
