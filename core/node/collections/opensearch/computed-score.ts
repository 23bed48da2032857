import { closeness } from "../../../collection/closeness.ts";
import { CELLS } from "../../../kernel/grid.ts";
import { allOf } from "./combine.ts";
import type { Dsl } from "./fields.ts";
import { CLOSENESS, overlapQuery } from "./overlap.ts";

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
