import { sharedFloats } from "../run/arrays.ts";
import { quiet, type TrainContext } from "../run/context.ts";
import { gram } from "../vectors/dense-matrix.ts";
import { turnRows } from "../vectors/join-vectors.ts";
import { inversePower } from "../vectors/symmetric-eigen.ts";
import type { TermVectors } from "../vectors/term-vectors.ts";
import { READING_SCALE, type Reading } from "./teacher.ts";

/** The most frequent words, of which the texts tell most, show how the two kinds of vectors go together. */
const STEADY_WORDS = 25_000;
/** From fewer whole words nothing is learned, and all readings stay. */
const FEWEST_WHOLE = 200;
/** Of the reading of a cut word so much stays: part of it is meaning. */
const KEPT = 0.5;
/** Ridge, as a share of the mean of the squares of the dimensions. */
const RIDGE = 0.3;

/** What is known of the terms before a teacher's sentences are fitted. */
interface TermReadings {
  /** The teacher's reading of each term by itself. */
  readonly terms: Reading;
  /** 1 for the terms that the teacher's tokenizer has whole. */
  readonly wholes: Uint8Array;
  /** Vectors from the texts alone. */
  readonly own: TermVectors;
  /** The first so many terms are words, by falling frequency; phrases follow. */
  readonly words: number;
}

/**
 * The readings with little of what spelling adds. A word that a tokenizer cuts into pieces is read by its letters, so that words with a
 * piece in common would come together: half of its reading becomes the one that its vector from the texts predicts, by
 * ridge regression over the frequent words that are read whole. Whole terms keep theirs.
 */
export async function withoutSpelling(
  { terms, wholes, own, words }: TermReadings,
  context: TrainContext,
): Promise<Reading> {
  const { dimensions } = terms;
  const known: number[] = [];
  for (let row = 0; row < Math.min(words, STEADY_WORDS); row++)
    if (wholes[row] === 1) known.push(row);
  if (known.length < FEWEST_WHOLE || known.length === wholes.length) return terms;
  const mean = meanReading(terms, known);
  const rotation = await regression({ terms, own, known, mean }, quiet(context));
  const predicted = await turnRows(
    [{ vectors: own, factor: 1 }],
    { rotation, dimensions },
    context,
  );
  const length = meanLength(terms, known, mean);
  const values = terms.values.slice();
  wholes.forEach((isWhole, row) => {
    if (isWhole === 1) return;
    const reading = values.subarray(row * dimensions, (row + 1) * dimensions);
    const told = predicted.values.subarray(row * dimensions, (row + 1) * dimensions);
    mix(reading, { told, mean, length });
  });
  return { dimensions, values };
}

/** What the texts tell of a word: a direction of length 1, from the mean of the readings, and how long these are. */
interface Told {
  readonly told: Float32Array;
  readonly mean: Float64Array;
  readonly length: number;
}

/** Turns a reading towards what is told. Its distance from the mean stays, since the word would count less in texts. */
function mix(reading: Int16Array, { told, mean, length }: Told): void {
  const own = Float64Array.from(reading, (value, i) => value - mean[i]!);
  const mixed = own.map((value, i) => KEPT * value + (1 - KEPT) * length * told[i]!);
  const scale = Math.hypot(...own) / (Math.hypot(...mixed) || 1);
  mixed.forEach((value, i) => {
    const wanted = Math.round(mean[i]! + scale * value);
    reading[i] = Math.max(-READING_SCALE, Math.min(READING_SCALE, wanted));
  });
}

function meanReading({ dimensions, values }: Reading, rows: readonly number[]): Float64Array {
  const mean = new Float64Array(dimensions);
  for (const row of rows)
    for (let i = 0; i < dimensions; i++) mean[i]! += values[row * dimensions + i]! / rows.length;
  return mean;
}

/** How long the readings are in the mean, taken from their mean. */
function meanLength(
  { dimensions, values }: Reading,
  rows: readonly number[],
  mean: Float64Array,
): number {
  const lengthOf = (row: number) =>
    Math.sqrt(mean.reduce((sum, own, i) => sum + (values[row * dimensions + i]! - own) ** 2, 0));
  return rows.reduce((sum, row) => sum + lengthOf(row), 0) / rows.length;
}

interface RegressionInput extends Pick<TermReadings, "terms" | "own"> {
  readonly known: readonly number[];
  readonly mean: Float64Array;
}

/** The matrix, own dimensions x dimensions of the teacher, that turns the own vectors of known rows into their readings. */
async function regression(
  { terms, own, known, mean }: RegressionInput,
  context: TrainContext,
): Promise<Float32Array> {
  const { dimensions: wide } = terms;
  const { dimensions: depth } = own;
  const width = depth + wide;
  const joined = sharedFloats(known.length * width);
  known.forEach((row, at) => {
    joined.set(own.values.subarray(row * depth, (row + 1) * depth), at * width);
    for (let i = 0; i < wide; i++)
      joined[at * width + depth + i] = (terms.values[row * wide + i]! - mean[i]!) / READING_SCALE;
  });
  const sums = await gram({ rows: known.length, dimensions: width, values: joined }, context);
  const squares = new Float64Array(depth * depth);
  let trace = 0;
  for (let i = 0; i < depth; i++) {
    squares.set(sums.subarray(i * width, i * width + depth), i * depth);
    trace += sums[i * width + i]!;
  }
  for (let i = 0; i < depth; i++) squares[i * depth + i]! += (RIDGE * trace) / depth;
  const inverse = inversePower(squares, depth, 1);
  const rotation = new Float32Array(depth * wide);
  const row = new Float64Array(wide);
  for (let i = 0; i < depth; i++) {
    row.fill(0);
    for (let k = 0; k < depth; k++) {
      const factor = inverse[i * depth + k]!;
      for (let j = 0; j < wide; j++) row[j]! += factor * sums[k * width + depth + j]!;
    }
    rotation.set(row, i * wide);
  }
  return rotation;
}
