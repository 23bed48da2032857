import type { Dsl } from "./fields.ts";

/**
 * Rows that share positions with these, each with the number of shared ones as its score, which single precision represents
 * exactly. `isShort` asks with a script over all rows instead of a clause for each position: slow, but no cluster limits
 * it.
 */
export function overlapQuery(positions: ArrayLike<number>, isShort: boolean): Dsl {
  return isShort ? overlapScript(positions) : overlapClauses(positions);
}

/** The same rows, all with the same score: one clause, whatever the number of positions. */
export const anyPosition = (positions: ArrayLike<number>): Dsl => ({
  terms: { cells: Array.from(positions) },
});

function overlapClauses(positions: ArrayLike<number>): Dsl {
  return { match: { cells: { query: Array.from(positions).join(" "), operator: "or" } } };
}

const COUNT_SHARED = `
  int shared = 0;
  for (def cell : doc['cells']) if (params.positions.containsKey(cell)) shared++;
  return shared;`;

function overlapScript(positions: ArrayLike<number>): Dsl {
  const set = Object.fromEntries(Array.from(positions, (position) => [position, true]));
  return {
    script_score: {
      query: { exists: { field: "cells" } },
      script: { source: COUNT_SHARED, params: { positions: set } },
      min_score: 1,
    },
  };
}

/** `closeness` of the overlap that `_score` holds, in the same order of operations and in double precision. */
export const CLOSENESS = `
  double shared = _score;
  double closeness = shared == 0 ? 0.0 : shared / Math.sqrt((double) (doc['size'].value * (long) params.size));`;

/** Sorts by closeness; single precision, which the cluster scores in, would confuse rows that are nearly as close. */
export const closenessOrder = (size: number): Dsl => ({
  _script: {
    type: "number",
    order: "desc",
    script: { source: `${CLOSENESS} return closeness;`, params: { size } },
  },
});

/** The rows of an overlap that are at least this close. */
export const leastQuery = (overlap: Dsl, size: number, least: number): Dsl =>
  passing(overlap, `${CLOSENESS} return closeness >= (double) params.least ? 1 : 0;`, {
    size,
    least,
  });

/** The rows of an overlap that have at least this share of their cells in it. */
export const shareQuery = (overlap: Dsl, share: number): Dsl =>
  passing(overlap, "_score / (double) doc['size'].value >= params.share ? 1 : 0", { share });

const passing = (query: Dsl, source: string, params: Dsl): Dsl => ({
  script_score: { query, script: { source, params }, min_score: 1 },
});
