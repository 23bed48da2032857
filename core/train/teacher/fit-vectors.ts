import { SLAB, type SparseRows, slabProducts } from "../../kernel/matrix-products.ts";
import { sharedFloats } from "../run/arrays.ts";
import { runInOrder, type TrainContext } from "../run/context.ts";
import { meanOf, type TermVectors } from "../vectors/term-vectors.ts";
import { fittedColumns, type SentenceMatrix } from "./sentence-matrix.ts";
import { READING_SCALE, type Reading } from "./teacher.ts";

/** What the teacher made of the terms by themselves and of the sentences of the matrix. */
interface Lesson {
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
    task: fitSlab,
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

/** Pull of the one-word vectors, as a share of a sentence. */
const RIDGE = 0.3;
const MOST_STEPS = 60;
/** Steps end when what is left is so small a part of what was there at first, as squares. */
const SMALL_ENOUGH = 1e-9;

/** 32 dimensions of all terms, to be fitted to the sentences. */
interface FitInput {
  readonly matrix: SentenceMatrix;
  readonly columnOf: Int32Array;
  readonly columns: number;
  readonly dimensions: number;
  /** The dimensions `first` up to 31 more. */
  readonly first: number;
  /** Wanted vectors of the sentences of the matrix, less `mean`. */
  readonly wanted: Int16Array;
  readonly mean: Float64Array;
  /** Vectors of the terms on entry; those sought on return, in the dimensions that are fitted here. */
  readonly vectors: Float32Array;
}

/** Moves term vectors so that their weighted means come close to the sentences: least squares with a ridge. */
export function fitSlab(input: FitInput): void {
  const { columnOf, columns, dimensions, first, vectors } = input;
  const width = Math.min(SLAB, dimensions - first);
  const moves = solve(input, misses(input, width), columns);
  for (let term = 0; term < columnOf.length; term++) {
    const from = columnOf[term]! * SLAB;
    if (from < 0) continue;
    for (let i = 0; i < width; i++) vectors[term * dimensions + first + i]! += moves[from + i]!;
  }
}

/** matrix^T . (wanted - matrix . vectors), over the fitted columns: where the vectors have to move. */
function misses(input: FitInput, width: number): Float32Array {
  const { matrix, columnOf, columns, dimensions, first, wanted, mean, vectors } = input;
  const sums = new Float64Array(columns * SLAB);
  const miss = new Float64Array(width);
  for (let row = 0; row + 1 < matrix.starts.length; row++) {
    for (let i = 0; i < width; i++)
      miss[i] = wanted[row * dimensions + first + i]! / READING_SCALE - mean[first + i]!;
    const start = matrix.starts[row]!;
    const end = matrix.starts[row + 1]!;
    for (let k = start; k < end; k++) {
      const from = matrix.terms[k]! * dimensions + first;
      for (let i = 0; i < width; i++) miss[i]! -= matrix.shares[k]! * vectors[from + i]!;
    }
    for (let k = start; k < end; k++) {
      const to = columnOf[matrix.terms[k]!]! * SLAB;
      if (to < 0) continue;
      for (let i = 0; i < width; i++) sums[to + i]! += matrix.shares[k]! * miss[i]!;
    }
  }
  return Float32Array.from(sums);
}

/** Conjugate gradients for (matrix^T . matrix + ridge) . x = right, each of the 32 dimensions by itself. */
function solve({ matrix, columnOf }: FitInput, right: Float32Array, columns: number): Float32Array {
  const sparse = sparseRows(matrix, columnOf);
  const ones = new Float32Array(sparse.starts.length - 1).fill(1);
  const found = new Float32Array(columns * SLAB);
  const residual = right.slice();
  const direction = right.slice();
  const goal = squares(right, right).map((square) => square * SMALL_ENOUGH);
  let square = squares(residual, residual);
  for (let step = 0; step < MOST_STEPS; step++) {
    if (square.every((left, i) => left <= goal[i]!)) break;
    const products = slabProducts(direction);
    products.addNormal(sparse, ones);
    const image = products.normal();
    addScaled(image, direction, new Float64Array(SLAB).fill(RIDGE));
    const curve = squares(direction, image);
    const lengths = square.map((value, i) => (curve[i]! > 0 ? value / curve[i]! : 0));
    addScaled(found, direction, lengths);
    addScaled(
      residual,
      image,
      lengths.map((length) => -length),
    );
    const next = squares(residual, residual);
    const turn = next.map((value, i) => (square[i]! > 0 ? value / square[i]! : 0));
    for (let at = 0; at < direction.length; at++)
      direction[at] = residual[at]! + turn[at % SLAB]! * direction[at]!;
    square = next;
  }
  return found;
}

/** The entries of the fitted columns alone. */
function sparseRows({ starts, terms, shares }: SentenceMatrix, columnOf: Int32Array): SparseRows {
  const columns = new Uint16Array(terms.length);
  const values = new Float32Array(terms.length);
  const own = new Uint32Array(starts.length);
  let at = 0;
  for (let row = 0; row + 1 < starts.length; row++) {
    for (let k = starts[row]!; k < starts[row + 1]!; k++) {
      if (columnOf[terms[k]!]! < 0) continue;
      columns[at] = columnOf[terms[k]!]!;
      values[at++] = shares[k]!;
    }
    own[row + 1] = at;
  }
  return { starts: own, columns: columns.subarray(0, at), values: values.subarray(0, at) };
}

/** For each of the 32 dimensions the product of two slabs. */
function squares(a: Float32Array, b: Float32Array): Float64Array {
  const sums = new Float64Array(SLAB);
  for (let at = 0; at < a.length; at++) sums[at % SLAB]! += a[at]! * b[at]!;
  return sums;
}

/** target += scales . source, a scale for each of the 32 dimensions. */
function addScaled(target: Float32Array, source: Float32Array, scales: Float64Array): void {
  for (let at = 0; at < target.length; at++) target[at]! += scales[at % SLAB]! * source[at]!;
}
