import { CELLS, SIDE } from "../../kernel/grid.ts";
import { columnProducts, rowProducts } from "../../kernel/matrix-products.ts";
import { TERM_LIMIT } from "../../retina/types.ts";
import { sharedFloats } from "../run/arrays.ts";
import { type RowRange, runOnRows, type TrainContext } from "../run/context.ts";
import { gram } from "../vectors/dense-matrix.ts";
import { inversePower } from "../vectors/symmetric-eigen.ts";
import { meanOf, type TermVectors } from "../vectors/term-vectors.ts";

/** Fingerprints of all terms: term t has the first `sizes[t]` of its 328 places, ascending. Shared memory. */
export interface Codes {
  readonly rows: number;
  readonly sizes: Uint16Array;
  readonly positions: Uint16Array;
}

/** At this share of the full evidence a term gets the fewest positions. */
const THIN_SHARE = 0.12;
const FEWEST_POSITIONS = 120;
const TILE = 64;

/**
 * Positions of a term that was seen `count` times: all of them from `fullEvidence` times on, 120 for the rarest, by
 * the logarithm in between.
 */
export function codeSize(count: number, fullEvidence: number): number {
  const thin = fullEvidence * THIN_SHARE;
  const evidence = Math.log(Math.max(count, thin) / thin) / Math.log(1 / THIN_SHARE);
  return Math.round(FEWEST_POSITIONS + (TERM_LIMIT - FEWEST_POSITIONS) * Math.min(1, evidence));
}

/** Empty codes of the size that the occurrences of each term allow. */
export function createCodes(counts: Uint32Array, fullEvidence: number): Codes {
  const rows = counts.length;
  const sizes = new Uint16Array(new SharedArrayBuffer(rows * 2));
  counts.forEach((count, row) => {
    sizes[row] = codeSize(count, fullEvidence);
  });
  return { rows, sizes, positions: new Uint16Array(new SharedArrayBuffer(rows * TERM_LIMIT * 2)) };
}

/** The rows `first..end-1` to encode. */
interface EncodeInput extends RowRange {
  readonly vectors: TermVectors;
  readonly scorer: CellScorer;
  readonly codes: Codes;
}

/** Fills in the codes of the rows `first..end-1`: the cells where each scores highest. */
export function encodeRows({ vectors, scorer, codes, first, end }: EncodeInput): void {
  const score = tileScorer(vectors, scorer);
  const select = largestSelector(CELLS);
  for (let start = first; start < end; start += TILE) {
    const rows = Math.min(TILE, end - start);
    const scores = score(start, rows);
    for (let r = 0; r < rows; r++) {
      const at = (start + r) * TERM_LIMIT;
      const size = codes.sizes[start + r]!;
      const code = codes.positions.subarray(at, at + size);
      select(scores.subarray(r * CELLS, (r + 1) * CELLS), size, code);
    }
  }
}

/** A function that gives the scores of up to 64 consecutive terms, CELLS numbers each. */
function tileScorer({ values, dimensions }: TermVectors, scorer: CellScorer) {
  const depth = scorer.depth + 1;
  const products = rowProducts(scorer.weights, CELLS, depth);
  const block = new Float32Array(TILE * depth).fill(1);
  return (start: number, rows: number): Float32Array => {
    for (let r = 0; r < rows; r++) {
      const from = (start + r) * dimensions;
      block.set(values.subarray(from, from + dimensions), r * depth);
    }
    return products.times(block, rows);
  };
}

/** The cost is terms x cells x dimensions, the largest product of a training. */
export async function encode(
  { vectors, scorer, codes }: Omit<EncodeInput, keyof RowRange>,
  context: TrainContext,
): Promise<void> {
  await runOnRows(context, {
    task: encodeRows,
    rows: vectors.rows,
    input: { vectors, scorer, codes },
  });
}

/**
 * What scores a vector at every cell: row c holds weights and one last number, so that the score of x is
 * weights . x + last. Over the vocabulary each cell's scores have mean 0 and variance 1.
 */
interface CellScorer {
  readonly depth: number;
  /** CELLS x (depth + 1), row-major, in shared memory. */
  readonly weights: Float32Array;
}

/** The most frequent terms: their vectors tell the covariance best. */
const STEADY_ROWS = 60_000;

/**
 * Scores by x . C^-q . y, where y is the vector of the cell's anchor and C the covariance of all vectors:
 * whitening (q about 1) lets the fine differences of meaning count as much as the coarse ones.
 */
export async function cellScorer(
  vectors: TermVectors,
  { anchors, whitening }: { anchors: Float32Array; whitening: number },
  context: TrainContext,
): Promise<CellScorer> {
  const { dimensions: depth, values } = vectors;
  const rows = Math.min(vectors.rows, STEADY_ROWS);
  const mean = meanOf(values, rows, depth);
  const covariance = (await gram({ ...vectors, rows }, context)).map(
    (sum, at) => sum / rows - mean[Math.floor(at / depth)]! * mean[at % depth]!,
  );
  const raw = timesMatrix(anchors, inversePower(covariance, depth, whitening), depth);
  const spread = timesMatrix(raw, covariance, depth);
  const weights = sharedFloats(CELLS * (depth + 1));
  for (let cell = 0; cell < CELLS; cell++) {
    const from = cell * depth;
    let variance = 0;
    let centre = 0;
    for (let i = 0; i < depth; i++) {
      variance += raw[from + i]! * spread[from + i]!;
      centre += raw[from + i]! * mean[i]!;
    }
    const scale = variance > 0 ? 1 / Math.sqrt(variance) : 0;
    const to = cell * (depth + 1);
    for (let i = 0; i < depth; i++) weights[to + i] = raw[from + i]! * scale;
    weights[to + depth] = -centre * scale;
  }
  return { depth, weights };
}

/** rows . matrix, for any number of rows of `depth` numbers. */
function timesMatrix(rows: Float32Array, matrix: Float64Array, depth: number): Float32Array {
  const products = columnProducts(Float32Array.from(matrix), depth, depth);
  const out = new Float32Array(rows.length);
  const count = rows.length / depth;
  for (let first = 0; first < count; first += TILE) {
    const size = Math.min(TILE, count - first);
    const tile = products.times(rows.subarray(first * depth, (first + size) * depth), size);
    for (let r = 0; r < size; r++)
      out.set(tile.subarray(r * products.stride, r * products.stride + depth), (first + r) * depth);
  }
  return out;
}

const BUCKETS = 4096;
/** Scores from -LIMIT to LIMIT standard deviations fall into buckets of their own. */
const LIMIT = 8;
const SCALE = BUCKETS / (2 * LIMIT);

/** Reusable memory for `selectLargest` over up to `size` scores. */
export function largestSelector(size: number) {
  const histogram = new Uint32Array(BUCKETS);
  const edge = new Int32Array(size);
  const bucketOf = (score: number) => {
    const bucket = Math.floor((score + LIMIT) * SCALE);
    return bucket < 0 ? 0 : bucket >= BUCKETS ? BUCKETS - 1 : bucket;
  };

  /**
   * Writes the indices of the `wanted` largest scores to `out`, ascending; of equal scores the first ones.
   * Two passes: a histogram finds the bucket of the last one wanted, only that bucket is sorted.
   */
  return function selectLargest(scores: Float32Array, wanted: number, out: Uint16Array): void {
    histogram.fill(0);
    for (let i = 0; i < scores.length; i++) histogram[bucketOf(scores[i]!)]!++;
    let lowest = BUCKETS;
    let above = 0;
    while (above + histogram[lowest - 1]! < wanted) above += histogram[--lowest]!;
    lowest--;
    let edgeCount = 0;
    for (let i = 0; i < scores.length; i++)
      if (bucketOf(scores[i]!) === lowest) edge[edgeCount++] = i;
    const sorted = edge.subarray(0, edgeCount).sort((a, b) => scores[b]! - scores[a]! || a - b);
    const chosen = sorted.subarray(0, wanted - above).sort();
    let next = 0;
    let at = 0;
    for (let i = 0; i < scores.length && at < wanted; i++) {
      const isChosen = chosen[next] === i;
      if (isChosen) next++;
      if (isChosen || bucketOf(scores[i]!) > lowest) out[at++] = i;
    }
  };
}

/**
 * How many of the eight cells around a set cell are set, over what chance would give (8 times the share of
 * cells set), averaged over terms. 1 means scattered at random; a readable map has 8 or more.
 */
export function neighbourLift({ rows, sizes, positions }: Codes): number {
  const set = new Uint8Array(CELLS);
  let sum = 0;
  let measured = 0;
  for (let row = 0; row < rows; row++) {
    const size = sizes[row]!;
    const code = positions.subarray(row * TERM_LIMIT, row * TERM_LIMIT + size);
    for (const cell of code) set[cell] = 1;
    let neighbours = 0;
    for (const cell of code) neighbours += neighboursSet(set, cell);
    for (const cell of code) set[cell] = 0;
    if (size < 2) continue;
    sum += neighbours / size / ((8 * size) / CELLS);
    measured++;
  }
  return measured === 0 ? 0 : sum / measured;
}

function neighboursSet(set: Uint8Array, cell: number): number {
  const row = Math.floor(cell / SIDE);
  const column = cell % SIDE;
  let count = -1;
  for (let dr = SIDE - 1; dr <= SIDE + 1; dr++)
    for (let dc = SIDE - 1; dc <= SIDE + 1; dc++)
      count += set[((row + dr) % SIDE) * SIDE + ((column + dc) % SIDE)]!;
  return count;
}
