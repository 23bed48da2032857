import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Args, Output } from "../../../core/api/client-types.ts";
import type { ExpressionJson } from "../../../core/api/json-value.ts";
import { call } from "../../api/client.ts";
import { pins } from "../../state/pins.ts";
import { useEvaluatedSubject } from "../../state/use-subject.ts";
import { similar, spreadOf } from "./similar-state.ts";
import { toExploreFilters } from "./term-filters.ts";

type Page = Output<"app.explore">;
const PAGE = 50;

/** The list page by page; what was loaded stays while the next page is on its way. */
const similarPages = (retina: string, args: Omit<Args<"app.explore">, "offset" | "limit">) =>
  infiniteQueryOptions({
    queryKey: [retina, "app.explore", "pages", args] as const,
    queryFn: ({ pageParam, signal }): Promise<Page> =>
      call("app.explore", { ...args, limit: PAGE, offset: pageParam }, signal),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((sum, { rows }) => sum + rows.length, 0);
      return loaded < last.passed && last.rows.length > 0 ? loaded : undefined;
    },
  });

/** Similar terms of the subject with everything that shapes the list. Lens and results share one answer. */
export function useSimilarTerms() {
  const evaluated = useEvaluatedSubject();
  const { retina, positions, expression, isStale, isBlocked } = evaluated;
  const state = similar.use();
  const pinned = pins.use();
  const query = JSON.stringify(expression);
  const sense = state.sense?.query === query ? state.sense : null;
  const filters = useMemo(
    () =>
      toExploreFilters(state.filters, {
        queryTerms: expression ? termsOf(expression) : [],
        pinnedTerms: pinned.flatMap(({ source }) => ("term" in source ? [source.term] : [])),
      }),
    [state.filters, expression, pinned],
  );
  const spread = spreadOf(state);
  const isAsked = retina !== null && expression !== null && positions.length > 0 && !isBlocked;
  const result = useInfiniteQuery({
    ...similarPages(retina?.name ?? "", {
      retina_name: retina?.name ?? "",
      positions: positions as number[],
      order: state.sort.column,
      ascending: state.sort.isAscending,
      ...(spread > 0 ? { spread } : {}),
      ...(filters ? { filters } : {}),
      ...(sense ? { context_id: sense.id } : {}),
    }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  const pages = isAsked ? result.data?.pages : undefined;
  const first = pages?.[0];
  const rows = useMemo(() => pages?.flatMap((page) => page.rows) ?? [], [pages]);
  return { ...evaluated, result, first, rows, state, sense, query, isStale };
}

/** The terms an expression names. */
export function termsOf(expression: ExpressionJson): string[] {
  if ("term" in expression) return [expression.term];
  for (const name of ["and", "or", "sub", "xor"] as const) {
    const operands = (expression as Record<string, readonly ExpressionJson[] | undefined>)[name];
    if (operands) return operands.flatMap(termsOf);
  }
  return [];
}
