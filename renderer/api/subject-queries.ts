import { queryOptions } from "@tanstack/react-query";
import type { ExpressionJson } from "../../core/api/schema/json-value.ts";
import { call } from "./client.ts";
import { engineQuery, queryClient } from "./query-client.ts";

interface EvaluateOptions {
  /** Greatest share of the map to keep. */
  readonly sparsity?: number;
}

/** Step by step, with unknown words reported instead of failing. */
export const evaluateQuery = (
  retina: string,
  expression: ExpressionJson,
  { sparsity = 1 }: EvaluateOptions = {},
) =>
  queryOptions(
    engineQuery(retina, "app.evaluate", {
      retina_name: retina,
      expression,
      sparsity,
    }),
  );

/** The same, and in one answer what is near the result: `exploreQuery` has it without another question. */
export function subjectQuery(
  retina: string,
  expression: ExpressionJson,
  { sparsity = 1 }: EvaluateOptions = {},
) {
  const args = { retina_name: retina, expression, sparsity, steps: true, limit: NEAR_LIMIT };
  return queryOptions({
    queryKey: [retina, "app.explore", "subject", args] as const,
    queryFn: async ({ signal }) => {
      const { evaluation, ...near } = await call("app.explore", args, signal);
      if (evaluation === undefined) throw new Error("The answer has no evaluation.");
      const { positions } = evaluation;
      if (positions.length > 0)
        queryClient.setQueryData(exploreQuery(retina, positions).queryKey, near);
      return evaluation;
    },
  });
}

/** Terms and contexts that are asked for where nobody says how many. */
export const NEAR_LIMIT = 50;

/** Similar terms and contexts of some positions. */
export const exploreQuery = (
  retina: string,
  positions: readonly number[],
  { limit = NEAR_LIMIT, contextId }: { readonly limit?: number; readonly contextId?: number } = {},
) =>
  queryOptions(
    engineQuery(retina, "app.explore", {
      retina_name: retina,
      positions: positions as number[],
      limit,
      ...(contextId === undefined ? {} : { context_id: contextId }),
    }),
  );

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
