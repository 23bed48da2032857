import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Args, Output } from "../../../../core/api/client-types.ts";
import type { ExpressionJson } from "../../../../core/api/schema/json-value.ts";
import { call } from "../../../api/client.ts";
import { queryClient } from "../../../api/query-client.ts";
import { exploreQuery, NEAR_LIMIT } from "../../../api/subject-queries.ts";
import { useEvaluatedSubject } from "../../../state/use-subject.ts";
import { type SimilarState, similar } from "../similar-state.ts";

type Page = Output<"app.explore">;

type Listed = Omit<Args<"app.explore">, "offset" | "limit">;

/** The list page by page; what was loaded stays while the next page is on its way. */
const similarPages = (retina: string, args: Listed) =>
  infiniteQueryOptions({
    queryKey: [retina, "app.explore", "pages", args] as const,
    queryFn: ({ pageParam, signal }): Promise<Page> =>
      pageParam === 0 && isPlain(args)
        ? queryClient.fetchQuery(exploreQuery(retina, args.positions ?? []))
        : call("app.explore", { ...args, limit: NEAR_LIMIT, offset: pageParam }, signal),
    initialPageParam: 0,
    // The answer about the subject has it already: the list is drawn with the cells.
    initialData: () => {
      const first = isPlain(args)
        ? queryClient.getQueryData(exploreQuery(retina, args.positions ?? []).queryKey)
        : undefined;
      return first && { pages: [first], pageParams: [0] };
    },
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((sum, { rows }) => sum + rows.length, 0);
      return loaded < last.passed && last.rows.length > 0 ? loaded : undefined;
    },
  });

/** Whether the first page is what is asked for the senses and the map as well. */
const isPlain = ({ order, ascending, pos_type, least, context_id }: Listed): boolean =>
  order === "score" &&
  ascending === false &&
  pos_type === undefined &&
  !least &&
  context_id === undefined;

interface Asked {
  readonly retina: string;
  readonly positions: readonly number[];
  readonly expression: ExpressionJson | null;
  readonly state: SimilarState;
}

/** The list for a query, with everything that shapes it. */
function listOf({ retina, positions, expression, state }: Asked) {
  const sense = senseIn(state, expression);
  return similarPages(retina, {
    retina_name: retina,
    positions: positions as number[],
    order: state.sort.column,
    ascending: state.sort.isAscending,
    ...(state.pos === undefined ? {} : { pos_type: state.pos }),
    ...(state.least === undefined ? {} : { least: state.least }),
    ...(sense ? { context_id: sense.id } : {}),
  });
}

/** The sense that the list keeps to, as long as it is one of this query. */
const senseIn = ({ sense }: SimilarState, expression: ExpressionJson | null) =>
  sense?.query === JSON.stringify(expression) ? sense : null;

/** Similar terms of the subject. Lens and results share one answer. */
export function useSimilarTerms() {
  const evaluated = useEvaluatedSubject();
  const { retina, positions, expression, isStale } = evaluated;
  const state = similar.use();
  const name = retina?.name ?? "";
  const list = useMemo(
    () => listOf({ retina: name, positions, expression, state }),
    [name, positions, expression, state],
  );
  const isAsked = retina !== null && expression !== null && positions.length > 0;
  const result = useInfiniteQuery({ ...list, enabled: isAsked, placeholderData: keepPreviousData });
  const pages = isAsked ? result.data?.pages : undefined;
  const first = pages?.[0];
  const rows = useMemo(() => pages?.flatMap((page) => page.rows) ?? [], [pages]);
  const sense = senseIn(state, expression);
  const query = JSON.stringify(expression);
  return { ...evaluated, result, first, rows, state, sense, query, isStale };
}
