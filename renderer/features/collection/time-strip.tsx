import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { CollectionQuery } from "../../../core/api/schema/collection-types.ts";
import { timelineQuery } from "../../api/collection-queries.ts";
import { Distribution } from "../../components/controls/distribution.tsx";
import { Failure } from "../../components/controls/states.tsx";
import { queryOf, withoutSlot } from "../../model/collection/restrictions.ts";
import { formatCount } from "../../model/format.ts";
import { restrict, unrestrict } from "../../state/collection/collection-look.ts";
import {
  countsOn,
  edgesOfRange,
  fillSteps,
  rangeName,
  rangeOfSteps,
  stepName,
} from "./model/time-steps.ts";
import { type OpenCollection, useLive } from "./use-collection.ts";

interface TimeStripProps {
  readonly open: OpenCollection;
  readonly column: string;
}

/** Rows over time under the other chips; brushing it restricts everything else. */
export function TimeStrip({ open, column }: TimeStripProps) {
  const { steps, unit, counts, isReady, error, retry, slot, range, restrictionTo } = useTimeRange(
    open,
    column,
    useLive(open).look,
  );
  if (error) return <Failure error={error} doing="Counting over time" onRetry={retry} />;
  if (!isReady) return <div className="time-strip" />;
  if (steps.length < 2) return null;
  const nameOf = (step: number) => stepName(steps[step]!.start, unit);
  return (
    <section className="time-strip" aria-label="Rows over time">
      <Distribution
        label={column}
        counts={counts}
        cut={range}
        ends={[nameOf(0), nameOf(steps.length - 1)]}
        textOf={(step) => `${nameOf(step)}: ${formatCount(counts[step] ?? 0)} rows`}
        isLive
        onChange={(edges) => {
          const isAll = edges[0] === 0 && edges[1] === steps.length;
          if (isAll) unrestrict(slot, "brush over time");
          else restrict(restrictionTo(edges), "brush over time");
        }}
      />
    </section>
  );
}

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

/** The steps of time under the other chips, which of them are chosen, and the chip that others would be; `live` is under the hand. */
export function useTimeRange({ info, look }: OpenCollection, column: string, live = look) {
  const slot = `range ${column}`;
  const query = useMemo(
    () => queryOf(withoutSlot(look.restrictions, slot)),
    [look.restrictions, slot],
  );
  const timeline = useTimeline(info.name, query, column);
  const { steps, unit } = timeline;
  const own = live.restrictions.find((each) => each.kind === "range" && each.column === column);
  const restrictionTo = ([from, below]: readonly [number, number]) =>
    ({
      kind: "range",
      column,
      range: rangeOfSteps(steps, unit, from, below - 1),
      label: rangeName(steps, unit, [from, below]),
    }) as const;
  const range = edgesOfRange(steps, own?.kind === "range" ? own.range : null);
  return { ...timeline, slot, range, restrictionTo };
}
