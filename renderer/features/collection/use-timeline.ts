import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { CollectionQuery } from "../../../core/api/schema/collection-types.ts";
import { timelineQuery } from "../../api/collection-queries.ts";
import { countsOn, fillSteps } from "./model/time-steps.ts";

const isEverything = (query: CollectionQuery): boolean => Object.keys(query).length === 0;

/** Rows over time on the steps of the whole collection: a restriction changes heights, never the axis. */
export function useTimeline(name: string, query: CollectionQuery, column: string) {
  const whole = useQuery(timelineQuery(name, {}, column));
  const unit = whole.data?.unit;
  const part = useQuery({
    // Of everything the answer is there already.
    ...timelineQuery(name, query, column, isEverything(query) ? undefined : unit),
    enabled: unit !== undefined,
    placeholderData: keepPreviousData,
  });
  const steps = useMemo(
    () => (whole.data ? fillSteps(whole.data.steps, whole.data.unit) : []),
    [whole.data],
  );
  const counts = useMemo(() => countsOn(steps, part.data?.steps ?? []), [steps, part.data]);
  return {
    steps,
    unit: unit ?? "year",
    counts,
    isReady: part.data !== undefined,
    error: whole.error ?? part.error,
    retry: () => void Promise.all([whole.refetch(), part.refetch()]),
  } as const;
}
