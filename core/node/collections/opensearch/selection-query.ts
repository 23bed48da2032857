import type { Predicate } from "../../../api/schema/collection-types.ts";
import { seedKey } from "../../../collection/port/sample-key.ts";
import type { Selection } from "../../../collection/port/store.ts";
import { dayNumber } from "../../../collection/port/time-units.ts";
import { cleanText, dayOf, fold, keyOf } from "../../../collection/port/values.ts";
import type { WordForm } from "../../../collection/port/words.ts";
import type { ClusterClient } from "./cluster-client.ts";
import { ClusterRefusal, clusterProblem } from "./cluster-problem.ts";
import { ALL, allOf, anyOf, type Dsl, NONE, not } from "./dsl.ts";
import { authorTerm, type Fields, fieldOf, foldedField, type Known, labelTerm } from "./fields.ts";
import {
  anyPosition,
  type ComputedScore,
  closenessOrder,
  hasScore,
  leastQuery,
  overlapQuery,
  scoreRange,
  scoringQuery,
  shareQuery,
} from "./overlap.ts";

/** Where the random part of a selection ends; see `sampleOrder`. */
export interface SampleEnd {
  readonly key: number;
  readonly id: string;
}

interface QueryOptions {
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
  if (words !== undefined) {
    filters.push(...words.all.map(phrase), ...words.none.map(phrase).map(not));
    if (words.any !== undefined) filters.push({ bool: { should: words.any.map(formFilter) } });
  }
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

/** `sampleKey` in whole numbers of 32 bits. */
const SAMPLE_KEY = `
  int key = (int) (doc['draw'].value ^ (long) params.seed);
  key = (key ^ (key >>> 16)) * -2048144789;
  key = (key ^ (key >>> 13)) * -1028477387;
  key = key ^ (key >>> 16);`;

/** Tokens are letters and digits, so none has a sign that a wildcard could mean. */
function formFilter({ tokens, match }: WordForm): Dsl {
  if (match === "whole") return phrase(tokens);
  const [only = ""] = tokens;
  return match === "start"
    ? { prefix: { words: { value: only } } }
    : { wildcard: { words: { value: `*${only}*` } } };
}

const sampleScript = (seed: number, result: string, params: Dsl = {}): Dsl => ({
  source: `${SAMPLE_KEY} return ${result};`,
  params: { seed: seedKey(seed), ...params },
});

/** The order in which a sample is drawn. */
export const sampleOrder = (seed: number): readonly Dsl[] => [
  { _script: { type: "number", order: "asc", script: sampleScript(seed, "key") } },
  { id: "asc" },
];

function untilEnd(seed: number, { key, id }: SampleEnd): Dsl {
  const compared = (operator: string): Dsl => ({
    script: { script: sampleScript(seed, `key ${operator} params.key`, { key }) },
  });
  return anyOf([compared("<"), allOf([compared("=="), { range: { id: { lte: id } } }])]);
}

/** The order of an answer that is not sorted by a column. */
export const usualOrder = ({ like }: Selection): readonly Dsl[] =>
  like === undefined ? [{ id: "asc" }] : [closenessOrder(like.length), { id: "asc" }];

/**
 * A condition as a filter. Opposites are moved to the leaves and "or" is no bool query, since clusters limit how deep
 * those may be nested: 32 levels of conditions become at most 17 of theirs.
 */
export function predicateFilter(node: Predicate, fields: AskedFields, isOpposite = false): Dsl {
  if ("not" in node) return predicateFilter(node.not, fields, !isOpposite);
  if ("and" in node) return combine(node.and, fields, isOpposite, isOpposite ? anyOf : allOf);
  if ("or" in node) return combine(node.or, fields, isOpposite, isOpposite ? allOf : anyOf);
  const leaf = leafFilter(node, fields);
  return isOpposite ? not(leaf) : leaf;
}

/** `isShort` counts the overlaps of scores by script. */
type AskedFields = Fields & { readonly isShort?: boolean };

type Leaf = Exclude<Predicate, { and: unknown } | { or: unknown } | { not: unknown }>;

function combine(
  parts: readonly Predicate[],
  fields: AskedFields,
  isOpposite: boolean,
  join: (filters: readonly Dsl[]) => Dsl,
): Dsl {
  return join(parts.map((part) => predicateFilter(part, fields, isOpposite)));
}

function leafFilter(node: Leaf, fields: AskedFields): Dsl {
  if ("label" in node) return labelFilter(node);
  const field = fieldOf(fields, "score" in node ? { score: node.score } : { column: node.column });
  if ("missing" in node) return missingFilter(field, node.missing);
  if (field === undefined) return NONE;
  if ("equals" in node) return oneOf(field, [node.equals]);
  if ("in" in node) return oneOf(field, node.in);
  if ("contains" in node) return containsFilter(foldedField(field.place), node.contains);
  if (field.score !== undefined) return scoreRange(field.score, node, fields.isShort ?? false);
  return rangeFilter(field, node);
}

function labelFilter({ label, is, by }: Extract<Leaf, { label: string }>): Dsl {
  const whose = by === undefined ? [] : [termsFilter("labels", [authorTerm(label, by)])];
  if (is !== "unlabelled")
    return allOf([termsFilter("labels", [labelTerm(label, is === "belongs")]), ...whose]);
  const labelled = termsFilter("labels", [labelTerm(label, true), labelTerm(label, false)]);
  return not(allOf([labelled, ...whose]));
}

function missingFilter(field: Known | undefined, isMissing: boolean): Dsl {
  if (field === undefined) return isMissing ? ALL : NONE;
  const exists =
    field.score === undefined ? { exists: { field: field.name } } : hasScore(field.score);
  return isMissing ? not(exists) : exists;
}

function oneOf({ name, type }: Known, values: readonly (string | number)[]): Dsl {
  if (type === "number") return termsFilter(name, values);
  const texts = values.map(String);
  if (type === "date") return termsFilter(name, texts.map(dayOf).map(dayNumber));
  return termsFilter(name, texts.filter(isKept).map(keyOf));
}

/** A text with half a character is never kept, so no row has it; on its way it would become another one. */
const isKept = (text: string) => cleanText(text) === text;

const termsFilter = (field: string, values: readonly (string | number)[]): Dsl =>
  values.length === 0 ? NONE : { terms: { [field]: [...new Set(values)] } };

const CONTAINS =
  "for (def value : doc[params.field]) if (value.contains(params.part)) return true; return false;";

function containsFilter(field: string, text: string): Dsl {
  return { script: { script: { source: CONTAINS, params: { field, part: fold(text) } } } };
}

function rangeFilter({ name, type }: Known, node: Extract<Leaf, { from?: unknown }>): Dsl {
  const limit = (value: string | number | undefined) =>
    type === "date" && value !== undefined ? dayNumber(dayOf(String(value))) : value;
  const limits = { gte: limit(node.from), lte: limit(node.to), lt: limit(node.below) };
  const given = Object.entries(limits).filter(([, value]) => value !== undefined);
  // `to` and `below` share one slot of the range query.
  return allOf(given.map(([operator, value]) => ({ range: { [name]: { [operator]: value } } })));
}

/** What a cluster counts as one clause each: the queries at the leaves, and every position of an overlap. */
const LEAVES = ["match_phrase", "terms", "range", "exists", "script", "match_all", "match_none"];

/** The clauses of a query, counted as the cluster does, or a little more. */
export function countClauses(query: unknown): number {
  if (Array.isArray(query)) return query.reduce((sum, part) => sum + countClauses(part), 0);
  if (typeof query !== "object" || query === null) return 0;
  return Object.entries(query).reduce((sum, [kind, inner]) => sum + clausesOf(kind, inner), 0);
}

function clausesOf(kind: string, inner: unknown): number {
  if (kind === "match") return JSON.stringify(inner).split(" ").length;
  if (kind === "script_score") return 1 + countClauses((inner as { query: unknown }).query);
  return LEAVES.includes(kind) ? 1 : countClauses(inner);
}

/** What clusters allow unless somebody changed it, and what is assumed of those that do not report it. */
const USUAL_LIMIT = 1024;
const SETTING = "indices.query.bool.max_clause_count";

/** The most clauses a query may have on this cluster. */
export async function clauseLimit(cluster: ClusterClient): Promise<number> {
  type Settings = Record<string, Record<string, string>>;
  const filter_path = `*.${SETTING.replaceAll(".", "\\.")}`;
  const query = { include_defaults: true, flat_settings: true, filter_path };
  const request = { method: "GET", path: "/_cluster/settings", query } as const;
  const levels = await cluster.attempt<Settings>(request, 403);
  if (levels instanceof ClusterRefusal) return USUAL_LIMIT;
  const set = ["transient", "persistent", "defaults"].map((level) => levels[level]?.[SETTING]);
  return Number(set.find((value) => value !== undefined) ?? USUAL_LIMIT);
}

/**
 * Builds a query of at most `limit` clauses: overlaps that would be too many are counted by script, the region's first,
 * then those of scores.
 * @throws cluster-problem where the rest alone is too much
 */
export function withinBudget<T>(
  limit: number,
  { like, region }: Selection,
  build: (short: QueryOptions["short"]) => T,
): T {
  const inRegion = region !== undefined;
  const choices = [
    { like: false, region: false, scores: false },
    ...(inRegion ? [{ like: false, region: true, scores: false }] : []),
    { like: false, region: inRegion, scores: true },
    ...(like === undefined ? [] : [{ like: true, region: inRegion, scores: true }]),
  ];
  let needed = 0;
  for (const short of choices) {
    const query = build(short);
    needed = countClauses(query);
    if (needed <= limit) return query;
  }
  throw clusterProblem(
    "clauses",
    `This query needs ${needed} clauses and the cluster allows ${limit}; ask for less at a time, or raise its setting ${SETTING}.`,
    { needed, limit },
  );
}
