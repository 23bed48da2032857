import { readFileSync } from "node:fs";

/** Dense vectors of a training, for comparison: averages stand for texts. */
export interface DenseVectors {
  of(term: string): Float64Array | undefined;
}

/** Reads the word2vec text format: a term (spaces as underscores) and its numbers a line; a header line is skipped. */
export function parseDense(content: string): DenseVectors {
  const vectors = new Map<string, Float64Array>();
  for (const line of content.split("\n")) {
    const [term = "", ...numbers] = line.trim().split(/\s+/);
    if (numbers.length > 1)
      vectors.set(term.replaceAll("_", " "), Float64Array.from(numbers, Number));
  }
  return { of: (term) => vectors.get(term) };
}

export const readDense = (file: string): DenseVectors => parseDense(readFileSync(file, "utf8"));

export function denseCosine(left?: Float64Array, right?: Float64Array): number {
  if (left === undefined || right === undefined) return 0;
  let product = 0;
  let leftSquares = 0;
  let rightSquares = 0;
  for (let i = 0; i < left.length; i++) {
    product += left[i]! * right[i]!;
    leftSquares += left[i]! ** 2;
    rightSquares += right[i]! ** 2;
  }
  return product === 0 ? 0 : product / Math.sqrt(leftSquares * rightSquares);
}

/** Weighted average of the vectors of a text's words; undefined when none is known. */
export function denseAverage(
  words: readonly string[],
  dense: DenseVectors,
  weightOf: (word: string) => number,
): Float64Array | undefined {
  let sum: Float64Array | undefined;
  for (const word of words) {
    const vector = dense.of(word);
    if (vector === undefined) continue;
    sum ??= new Float64Array(vector.length);
    const weight = weightOf(word);
    for (let i = 0; i < sum.length; i++) sum[i]! += weight * vector[i]!;
  }
  return sum;
}
