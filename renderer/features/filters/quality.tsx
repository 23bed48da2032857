import { useQuery } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { type PointerEvent, useEffect, useMemo, useRef, useState } from "react";
import { type Filter, GOALS, type Goal } from "../../../core/workspace/filters/filter-model.ts";
import { collectionFor } from "../../../core/workspace/filters/outlook.ts";
import type { Report } from "../../../core/workspace/filters/prepare-examples.ts";
import { type Expected, expectedAt } from "../../../core/workspace/filters/scored.ts";
import {
  ALLOWED,
  type Scored,
  suggestFor,
} from "../../../core/workspace/filters/threshold-goals.ts";
import { collectionsQuery } from "../../api/collection-queries.ts";
import { Button } from "../../components/controls/button.tsx";
import { formatScore } from "../../model/format.ts";
import type { BackdropState } from "../../state/filters/backdrops.ts";
import { changeFilter, changeSource, chooseExample } from "../../state/filters/filter-state.ts";
import {
  GRADES,
  notMeasurable,
  predictionNotes,
  recallWords,
  warningOf,
} from "./model/quality-story.ts";
import {
  DOT_RADIUS,
  type Dot,
  dotsPath,
  nearestDot,
  stackDots,
  stripEnd,
  stripScale,
} from "./model/strip-geometry.ts";
import { useExampleHover } from "./use-example-hover.ts";
import { useFilterReport } from "./use-filter-report.ts";
import "./quality.css";

/** The threshold among the examples, and the expected accuracy. */
export function Quality({ filter }: { readonly filter: Filter }) {
  const { report, scored, threshold, suggested, isStale, told } = useFilterReport(filter);
  if (!report || threshold === null) return null;
  const isOwn = filter.threshold !== null;
  const warning = warningOf(scored);
  return (
    <section className="quality dims stack" aria-label="Quality" data-stale={isStale || undefined}>
      <Expectation
        filter={filter}
        report={report}
        threshold={threshold}
        isSuggested={!isOwn}
        told={told}
      />
      <ThresholdStrip filter={filter} scored={scored} threshold={threshold} report={report} />
      <div className="threshold-line row apart">
        <p>
          Threshold <strong className="figures">{formatScore(threshold)}</strong>
          {isOwn ? " · yours" : ""}
        </p>
        {isOwn && suggested !== null && (
          <Button
            size="small"
            onPress={() =>
              changeFilter(filter.id, "Use the suggested threshold", (before) => ({
                ...before,
                threshold: null,
              }))
            }
          >
            <RotateCcw size={13} aria-hidden="true" /> Suggested {formatScore(suggested)}
          </Button>
        )}
      </div>
      <GoalChoice filter={filter} scored={scored} />
      {warning !== "" && <p className="stack note caution">{warning}</p>}
    </section>
  );
}

const GOAL_WORDS: Readonly<Record<Goal, string>> = {
  balanced: "best F1",
  "few-false-alarms": `at most ${ALLOWED * 100}% false positives`,
  "few-misses": `at most ${ALLOWED * 100}% false negatives`,
};

function GoalChoice({
  filter,
  scored,
}: {
  readonly filter: Filter;
  readonly scored: readonly Scored[];
}) {
  return (
    <label className="goal row">
      <span className="muted">Optimise threshold for</span>
      <select
        className="grow"
        value={filter.goal}
        onChange={({ currentTarget: { value } }) =>
          changeFilter(filter.id, "Change what the threshold favours", (before) => ({
            ...before,
            goal: GOALS.find((goal) => goal === value) ?? before.goal,
            threshold: null,
          }))
        }
      >
        {GOALS.map((goal) => {
          const isPossible = suggestFor(goal, scored, 0) !== null;
          return (
            <option key={goal} value={goal} disabled={!isPossible}>
              {GOAL_WORDS[goal]}
              {isPossible ? "" : " (needs negative examples)"}
            </option>
          );
        })}
      </select>
    </label>
  );
}

interface ExpectationProps {
  readonly filter: Filter;
  readonly report: Report;
  readonly threshold: number;
  readonly isSuggested: boolean;
  readonly told: BackdropState | null;
}

/** Expected accuracy on the rows of a collection, as a range, and what it depends on. */
function Expectation({ filter, report, threshold, isSuggested, told }: ExpectationProps) {
  const at = expectedAt(report, threshold);
  const { predicted } = report;
  const backdrop = told?.backdrop ?? null;
  const grade = isSuggested && report.band ? GRADES[report.band] : "";
  return (
    <section className="stack gap-1-2" aria-label="Expected accuracy">
      <div className="row on-baseline apart">
        <h3>Expected accuracy on new texts</h3>
        {grade !== "" && <strong>{grade}</strong>}
      </div>
      {at && <Figures at={at} />}
      <SourceChoice filter={filter} />
      <p className="muted">
        {predicted ? predictionNotes(predicted, backdrop) : notMeasurable(backdrop)}
      </p>
      {told && told.problem !== "" && <p className="stack note caution">{told.problem}</p>}
    </section>
  );
}

function Figures({ at }: { readonly at: Expected }) {
  const percent = (value: number) => `${(100 * value).toFixed(1)}%`;
  return (
    <>
      <p className="expectation-f1 figures row on-baseline apart">
        <span>
          F1 <strong>{at.low.toFixed(2)}</strong> to <strong>{at.high.toFixed(2)}</strong>
        </span>
        <span className="muted">about {at.f1.toFixed(2)}</span>
      </p>
      <div className="expectation-bar" aria-hidden="true">
        <span
          className="expectation-range"
          style={{ left: percent(at.low), width: percent(Math.max(0.005, at.high - at.low)) }}
        />
        <span className="expectation-mark" style={{ left: percent(at.f1) }} />
      </div>
      <p className="figures">{recallWords(at)}</p>
    </>
  );
}

const COLLECTION = "collection ";

/** The collection that the filter is for, or none. */
function SourceChoice({ filter }: { readonly filter: Filter }) {
  const { data } = useQuery(collectionsQuery());
  const chosen = collectionFor(filter);
  const names = data?.collections.map(({ name }) => name) ?? [];
  const known = chosen === "" || names.includes(chosen) ? names : [...names, chosen];
  return (
    <label className="goal row">
      <span className="muted">Estimate for</span>
      <select
        className="grow"
        value={chosen === "" ? "shipped" : COLLECTION + chosen}
        onChange={({ currentTarget: { value } }) =>
          changeSource(
            filter.id,
            value.startsWith(COLLECTION)
              ? { kind: "collection", name: value.slice(COLLECTION.length) }
              : { kind: "shipped" },
          )
        }
      >
        {known.map((name) => (
          <option key={name} value={COLLECTION + name}>
            {name}
          </option>
        ))}
        <option value="shipped">no collection</option>
      </select>
    </label>
  );
}

/** Pixels: dots above, the slider, dots below. */
const STACK = 56;
const TRACK = 24;
const HEIGHT = 2 * STACK + TRACK;

interface ThresholdStripProps {
  readonly filter: Filter;
  readonly scored: readonly Scored[];
  readonly threshold: number;
  readonly report: Report;
}

/** Every example is a dot at its score: matches above, others below; the slider between draws the line. */
function ThresholdStrip({ filter, scored, threshold, report }: ThresholdStripProps) {
  const [box, width] = useWidth();
  const { low, high } = report.threshold;
  // The threshold itself must not widen the strip, or it would run away under the hand that drags it.
  const end = Math.max(stripEnd([...scored.map(({ score }) => score), high]), threshold);
  const { above, below } = useMemo(() => {
    const stack = (isWanted: (item: Scored) => boolean) =>
      stackDots(scored.filter(isWanted), { end, width, height: STACK });
    const under = (dot: Dot<Scored>) => ({ ...dot, y: STACK + TRACK + dot.y });
    return {
      above: stack(({ belongs }) => belongs).map((dot) => ({ ...dot, y: STACK - dot.y })),
      below: stack(({ belongs }) => !belongs).map(under),
    };
  }, [scored, end, width]);
  const dots = useMemo(() => [...above, ...below], [above, below]);
  const [under, setUnder] = useState<string | null>(null);
  const hover = useExampleHover();
  const lit = filter.examples.find(({ id }) => id === under);
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    const found = nearestDot(dots, event.clientX - left, event.clientY - top)?.item.id ?? null;
    if (found === under) return;
    setUnder(found);
    hover(filter.examples.find(({ id }) => id === found)?.text ?? null);
  };
  const placeOf = stripScale(end, width);
  const at = placeOf(threshold);
  const chosen = dots.find(({ item }) => item.id === under);
  return (
    <div className="stack gap-half" ref={box}>
      <div className="strip-plot" style={{ height: HEIGHT }}>
        <svg
          width={width}
          height={HEIGHT}
          aria-hidden="true"
          onPointerMove={point}
          onPointerLeave={() => {
            setUnder(null);
            hover(null);
          }}
          onClick={() => under !== null && chooseExample(filter, under)}
        >
          <rect
            className="strip-range"
            x={placeOf(low)}
            width={Math.max(1, placeOf(high) - placeOf(low))}
            y={0}
            height={HEIGHT}
          />
          <path className="strip-above" d={dotsPath(above)} />
          <path className="strip-below" d={dotsPath(below)} />
          <line className="strip-line" x1={at} x2={at} y1={0} y2={HEIGHT} />
          {chosen && (
            <circle className="strip-chosen" cx={chosen.x} cy={chosen.y} r={DOT_RADIUS + 2.5} />
          )}
        </svg>
        <input
          className="strip-slider"
          style={{ top: STACK, height: TRACK }}
          type="range"
          aria-label="Threshold"
          aria-valuetext={formatScore(threshold)}
          min={0}
          max={end}
          step={0.001}
          value={threshold}
          onChange={({ currentTarget }) => {
            const value = Number(currentTarget.value);
            changeFilter(
              filter.id,
              "Move the threshold",
              (before) => ({ ...before, threshold: value }),
              "threshold",
            );
          }}
        />
      </div>
      <p className="muted clip fine" dir="auto">
        {chosen && lit
          ? `${formatScore(chosen.item.score)} · ${lit.text.slice(0, 90)}`
          : "Each dot is an example at its held-out score."}
      </p>
    </div>
  );
}

function useWidth() {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(300);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth || 300));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [box, width] as const;
}
