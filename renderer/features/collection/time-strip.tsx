import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Pause, Play } from "lucide-react";
import { memo, useEffect, useMemo, useRef, useState } from "react";
import type { CollectionQuery } from "../../../core/api/schema/collection-types.ts";
import { timelineQuery } from "../../api/collection-queries.ts";
import { IconButton } from "../../components/controls/button.tsx";
import { Distribution } from "../../components/controls/distribution.tsx";
import { Failure } from "../../components/controls/states.tsx";
import { queryOf, withoutSlot } from "../../model/collection/restrictions.ts";
import { formatCount } from "../../model/format.ts";
import { useRegisterActions } from "../../state/actions.ts";
import { restrict, restrictOnwards, unrestrict } from "../../state/collection/collection-look.ts";
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
function useTimeRange({ info, look }: OpenCollection, column: string, live = look) {
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

interface TimePlayerProps {
  readonly open: OpenCollection;
  /** Of dates. */
  readonly column: string;
}

/** Steps per second. */
const SPEEDS = [0.5, 1, 2, 4] as const;
/** Fast changes of the whole map are what calm motion is to spare people. */
const CALM = 1;

/** Moves the chosen range through time, step by step, and begins again at the start. All of it is one step of undo. */
export const TimePlayer = memo(function TimePlayer({ open, column }: TimePlayerProps) {
  const { steps: all, range, restrictionTo } = useTimeRange(open, column);
  const steps = all.length;
  const onRange = (next: readonly [number, number], isFirst: boolean) =>
    isFirst ? restrict(restrictionTo(next)) : restrictOnwards(restrictionTo(next));
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<number>(1);
  const isCalm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  const perSecond = isCalm ? Math.min(CALM, speed) : speed;
  const [low, high] = range;
  const go = useRef(onRange);
  go.current = onRange;
  useEffect(() => {
    if (!isPlaying) return;
    const timer = setTimeout(
      () => go.current(nextRange([low, high], steps), false),
      1000 / perSecond,
    );
    return () => clearTimeout(timer);
  }, [isPlaying, perSecond, low, high, steps]);
  const toggle = () => {
    if (!isPlaying) onRange(nextRange([low, high], steps), true);
    setPlaying(!isPlaying);
  };
  useRegisterActions([
    {
      id: "collection.play-time",
      title: isPlaying ? "Stop playing through time" : "Play through time",
      group: "Collection",
      run: toggle,
    },
  ]);
  if (steps < 2) return null;
  return (
    <div className="time-player row gap-1 fixed">
      {isPlaying && (
        <select
          aria-label="Steps per second"
          title="Steps per second"
          value={speed}
          onChange={({ currentTarget }) => setSpeed(Number(currentTarget.value))}
        >
          {SPEEDS.filter((each) => !isCalm || each <= CALM).map((each) => (
            <option key={each} value={each}>
              {each} /s
            </option>
          ))}
        </select>
      )}
      <IconButton
        icon={isPlaying ? Pause : Play}
        isSmall
        label={isPlaying ? "Pause" : "Play through time"}
        isOn={isPlaying}
        onPress={toggle}
      />
    </div>
  );
});

/** One step on, as wide as before; from the end to the beginning; where everything is chosen, the first step. */
function nextRange(
  [low, high]: readonly [number, number],
  steps: number,
): readonly [number, number] {
  const width = Math.max(1, high - low);
  if (width >= steps) return [0, 1];
  return high + 1 > steps ? [0, width] : [low + 1, high + 1];
}
