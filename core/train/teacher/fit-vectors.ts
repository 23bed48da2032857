import { SLAB } from "../../kernel/sparse-products.ts";
import { sharedFloats } from "../slab-matrix.ts";
import { runInOrder } from "../tasks-in-order.ts";
import { meanOf, type TermVectors } from "../term-vectors.ts";
import type { TrainContext } from "../types.ts";
import { fittedColumns, type SentenceMatrix } from "./sentence-matrix.ts";
import { READING_SCALE, type Reading } from "./teacher.ts";

/** What the teacher made of the terms by themselves and of the sentences of the matrix. */
export interface Lesson {
  readonly matrix: SentenceMatrix;
  readonly terms: Reading;
  readonly sentences: Reading;
  /** The mean of so many of the first terms is taken off: it holds what all terms share. */
  readonly centredOn: number;
}

/**
 * Term vectors whose weighted means give the teacher's vectors of the sentences: ridge regression towards the vectors
 * that the teacher has for the terms alone, at the scale where their means fit best. Neither centred nor of length 1.
 */
export async function fitVectors(lesson: Lesson, context: TrainContext): Promise<TermVectors> {
  const { matrix, terms, centredOn } = lesson;
  const { dimensions } = terms;
  const rows = terms.values.length / dimensions;
  const wanted = wantedRows(lesson);
  const mean = meanRow(wanted, dimensions);
  const vectors = { rows, dimensions, values: centredRows(terms, centredOn) };
  scaleToFit(vectors.values, { matrix, wanted, mean, dimensions });
  const { columnOf, columns } = fittedColumns(matrix, rows);
  await runInOrder(context, {
    name: "fitSlab",
    count: Math.ceil(dimensions / SLAB),
    input: (i) => ({
      matrix,
      columnOf,
      columns,
      dimensions,
      first: i * SLAB,
      wanted,
      mean,
      vectors: vectors.values,
    }),
    output: () => {},
  });
  return vectors;
}

/** The reading of the sentences that hold a term. */
function wantedRows({ matrix, sentences: { dimensions, values } }: Lesson): Int16Array {
  const wanted = new Int16Array(new SharedArrayBuffer(2 * matrix.sentences.length * dimensions));
  matrix.sentences.forEach((sentence, row) => {
    const from = sentence * dimensions;
    wanted.set(values.subarray(from, from + dimensions), row * dimensions);
  });
  return wanted;
}

function meanRow(values: Int16Array, dimensions: number): Float64Array {
  const sums = new Float64Array(dimensions);
  for (let at = 0; at < values.length; at++) sums[at % dimensions]! += values[at]!;
  const rows = Math.max(1, values.length / dimensions);
  return sums.map((sum) => sum / rows / READING_SCALE);
}

function centredRows({ dimensions, values }: Reading, centredOn: number): Float32Array {
  const rows = values.length / dimensions;
  const centred = sharedFloats(values.length);
  values.forEach((value, at) => {
    centred[at] = value / READING_SCALE;
  });
  const mean = meanOf(centred, Math.min(rows, centredOn), dimensions);
  for (let at = 0; at < centred.length; at++) centred[at]! -= mean[at % dimensions]!;
  return centred;
}

/** Scales all vectors alike, so that their weighted means come as close to the sentences as one number allows. */
function scaleToFit(
  vectors: Float32Array,
  { matrix, wanted, mean, dimensions }: Omit<Fit, "vectors">,
): void {
  const sum = new Float64Array(dimensions);
  let shared = 0;
  let own = 0;
  for (let row = 0; row + 1 < matrix.starts.length; row++) {
    sum.fill(0);
    for (let k = matrix.starts[row]!; k < matrix.starts[row + 1]!; k++) {
      const from = matrix.terms[k]! * dimensions;
      for (let i = 0; i < dimensions; i++) sum[i]! += matrix.shares[k]! * vectors[from + i]!;
    }
    for (let i = 0; i < dimensions; i++) {
      shared += sum[i]! * (wanted[row * dimensions + i]! / READING_SCALE - mean[i]!);
      own += sum[i]! * sum[i]!;
    }
  }
  const scale = own > 0 && shared > 0 ? shared / own : 1;
  for (let at = 0; at < vectors.length; at++) vectors[at]! *= scale;
}

interface Fit {
  readonly matrix: SentenceMatrix;
  readonly wanted: Int16Array;
  readonly mean: Float64Array;
  readonly dimensions: number;
}
