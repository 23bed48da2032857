import { rowProducts } from "../kernel/matrix-products.ts";
import { CELLS, TERM_LIMIT } from "../retina/types.ts";
import type { CellScorer } from "./cell-scores.ts";
import { rowTasks } from "./dense-steps.ts";
import { largestSelector } from "./select-largest.ts";
import { runInOrder } from "./tasks-in-order.ts";
import type { TermVectors } from "./term-vectors.ts";
import type { TrainContext } from "./types.ts";

/** Fingerprints of all terms: term t has the first `sizes[t]` of its 328 places, ascending. Shared memory. */
export interface Codes {
  readonly rows: number;
  readonly sizes: Uint16Array;
  readonly positions: Uint16Array;
}

/** Terms seen so often get all 328 positions; rarer ones fewer, in proportion to the root of the count. */
const FULL_EVIDENCE = 40;
const TASK_ROWS = 4096;
const TILE = 64;

/** Cells kept for each term as candidates of its refinement: the ones with the highest scores. */
export const CANDIDATE_CELLS = 1024;
/** Scores of candidates are kept in steps of 1/32 standard deviation. */
export const SCORE_STEPS = 32;

/** The best cells of each term, ascending, with their scores in steps. Shared memory, 3 KB a term. */
export interface Candidates {
  readonly cells: Uint16Array;
  readonly scores: Uint8Array;
}

/** Positions of a term that was seen `count` times. */
export const codeSize = (count: number) =>
  Math.round(TERM_LIMIT * Math.min(1, Math.sqrt(count / FULL_EVIDENCE)));

export function createCodes(counts: Uint32Array): Codes {
  const rows = counts.length;
  const sizes = new Uint16Array(new SharedArrayBuffer(rows * 2));
  counts.forEach((count, row) => {
    sizes[row] = codeSize(count);
  });
  return { rows, sizes, positions: new Uint16Array(new SharedArrayBuffer(rows * TERM_LIMIT * 2)) };
}

export function createCandidates(rows: number): Candidates {
  const length = rows * CANDIDATE_CELLS;
  return {
    cells: new Uint16Array(new SharedArrayBuffer(length * 2)),
    scores: new Uint8Array(new SharedArrayBuffer(length)),
  };
}

export interface EncodeInput {
  readonly vectors: TermVectors;
  readonly scorer: CellScorer;
  readonly codes: Codes;
  readonly candidates: Candidates;
  readonly first: number;
  readonly end: number;
}

/** Fills in codes and candidates of the rows `first..end-1`: the cells where each scores highest. */
export function encodeRows(input: EncodeInput): void {
  const { first, end } = input;
  const score = tileScorer(input.vectors, input.scorer);
  const keep = rowKeeper(input);
  for (let start = first; start < end; start += TILE) {
    const rows = Math.min(TILE, end - start);
    const scores = score(start, rows);
    for (let r = 0; r < rows; r++) keep(start + r, scores.subarray(r * CELLS, (r + 1) * CELLS));
  }
}

function rowKeeper({ codes, candidates }: EncodeInput) {
  const select = largestSelector(CELLS);
  const best = new Float32Array(CANDIDATE_CELLS);
  const chosen = new Uint16Array(TERM_LIMIT);
  return (row: number, scores: Float32Array): void => {
    const first = row * CANDIDATE_CELLS;
    const cells = candidates.cells.subarray(first, first + CANDIDATE_CELLS);
    select(scores, CANDIDATE_CELLS, cells);
    for (let i = 0; i < CANDIDATE_CELLS; i++) {
      best[i] = scores[cells[i]!]!;
      candidates.scores[first + i] = Math.max(0, Math.min(255, Math.round(best[i]! * SCORE_STEPS)));
    }
    const size = codes.sizes[row]!;
    select(best, size, chosen);
    for (let i = 0; i < size; i++) codes.positions[row * TERM_LIMIT + i] = cells[chosen[i]!]!;
  };
}

/** A function that gives the scores of up to 64 consecutive terms, CELLS numbers each. */
export function tileScorer({ values, dimensions }: TermVectors, scorer: CellScorer) {
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
  vectors: TermVectors,
  scorer: CellScorer,
  codes: Codes,
  candidates: Candidates,
  context: TrainContext,
): Promise<void> {
  const { count, range } = rowTasks(vectors.rows, TASK_ROWS);
  await runInOrder(context, {
    name: "encodeRows",
    count,
    input: (i) => ({ vectors, scorer, codes, candidates, ...range(i) }),
    output: () => {},
  });
}
