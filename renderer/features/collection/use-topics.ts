import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { topicsQuery } from "../../api/collection-queries.ts";
import type { OpenCollection } from "./use-collection.ts";

/** Regions as wide as a subject: neither a continent nor a street. */
export const TOPIC_LEVEL = 1;

/** Rows whose topics are there in a moment; reading all takes some 0.3 ms a row. */
const PART = { rows: 1000, seed: 1 };
const MANY_ROWS = 4000;

/** What the rows are about. Of many rows a random part is read first, and shown until all are. */
export function useTopics({ info, query }: OpenCollection) {
  const isMany = info.rows > MANY_ROWS && query.sample === undefined;
  const some = useQuery({
    ...topicsQuery(info.name, { ...query, sample: PART }, TOPIC_LEVEL),
    enabled: isMany,
  });
  // Fewer rows than were to be taken are all there are.
  const isEnough = some.data !== undefined && some.data.rows < PART.rows;
  const all = useQuery({
    ...topicsQuery(info.name, query, TOPIC_LEVEL),
    enabled: !isMany || some.isError || (some.isSuccess && !isEnough),
    placeholderData: keepPreviousData,
  });
  const isThere = all.data !== undefined && !all.isPlaceholderData;
  const isPart = isMany && some.data !== undefined && !isThere;
  return {
    data: isPart ? some.data : all.data,
    /** How many rows were read so far; null where it is all of them. */
    part: isPart && !isEnough && !all.isError ? some.data.rows : null,
    error: all.error,
    isFetching: some.isFetching || all.isFetching,
    isStale: !isPart && all.isPlaceholderData,
    refetch: all.refetch,
  };
}
