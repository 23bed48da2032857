import { closeness } from "../../../collection/port/cells.ts";
import { CELLS } from "../../../kernel/grid.ts";
import type { Dsl } from "./dsl.ts";
import { allOf } from "./dsl.ts";

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
const CLOSENESS = `
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

/**
 * A score as it is kept: the positions it was made of, and its number. Each row says how many scores there had been when it
 * was written (`since`), and has those that came later. So a score of all rows is one change of the list of collections,
 * and there is no moment at which some rows have it and others do not.
 */
export interface ComputedScore {
  readonly number: number;
  readonly positions: readonly number[];
}

/** What the index keeps of a row that decides about its scores. */
export interface ScoredSource {
  readonly cells: readonly number[];
  readonly since: number;
}

/** The parts of a row that `scoreReader` needs. */
export const SCORED_PARTS: readonly string[] = ["cells", "since"];

/** The rows that have the score. */
export const hasScore = ({ number }: ComputedScore): Dsl => ({
  range: { since: { lte: number } },
});

/** Of all rows, the positions each shares with those of the score as `_score`, 0 where there are none. */
export function scoringQuery(
  { positions }: ComputedScore,
  filters: readonly Dsl[],
  isShort: boolean,
): Dsl {
  return { bool: { filter: [allOf(filters)], should: [overlapQuery(positions, isShort)] } };
}

/** The score of a row among those of `scoringQuery`: `params.missing` in rows that do not have it. */
const VALUE = `
  if (doc['since'].value > params.number) return params.missing;
  ${CLOSENESS}
  return closeness;`;
/** In aggregations `_score` is an object. */
const AGGREGATED = VALUE.replace("= _score;", "= _score.doubleValue();");

const paramsOf = ({ number, positions }: ComputedScore) => ({ number, size: positions.length });

/** As a value of aggregations; none in rows that do not have it. */
export const scoreValue = (score: ComputedScore): Dsl => ({
  source: AGGREGATED,
  params: { ...paramsOf(score), missing: null },
});

/** Beyond every closeness, so that rows without the score come last. */
const LAST = { asc: 2, desc: -1 } as const;

/** Works only where scores are tracked; nothing else tells the cluster that the order needs them. */
export const scoreOrder = (score: ComputedScore, order: "asc" | "desc"): Dsl => ({
  _script: {
    type: "number",
    order,
    script: { source: VALUE, params: { ...paramsOf(score), missing: LAST[order] } },
  },
});

interface Limits {
  readonly from?: string | number;
  readonly to?: string | number;
  readonly below?: string | number;
}

const IN_RANGE = `
  ${CLOSENESS}
  return closeness >= (double) params.from && closeness <= (double) params.to && closeness < (double) params.below ? 1 : 0;`;

/** The rows whose score lies in a range; those without the score do not. */
export function scoreRange(score: ComputedScore, limits: Limits, isShort: boolean): Dsl {
  const { from = -1, to = 2, below = 2 } = limits;
  const params = { from: Number(from), to: Number(to), below: Number(below) };
  const query =
    params.from > 0
      ? { bool: { filter: [hasScore(score)], must: [overlapQuery(score.positions, isShort)] } }
      : scoringQuery(score, [hasScore(score)], isShort);
  const script = { source: IN_RANGE, params: { ...params, size: score.positions.length } };
  return { script_score: { query, script, min_score: 1 } };
}

/** @returns reads the score of a row; null where it does not have it */
export function scoreReader({ number, positions }: ComputedScore) {
  const shared = sharedWith(positions);
  return ({ cells, since }: ScoredSource): number | null =>
    since > number ? null : closeness(shared(cells), cells.length, positions.length);
}

/** @returns counts how many of a row's cells are among these positions */
export function sharedWith(positions: Iterable<number>) {
  const isWanted = new Uint8Array(CELLS);
  for (const position of positions) isWanted[position] = 1;
  return (cells: readonly number[]): number => {
    let shared = 0;
    for (const cell of cells) shared += isWanted[cell] ?? 0;
    return shared;
  };
}
