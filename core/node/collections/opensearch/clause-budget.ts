import type { Selection } from "../../../collection/store.ts";
import type { ClusterClient } from "./cluster-client.ts";
import { ClusterRefusal, clusterProblem } from "./cluster-errors.ts";
import type { QueryOptions } from "./selection-query.ts";

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
  try {
    const levels = await cluster.send<Settings>(
      {
        method: "GET",
        path: "/_cluster/settings",
        query: {
          include_defaults: true,
          flat_settings: true,
          filter_path: `*.${SETTING.replaceAll(".", "\\.")}`,
        },
      },
      [403],
    );
    const set = ["transient", "persistent", "defaults"].map((level) => levels[level]?.[SETTING]);
    return Number(set.find((value) => value !== undefined) ?? USUAL_LIMIT);
  } catch (cause) {
    if (cause instanceof ClusterRefusal) return USUAL_LIMIT;
    throw cause;
  }
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
