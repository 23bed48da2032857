import { CELLS } from "../kernel/grid.ts";
import { rowProducts } from "../kernel/matrix-products.ts";
import { TERM_LIMIT } from "../retina/types.ts";
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

/** At this share of the full evidence a term gets the fewest positions. */
const THIN_SHARE = 0.12;
const FEWEST_POSITIONS = 120;
const TASK_ROWS = 4096;
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
export interface EncodeInput {
  readonly vectors: TermVectors;
  readonly scorer: CellScorer;
  readonly codes: Codes;
  readonly first: number;
  readonly end: number;
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
  { vectors, scorer, codes }: Omit<EncodeInput, "first" | "end">,
  context: TrainContext,
): Promise<void> {
  const { count, range } = rowTasks(vectors.rows, TASK_ROWS);
  await runInOrder(context, {
    name: "encodeRows",
    count,
    input: (i) => ({ vectors, scorer, codes, ...range(i) }),
    output: () => {},
  });
}
