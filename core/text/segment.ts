import { rowWindow } from "../kernel/row-window.ts";
import type { TopicVectors } from "./topic-vectors.ts";

export interface SegmentOptions {
  /** What a further segment must gain, in units of the text's own scatter. */
  readonly price: number;
  /** Sentences of usual mass in a segment at which half of its direction is taken for its subject and half for chance. */
  readonly doubt: number;
  /** Longest segment in sentences. */
  readonly longest: number;
  /** By sentence: the price of a segment that starts there, as a multiple of the usual one; 1 for all where left out. */
  readonly prices?: ArrayLike<number> | undefined;
}

/**
 * Cuts a row of vectors where their directions change: the segmentation with the largest sum of squared lengths
 * of segment sums over mass, less a price a segment, found exactly by dynamic programming. Returns the
 * first vector of every segment but the first. Cost: vectors times longest segment times vector size.
 */
export function segment(
  vectors: TopicVectors,
  { price, doubt, longest, prices }: SegmentOptions,
): number[] {
  const { mass, values, size } = vectors;
  const count = mass.length;
  const cost = price * scatter(vectors);
  const prior = (doubt * sumOf(mass)) / Math.max(1, count);
  const best = new Float64Array(count + 1).fill(Number.NEGATIVE_INFINITY);
  const from = new Int32Array(count + 1);
  /** By first vector: the squared length of the sum from there to the present one. */
  const squares = new Float64Array(count);
  const reach = Math.min(longest, count);
  const window = rowWindow(size, reach);
  best[0] = 0;
  for (let last = 0; last < count; last++) {
    const products = window.push(values.subarray(last * size, (last + 1) * size));
    let cross = 0;
    let total = prior;
    for (let start = last; start >= Math.max(0, last - reach + 1); start--) {
      const product = products[start % reach]!;
      cross += start === last ? product : 2 * product;
      squares[start]! += cross;
      total += mass[start]!;
      const paid = cost * (prices?.[start] ?? 1);
      const value = best[start]! + squares[start]! / (total || 1) - paid;
      // A sentence without known words goes with what follows: of equal cuts the earliest.
      if (value >= best[last + 1]!) {
        best[last + 1] = value;
        from[last + 1] = start;
      }
    }
  }
  return walkBack(from);
}

/** Mean squared length of a sentence's vector per mass: what one segment would gain by chance. */
function scatter({ values, mass }: TopicVectors): number {
  const total = sumOf(mass);
  let squares = 0;
  for (let i = 0; i < values.length; i++) squares += values[i]! * values[i]!;
  return total === 0 ? 1 : squares / total;
}

function walkBack(from: Int32Array): number[] {
  const starts: number[] = [];
  for (let at = from.length - 1; at > 0; at = from[at]!) starts.push(from[at]!);
  return starts.reverse().slice(1);
}

const sumOf = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0);
