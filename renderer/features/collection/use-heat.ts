import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { heatQuery } from "../../api/collection-queries.ts";
import { groundOf } from "../../model/collection/look.ts";
import type { OpenCollection } from "./use-collection.ts";
import { usePaced } from "./use-paced.ts";
import { useRested } from "./use-rested.ts";

/** How long a hand rests until all rows are counted: before that the processor is for its next step. */
const REST_MS = 300;

/** How many rows set each cell, under all chips. Of very many rows an estimate comes first. */
export function useHeat({ info, look, query, isForeign }: OpenCollection) {
  const ground = groundOf(look);
  const wanted = useMemo(() => ({ query, ground }), [query, ground]);
  const { asked, settle } = usePaced(wanted);
  const counted = useQuery({
    ...heatQuery(info.name, asked.query, "none"),
    enabled: !isForeign && asked.ground === "ordinary",
  });
  const first = useQuery({
    ...heatQuery(info.name, asked.query, asked.ground),
    // What ordinary texts would set takes a second to work out once: the counts are painted before.
    enabled: !isForeign && (asked.ground !== "ordinary" || !counted.isPending),
    placeholderData: keepPreviousData,
  });
  const isEstimate = !first.isPlaceholderData && isPart(first.data);
  const isAtRest = useRested(asked, REST_MS);
  const exact = useQuery({
    ...heatQuery(info.name, asked.query, asked.ground, false),
    enabled: !isForeign && isEstimate && isAtRest,
  });
  settle(first.isFetching || counted.isFetching);
  // Where the chips leave out no row there is no rest to compare with.
  const hasNoRest = asked.ground === "rest" && first.data?.rows === first.data?.total;
  const other = useQuery({
    ...heatQuery(info.name, {}, "ordinary"),
    enabled: !isForeign && hasNoRest,
  });
  if (hasNoRest && other.data) return other;
  if (isEstimate && exact.data) return exact;
  return first.data === undefined && counted.data !== undefined ? counted : first;
}

/** Whether only some of the rows were counted. */
const isPart = (heat: { readonly rows: number; readonly counted: number } | undefined): boolean =>
  heat !== undefined && heat.counted < heat.rows;
