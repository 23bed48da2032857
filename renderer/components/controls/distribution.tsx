import { range, scaleBand, scaleLinear, scalePow } from "d3";
import { type PointerEvent, type ReactNode, useRef, useState } from "react";
import { Slider, SliderThumb, SliderTrack } from "react-aria-components";
import "./distribution.css";

/** What is chosen of a distribution: everything from one value on, or the values between two. */
export type Cut = readonly [from: number] | readonly [from: number, to: number];

interface DistributionProps<C extends Cut> {
  readonly label: string;
  /** How many there are in each bin. */
  readonly counts: readonly number[];
  /** The values at which the first bin begins and the last one ends; by default bins are counted: 0 to `counts.length`. */
  readonly domain?: readonly [number, number];
  /** Between values that can be chosen, in units of `domain`. */
  readonly step?: number;
  readonly cut: C;
  /** Both ends of the axis. */
  readonly ends: readonly [string, string];
  /** What is said of a bin under the pointer. */
  readonly textOf: (bin: number) => string;
  /** What is chosen, in words; said under the bars unless all are chosen. */
  readonly said?: (cut: C) => string;
  /** Bins that are marked, each kind in a row of its own under the bars. */
  readonly marks?: readonly { readonly kind: string; readonly bins: readonly boolean[] }[];
  /** Small bins are seen beside large ones: heights grow with the root of the count. */
  readonly isRooted?: boolean;
  /** `onChange` follows the hand; otherwise it is called when a handle is let go, or moved by key. */
  readonly isLive?: boolean;
  readonly onChange: (cut: C) => void;
}

/** The lowest bar with anything in it, as a share of the highest. */
const LEAST_BAR = 0.05;

/**
 * Bars with one handle (from here on) or two (a range). Drag across the bars to choose, click for one bin, double click for
 * all; the handles move by key.
 */
export function Distribution<C extends Cut>(props: DistributionProps<C>) {
  const { label, counts, cut, ends, textOf, said, marks = [], isRooted = false } = props;
  const { domain = [0, counts.length], step = 1 } = props;
  const { shown, isMoving, reach, finish, jump } = useMove(props);
  const start = useRef<number | null>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const [least, greatest] = domain;
  const isRange = cut.length === 2;
  const [low, high = greatest] = shown;
  const isAll = low <= least && high >= greatest;
  const chosen = said && !isAll ? said(shown) : null;
  const namesBin = pointed !== null && !(isMoving && chosen);
  /** From values to bins, so that a bin's bar begins at its number. */
  const place = scaleLinear(domain, [0, counts.length]).clamp(true);
  const pointAt = (event: PointerEvent) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return width === 0 ? 0 : ((event.clientX - left) / width) * counts.length;
  };
  const binAt = (point: number) => Math.min(counts.length - 1, Math.max(0, Math.floor(point)));
  const pull = (point: number) => {
    if (start.current === null) return;
    const bins = [start.current, binAt(point)];
    const edges = isRange ? [Math.min(...bins), Math.max(...bins) + 1] : [point];
    reach(edges.map((edge) => rounded(place.invert(edge), step)) as unknown as C);
  };
  const end = () => {
    if (start.current !== null) finish();
    start.current = null;
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handles below do the same by key
    <div
      className="distribution"
      data-cut={isRange ? "range" : "line"}
      // Of the whole: the first click may bring a handle under the pointer, which the second one then meets.
      onDoubleClick={() => isRange && jump(domain as unknown as C)}
    >
      <div
        className="distribution-plot"
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          start.current = binAt(pointAt(event));
          pull(pointAt(event));
        }}
        onPointerMove={(event) => {
          setPointed(binAt(pointAt(event)));
          pull(pointAt(event));
        }}
        onPointerUp={end}
        onPointerCancel={end}
        onPointerLeave={() => setPointed(null)}
      >
        <Bars
          counts={counts}
          isRooted={isRooted}
          chosen={isAll ? null : [place(low), place(high)]}
          pointed={pointed}
        />
      </div>
      <Slider
        className="distribution-slider"
        aria-label={label}
        minValue={least}
        maxValue={greatest}
        step={step}
        value={shown.map((value) => Math.min(greatest, Math.max(least, value)))}
        onChange={(values) => reach(heldApart(values, low, { greatest, step }) as unknown as C)}
        onChangeEnd={finish}
        formatOptions={{ maximumFractionDigits: 3 }}
      >
        <SliderTrack className="distribution-track">
          {cut.map((_, index) => (
            <SliderThumb
              key={index === 0 ? "from" : "to"}
              index={index}
              className="distribution-thumb"
              aria-label={isRange ? `${label}, ${index === 0 ? "from" : "to"}` : label}
            />
          ))}
        </SliderTrack>
      </Slider>
      {marks.map(({ kind, bins }) => (
        <Plot key={kind} className="distribution-marks" bins={bins.length}>
          <path data-kind={kind} d={barsPath(bins.map(Number))} />
        </Plot>
      ))}
      <div className="distribution-foot figures row gap-0 apart muted" aria-hidden="true">
        {namesBin ? (
          <span className="distribution-said">{textOf(pointed)}</span>
        ) : (
          <>
            <span>{ends[0]}</span>
            {chosen && <span className="distribution-said">{chosen}</span>}
            <span>{ends[1]}</span>
          </>
        )}
      </div>
    </div>
  );
}

interface BarsProps {
  readonly counts: readonly number[];
  readonly isRooted: boolean;
  /** Edges between which bars are chosen, in bins; null where all are. */
  readonly chosen: readonly [number, number] | null;
  readonly pointed: number | null;
}

function Bars({ counts, isRooted, chosen, pointed }: BarsProps) {
  const heightOf = scalePow([0, Math.max(1, ...counts)], [0, 1]).exponent(isRooted ? 0.5 : 1);
  const heights = counts.map((count) => (count === 0 ? 0 : Math.max(LEAST_BAR, heightOf(count))));
  const [from, to] = chosen ?? [0, counts.length];
  const isIn = (bin: number) => bin >= from && bin < to;
  const heightsWhere = (isShown: (bin: number) => boolean) =>
    heights.map((height, bin) => (isShown(bin) ? height : 0));
  return (
    <Plot className="distribution-bars" bins={counts.length}>
      {chosen && <rect className="distribution-ground" x={from} width={to - from} height={1} />}
      {pointed !== null && (
        <rect className="distribution-ground" x={pointed} width={1} height={1} />
      )}
      <path data-in d={barsPath(heightsWhere(isIn))} />
      <path d={barsPath(heightsWhere((bin) => !isIn(bin)))} />
    </Plot>
  );
}

interface PlotProps {
  readonly className: string;
  readonly bins: number;
  readonly children: ReactNode;
}

/** A unit of width for each bin and one of height, stretched to the box. */
function Plot({ className, bins, children }: PlotProps) {
  return (
    <svg
      className={className}
      viewBox={`0 0 ${bins} 1`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

/** Bars of these heights, 0 to 1, as one path: elements of their own would be slow by the thousand. */
function barsPath(heights: readonly number[]): string {
  const bands = scaleBand(range(heights.length), [0, heights.length]).paddingInner(0.1);
  const width = bands.bandwidth();
  return heights
    .map((height, bin) => height && `M${bands(bin)} 1v${-height}h${width}v${height}z`)
    .filter(Boolean)
    .join("");
}

/** The cut under the hand, and what is called for it when. */
function useMove<C extends Cut>({ cut, isLive, onChange }: DistributionProps<C>) {
  const [moving, setMoving] = useState<C | null>(null);
  const shown = moving ?? cut;
  const jump = (next: C) => {
    setMoving(null);
    onChange(next);
  };
  const reach = (next: C) => {
    if (next.every((value, index) => value === shown[index])) return;
    if (isLive) onChange(next);
    else setMoving(next);
  };
  const finish = () => moving && jump(moving);
  return { shown, isMoving: moving !== null, reach, finish, jump };
}

/** A range holds one step at least, whichever handle is pushed against the other. */
export function heldApart(
  values: readonly number[],
  low: number,
  { greatest, step }: { readonly greatest: number; readonly step: number },
): readonly number[] {
  const [from = low, to] = values;
  if (to === undefined) return [from];
  if (from === low) return [from, Math.max(to, from + step)];
  return [Math.min(from, greatest - step, to - step), to];
}

const rounded = (value: number, step: number) => {
  const perUnit = 1 / step;
  return Math.round(value * perUnit) / perUnit;
};
