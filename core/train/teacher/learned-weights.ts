import { weightByte } from "../../retina/term-weights.ts";
import { meanOf, type TermVectors } from "../term-vectors.ts";

/** A weight outside of these says more about chance than about the term. */
const LEAST_WEIGHT = 0.5;
const MOST_WEIGHT = 3;

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
  return Uint8Array.from(lengths, (length) =>
    weightByte(Math.max(LEAST_WEIGHT, Math.min(MOST_WEIGHT, length / median))),
  );
}
