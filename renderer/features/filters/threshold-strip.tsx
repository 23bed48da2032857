import { type PointerEvent, useEffect, useMemo, useRef, useState } from "react";
import type { Filter } from "../../../core/workspace/filters/filter-model.ts";
import type { Report } from "../../../core/workspace/filters/prepare-examples.ts";
import type { Scored } from "../../../core/workspace/filters/threshold-goals.ts";
import { formatScore } from "../../model/format.ts";
import { changeFilter, chooseExample } from "../../state/filters/filter-state.ts";
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
export function ThresholdStrip({ filter, scored, threshold, report }: ThresholdStripProps) {
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
