import { queryOptions } from "@tanstack/react-query";
import type { ExpressionJson } from "../../core/api/schema/json-value.ts";
import { engineQuery } from "./query-client.ts";

export interface EvaluateOptions {
  /** Greatest share of the map to keep. */
  readonly sparsity?: number;
}

/** Step by step, with unknown words reported instead of failing. */
export const evaluateCall = (
  retina: string,
  expression: ExpressionJson,
  { sparsity = 1 }: EvaluateOptions = {},
) =>
  engineQuery(retina, "app.evaluate", {
    retina_name: retina,
    expression,
    sparsity,
  });

export const evaluateQuery = (...asked: Parameters<typeof evaluateCall>) =>
  queryOptions(evaluateCall(...asked));

/** Terms and contexts that are asked for where nobody says how many. */
export const NEAR_LIMIT = 50;

interface ExploreOptions {
  readonly limit?: number;
  readonly contextId?: number;
}

/** Similar terms and contexts of some positions. */
export const exploreCall = (
  retina: string,
  positions: readonly number[],
  { limit = NEAR_LIMIT, contextId }: ExploreOptions = {},
) =>
  engineQuery(retina, "app.explore", {
    retina_name: retina,
    positions: positions as number[],
    limit,
    ...(contextId === undefined ? {} : { context_id: contextId }),
  });

export const exploreQuery = (...asked: Parameters<typeof exploreCall>) =>
  queryOptions(exploreCall(...asked));

/** Terms that live in a part of the map. */
export const regionTermsQuery = (retina: string, positions: readonly number[]) =>
  queryOptions(
    engineQuery(retina, "app.regionTerms", {
      retina_name: retina,
      positions: positions as number[],
      by: "lift",
      limit: 50,
    }),
  );

/** What some positions share with a term: in which regions, and what chance would give. */
export const sharedQuery = (retina: string, positions: readonly number[], term: string) =>
  queryOptions(
    engineQuery(retina, "app.compare", {
      retina_name: retina,
      left: { positions: positions as number[] },
      right: { term },
      limit: 1,
    }),
  );

interface MatchOptions {
  /** Texts that a filter on the right was made of. */
  readonly examples?: readonly string[];
  /** The reader that has texts read by its encoder. */
  readonly reader?: string | undefined;
}

/** Why two expressions match: regions, words, and what would end it. */
export const matchQuery = (
  retina: string,
  left: ExpressionJson,
  right: ExpressionJson,
  { examples, reader }: MatchOptions = {},
) =>
  queryOptions(
    engineQuery(retina, "app.explainMatch", {
      retina_name: retina,
      left,
      right,
      ...(examples === undefined ? {} : { examples: [...examples] }),
      ...(reader === undefined ? {} : { reader }),
    }),
  );
