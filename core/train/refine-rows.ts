import { cellExchanger } from "../kernel/cell-exchange.ts";
import { rowProducts } from "../kernel/matrix-products.ts";
import { TERM_LIMIT } from "../retina/types.ts";
import type { Codes } from "./encode.ts";
import type { TermVectors } from "./term-vectors.ts";

/** Terms against which a round measures all others, with their codes as they were when the round began. */
export interface References {
  readonly count: number;
  /** The terms that they are. */
  readonly rows: Int32Array;
  readonly vectors: Float32Array;
  readonly sizes: Uint16Array;
  /** Square roots of the sizes. */
  readonly roots: Float32Array;
  /** 328 places a reference. */
  readonly positions: Uint16Array;
  /** References by cell: those at c are `members[offsets[c]]` up to, not including, `members[offsets[c + 1]]`. */
  readonly offsets: Uint32Array;
  readonly members: Uint16Array;
}

/** Rows to refine, and all they are measured against. */
export interface RefineInput {
  readonly vectors: TermVectors;
  readonly codes: Codes;
  readonly references: References;
  /** Wanted overlap of two full codes for cosines from -1 to 1 in equal steps. */
  readonly target: Float32Array;
  /** Added to the gain of each cell: makes crowded cells dearer and empty ones cheaper. */
  readonly bias: Float32Array;
  /** Cells exchanged at most for each term: one number for each pass over it. */
  readonly swaps: readonly number[];
  /** The rows to refine. */
  readonly rows: Int32Array;
}

/** This share of the references, those with the largest residuals, take part in the choice of cells one by one. */
const STRONGEST_SHARE = 1 / 6;
/** Of fewer references, at least so many. */
const FEWEST_STRONGEST = 500;
/** Cells are exchanged when that gains more than this for each reference; less would only oscillate. */
const LEAST_GAIN = 0.02;
/** What each set neighbour adds to the gain of a cell, for each reference. */
const NEIGHBOUR_BONUS = 8 / 6000;
const TILE = 64;

/**
 * Exchanges cells of some terms so that their overlaps with the references come closer to the target: the gain of
 * a cell is the sum of the residuals of the references that use it. Cells beside set ones gain a little, so that the
 * patches on the map stay whole.
 */
export function refineRows(input: RefineInput): void {
  const { vectors, references, codes, rows, swaps } = input;
  const { dimensions, values } = vectors;
  const products = rowProducts(references.vectors, references.count, dimensions);
  const exchange = exchangerOf(input);
  const placeOf = new Map(Array.from(references.rows, (row, place) => [row, place]));
  const block = new Float32Array(TILE * dimensions);
  for (let start = 0; start < rows.length; start += TILE) {
    const size = Math.min(TILE, rows.length - start);
    for (let r = 0; r < size; r++) {
      const from = rows[start + r]! * dimensions;
      block.set(values.subarray(from, from + dimensions), r * dimensions);
    }
    const all = products.times(block, size);
    for (let r = 0; r < size; r++) {
      const row = rows[start + r]!;
      const at = row * TERM_LIMIT;
      const code = codes.positions.subarray(at, at + codes.sizes[row]!);
      const cosines = all.subarray(r * products.stride, r * products.stride + references.count);
      exchange({ code, cosines, self: placeOf.get(row) ?? -1, swaps });
    }
  }
}

function exchangerOf({ references, target, bias }: RefineInput) {
  const { count } = references;
  return cellExchanger(
    { ...references, stride: TERM_LIMIT },
    {
      target,
      bias,
      strongest: Math.max(FEWEST_STRONGEST, count * STRONGEST_SHARE),
      bonus: NEIGHBOUR_BONUS * count,
      least: LEAST_GAIN * count,
    },
  );
}

/** Place in the target curve of a cosine. */
export const targetIndex = (cosine: number, steps: number) =>
  Math.max(0, Math.min(steps - 1, Math.floor(((cosine + 1) / 2) * steps)));
