import { SAMPLE_PRIME, sampleFactors } from "../../../collection/sample-key.ts";
import type { Selection } from "../../../collection/store.ts";
import { allOf, anyOf, not } from "./combine.ts";
import { type ComputedScore, scoringQuery } from "./computed-score.ts";
import type { Dsl, Fields } from "./fields.ts";
import { anyPosition, closenessOrder, leastQuery, overlapQuery, shareQuery } from "./overlap.ts";
import { isKept, predicateFilter, termsFilter } from "./predicate-filter.ts";

/** Where the random part of a selection ends; see `sampleOrder`. */
export interface SampleEnd {
  readonly key: number;
  readonly id: string;
}

export interface QueryOptions {
  readonly selection: Selection;
  readonly fields: Fields;
  /** The last row of the sample; left out for the rows it is drawn from, and where all of them belong to it. */
  readonly sampleEnd?: SampleEnd | undefined;
  /** Overlaps to count by script instead of by clauses. */
  readonly short: Readonly<Record<"like" | "region" | "scores", boolean>>;
  /** Whose overlap `_score` is; without one, only which rows there are matters. */
  readonly scored?: Scored | undefined;
}

/** `like` is the number of positions that a row shares with those of the selection. */
export type Scored = "like" | ComputedScore;

/** A selection as one query. */
export function selectionQuery(options: QueryOptions): Dsl {
  const { selection, short, scored } = options;
  const { like } = selection;
  const filter = filtersOf(options);
  if (scored === "like" && like !== undefined)
    return { bool: { must: [overlapQuery(like, short.like)], filter } };
  // To look which rows share any position takes about half of the time of counting how many.
  if (like !== undefined) filter.push(anyPosition(like));
  return scored === undefined || scored === "like"
    ? { bool: { filter } }
    : scoringQuery(scored, filter, short.scores);
}

function filtersOf({ selection, fields: all, sampleEnd, short }: QueryOptions): Dsl[] {
  const { like, least, words, where, region, labels, ids, sample } = selection;
  const fields = { ...all, isShort: short.scores };
  const filters: Dsl[] = [];
  if (like !== undefined && least !== undefined)
    filters.push(leastQuery(overlapQuery(like, short.like), like.length, least));
  if (words !== undefined)
    filters.push(...words.all.map(phrase), ...words.none.map(phrase).map(not));
  if (where !== undefined) filters.push(predicateFilter(where, fields));
  if (region !== undefined)
    filters.push(shareQuery(overlapQuery(region.positions, short.region), region.share));
  if (labels !== undefined) filters.push(predicateFilter(labels, fields));
  if (ids !== undefined) filters.push(termsFilter("id", ids.filter(isKept)));
  if (sample !== undefined && sampleEnd !== undefined)
    filters.push(untilEnd(sample.seed, sampleEnd));
  return filters;
}

const phrase = (tokens: readonly string[]): Dsl => ({
  match_phrase: { words: tokens.join(" ") },
});

const SAMPLE_KEY = "(doc['draw'].value * params.times + params.plus) % params.prime";

function sampleScript(seed: number, source: string, params: Dsl = {}): Dsl {
  return { source, params: { ...sampleFactors(seed), prime: SAMPLE_PRIME, ...params } };
}

/** The order in which a sample is drawn. */
export const sampleOrder = (seed: number): readonly Dsl[] => [
  { _script: { type: "number", order: "asc", script: sampleScript(seed, SAMPLE_KEY) } },
  { id: "asc" },
];

function untilEnd(seed: number, { key, id }: SampleEnd): Dsl {
  const compared = (operator: string): Dsl => ({
    script: { script: sampleScript(seed, `${SAMPLE_KEY} ${operator} params.key`, { key }) },
  });
  return anyOf([compared("<"), allOf([compared("=="), { range: { id: { lte: id } } }])]);
}

/** The order of an answer that is not sorted by a column. */
export const usualOrder = ({ like }: Selection): readonly Dsl[] =>
  like === undefined ? [{ id: "asc" }] : [closenessOrder(like.length), { id: "asc" }];
