import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { heatQuery } from "../../api/collection-queries.ts";
import { groundOf } from "../../model/collection/look.ts";
import { useThrottled } from "../../state/use-throttled.ts";
import { type OpenCollection, useLive } from "./use-collection.ts";

/** How many rows set each cell, under all chips. Of very many rows an estimate comes first. */
export function useHeat(open: OpenCollection) {
  const { info, look, query, isForeign } = useLive(open);
  const ground = groundOf(look);
  const wanted = useMemo(() => ({ query, ground }), [query, ground]);
  const { asked, settle } = useThrottled(wanted);
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
  const exact = useQuery({
    ...heatQuery(info.name, asked.query, asked.ground, false),
    // Under a hand the processor is for its next move.
    enabled: !isForeign && isEstimate && query === open.query,
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
