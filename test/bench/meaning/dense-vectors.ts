import { readFileSync } from "node:fs";

/** Dense vectors of a training, for comparison: averages stand for texts. */
export interface DenseVectors {
  /** As it is written, else in small letters, as retinas look terms up. */
  of(term: string): Float64Array | undefined;
}

const inAnyCase = (find: DenseVectors["of"]): DenseVectors => ({
  of: (term) => find(term) ?? find(term.toLowerCase()),
});

/** Reads the word2vec text format: a term (spaces as underscores) and its numbers a line; a header line is skipped. */
export function parseDense(content: string): DenseVectors {
  const vectors = new Map<string, Float64Array>();
  for (const line of content.split("\n")) {
    const [term = "", ...numbers] = line.trim().split(/\s+/);
    if (numbers.length > 1)
      vectors.set(term.replaceAll("_", " "), Float64Array.from(numbers, Number));
  }
  return inAnyCase((term) => vectors.get(term));
}

/** Reads either format of word2vec; the trainer's `--vectors` writes the binary one. */
export function readDense(file: string): DenseVectors {
  const bytes = readFileSync(file);
  return bytes.subarray(0, LOOKED_AT).includes(0)
    ? parseBinary(bytes)
    : parseDense(bytes.toString("utf8"));
}

/** Numbers of 32 bits have zero bytes somewhere in the first few terms; text has none. */
const LOOKED_AT = 100_000;
const SPACE = 32;
const NEWLINE = 10;

/** Header line, then a term, a space, 32-bit numbers and a line end, over and over. */
export function parseBinary(bytes: Buffer): DenseVectors {
  const headerEnd = bytes.indexOf(NEWLINE);
  const dimensions = Number(bytes.toString("utf8", 0, headerEnd).split(" ")[1]);
  const places = new Map<string, number>();
  for (let at = headerEnd + 1; at < bytes.length; ) {
    const space = bytes.indexOf(SPACE, at);
    if (space < 0) break;
    places.set(bytes.toString("utf8", at, space).replaceAll("_", " "), space + 1);
    at = space + 1 + 4 * dimensions + 1;
  }
  const read = (start: number) =>
    Float64Array.from({ length: dimensions }, (_, i) => bytes.readFloatLE(start + 4 * i));
  return inAnyCase((term) => {
    const start = places.get(term);
    return start === undefined ? undefined : read(start);
  });
}

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
