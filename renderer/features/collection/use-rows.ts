import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { CollectionQuery } from "../../../core/api/schema/collection-types.ts";
import { rowsQuery } from "../../api/collection-queries.ts";
import type { Look } from "../../model/collection/look.ts";

const PAGE = 100;
/** The service pages no further; an export has every row. */
export const DEEPEST = 10_000;

/** Rows of a query page by page, in the order asked for. */
export function useRows(name: string, query: CollectionQuery, sort: Look["sort"]) {
  const first = rowsQuery(name, { query, sort, offset: 0, limit: PAGE });
  const result = useInfiniteQuery({
    queryKey: [...first.queryKey, "pages"],
    initialPageParam: 0,
    queryFn: ({ pageParam, ...context }) => {
      const page = rowsQuery(name, { query, sort, offset: pageParam, limit: PAGE });
      return page.queryFn!({ ...context, queryKey: page.queryKey } as never);
    },
    getNextPageParam: (last, pages) => {
      const next = pages.length * PAGE;
      return next < Math.min(last.total, DEEPEST) ? next : undefined;
    },
    placeholderData: keepPreviousData,
  });
  const { data } = result;
  const rows = useMemo(() => data?.pages.flatMap((page) => page.rows) ?? [], [data]);
  return { result, rows, total: data?.pages[0]?.total ?? 0 };
}
