import { CELLS } from "../../kernel/grid.ts";
import { TERM_LIMIT } from "../../retina/types.ts";
import { sharedFloats } from "../run/arrays.ts";
import type { TermVectors } from "../vectors/term-vectors.ts";
import type { Codes } from "./encode.ts";

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

/** References are drawn from so many of the most frequent terms. */
export const REFERENCE_POOL = 40_000;
/** Share of those terms that are references; a small corpus needs no fewer than the second number. */
const REFERENCE_SHARE = 0.15;
const FEWEST_REFERENCES = 1500;

/** A sample of the frequent terms, ascending. */
export function drawReferences(ranked: Int32Array, random: () => number): Int32Array {
  const pool = Math.min(ranked.length, REFERENCE_POOL);
  const wanted = Math.min(pool, Math.max(FEWEST_REFERENCES, Math.round(REFERENCE_SHARE * pool)));
  const chosen: number[] = [];
  for (let rank = 0; rank < pool; rank++)
    if (random() * (pool - rank) < wanted - chosen.length) chosen.push(ranked[rank]!);
  return Int32Array.from(chosen).sort();
}

/** Copies of the vectors and present codes of some terms. */
export function referencesAt(rows: Int32Array, of: TermVectors, codes: Codes): References {
  const { dimensions, values } = of;
  const vectors = sharedFloats(rows.length * dimensions);
  const sizes = Uint16Array.from(rows, (row) => codes.sizes[row]!);
  const positions = new Uint16Array(rows.length * TERM_LIMIT);
  rows.forEach((row, r) => {
    vectors.set(values.subarray(row * dimensions, (row + 1) * dimensions), r * dimensions);
    const start = row * TERM_LIMIT;
    positions.set(codes.positions.subarray(start, start + TERM_LIMIT), r * TERM_LIMIT);
  });
  const roots = Float32Array.from(sizes, (size) => Math.sqrt(size));
  return {
    count: rows.length,
    rows,
    vectors,
    sizes,
    roots,
    positions,
    ...byCell(sizes, positions),
  };
}

function byCell(sizes: Uint16Array, positions: Uint16Array) {
  const offsets = new Uint32Array(CELLS + 1);
  const each = (visit: (cell: number, reference: number) => void) => {
    for (let r = 0; r < sizes.length; r++)
      for (let k = 0; k < sizes[r]!; k++) visit(positions[r * TERM_LIMIT + k]!, r);
  };
  each((cell) => {
    offsets[cell + 1]!++;
  });
  for (let cell = 0; cell < CELLS; cell++) offsets[cell + 1]! += offsets[cell]!;
  const members = new Uint16Array(offsets[CELLS]!);
  const next = offsets.slice();
  each((cell, reference) => {
    members[next[cell]!++] = reference;
  });
  return { offsets, members };
}
