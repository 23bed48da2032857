import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type PointerEvent, useMemo, useRef, useState } from "react";
import { Slider, SliderThumb, SliderTrack } from "react-aria-components";
import type { CollectionQuery } from "../../../core/api/schema/collection-types.ts";
import { timelineQuery } from "../../api/collection-queries.ts";
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
import "./time-brush.css";

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
  return (
    <section className="time-strip" aria-label="Rows over time">
      <TimeBrush
        label={column}
        counts={counts}
        range={range}
        nameOf={(step) => stepName(steps[step]!.start, unit)}
        onChange={(edges) => {
          const isAll = edges[0] === 0 && edges[1] === steps.length;
          if (isAll) unrestrict(slot, "brush over time");
          else restrict(restrictionTo(edges), "brush over time");
        }}
      />
    </section>
  );
}

type Edges = readonly [number, number];

interface TimeBrushProps {
  readonly label: string;
  /** Rows of each step, without a gap. */
  readonly counts: readonly number[];
  /** Edges between steps that bound the chosen range: 0 to `counts.length`. */
  readonly range: Edges;
  /** The name of a step: "1850s". */
  readonly nameOf: (step: number) => string;
  /** While brushing, with every step that is reached, and once more at the end. */
  readonly onChange: (range: Edges) => void;
}

/** Rows over time: drag to choose a range, click for one step, double click for all; handles move by key. */
export function TimeBrush({ label, counts, range, nameOf, onChange }: TimeBrushProps) {
  const bars = useRef<HTMLDivElement>(null);
  const start = useRef<number | null>(null);
  const last = useRef<Edges>(range);
  const [pointed, setPointed] = useState<number | null>(null);
  const [low, high] = range;
  const most = Math.max(1, ...counts);
  const isAll = low === 0 && high === counts.length;
  const stepAt = (event: PointerEvent) => {
    const box = bars.current?.getBoundingClientRect();
    if (!box || box.width === 0) return 0;
    const share = (event.clientX - box.left) / box.width;
    return Math.min(counts.length - 1, Math.max(0, Math.floor(share * counts.length)));
  };
  const choose = (next: Edges) => {
    if (last.current[0] === next[0] && last.current[1] === next[1]) return;
    last.current = next;
    onChange(next);
  };
  const between = (a: number, b: number): Edges => [Math.min(a, b), Math.max(a, b) + 1];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handles below do the same by key
    <div
      className="time-brush"
      // Of the whole: the first click may bring a handle under the pointer, which the second one then meets.
      onDoubleClick={() => {
        last.current = [0, counts.length];
        onChange(last.current);
      }}
    >
      <div
        ref={bars}
        className="time-brush-bars"
        data-brushed={!isAll || undefined}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          start.current = stepAt(event);
          last.current = range;
          choose(between(start.current, start.current));
        }}
        onPointerMove={(event) => {
          const step = stepAt(event);
          setPointed(step);
          if (start.current !== null) choose(between(start.current, step));
        }}
        onPointerUp={() => {
          start.current = null;
        }}
        onPointerLeave={() => setPointed(null)}
      >
        {counts.map((count, step) => (
          <span
            key={nameOf(step)}
            className="time-brush-bar"
            data-in={(step >= low && step < high) || undefined}
            data-pointed={step === pointed || undefined}
          >
            <span style={{ height: count === 0 ? 0 : `${4 + 96 * (count / most)}%` }} />
          </span>
        ))}
      </div>
      <Slider
        className="time-brush-slider"
        aria-label={label}
        minValue={0}
        maxValue={counts.length}
        value={[low, high]}
        onChange={(values) => {
          const [from = 0, to = counts.length] = values;
          // A range holds one step at least, whichever handle is pushed against the other.
          const least = Math.min(from, counts.length - 1);
          onChange(from === low ? [from, Math.max(to, from + 1)] : [Math.min(least, to - 1), to]);
        }}
      >
        <SliderTrack className="time-brush-track">
          <SliderThumb index={0} className="time-brush-thumb" aria-label={`${label}, from`} />
          <SliderThumb index={1} className="time-brush-thumb" aria-label={`${label}, to`} />
        </SliderTrack>
      </Slider>
      <div className="time-brush-foot figures row gap-0 apart muted" aria-hidden="true">
        {pointed === null ? (
          <>
            <span>{nameOf(0)}</span>
            <span>{nameOf(counts.length - 1)}</span>
          </>
        ) : (
          <span className="time-brush-pointed">
            {nameOf(pointed)}: {formatCount(counts[pointed] ?? 0)} rows
          </span>
        )}
      </div>
    </div>
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
