import { type PointerEvent, useRef } from "react";
import { Slider, SliderThumb, SliderTrack } from "react-aria-components";
import { formatCount, formatScore } from "../../model/format.ts";
import "./score-strip.css";

interface ScoreStripProps {
  readonly label: string;
  /** One more than there are bins. */
  readonly edges: readonly number[];
  readonly counts: readonly number[];
  /** Labelled rows of each bin. */
  readonly belongs: readonly number[];
  readonly not: readonly number[];
  readonly line: number;
  readonly onLine: (line: number) => void;
}

const STEPS = 1000;

/** The distribution of a score with the line from which a row belongs: drag it, or move it by key. */
export function ScoreStrip(props: ScoreStripProps) {
  const { label, edges, counts, belongs, not, line, onLine } = props;
  const bars = useRef<HTMLDivElement>(null);
  const [least = 0, greatest = 1] = [edges[0], edges.at(-1)];
  const span = greatest - least || 1;
  const most = Math.max(1, ...counts);
  const rounded = (value: number) => Math.round(value * STEPS) / STEPS;
  const pull = (event: PointerEvent) => {
    const box = bars.current?.getBoundingClientRect();
    if (!box || event.buttons !== 1) return;
    const share = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
    onLine(rounded(least + share * span));
  };
  return (
    <div className="score-strip">
      <div
        ref={bars}
        className="score-strip-bars"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          pull(event);
        }}
        onPointerMove={pull}
      >
        {counts.map((count, bin) => (
          <span
            key={edges[bin]}
            title={`${formatCount(count)} rows from ${formatScore(edges[bin] ?? 0)}: ${belongs[bin]} labelled as belonging, ${not[bin]} as not`}
            data-over={(edges[bin] ?? 0) >= line || undefined}
          >
            <i style={{ height: count === 0 ? 0 : `${4 + 96 * Math.sqrt(count / most)}%` }} />
            <b data-kind="belongs" data-some={(belongs[bin] ?? 0) > 0 || undefined} />
            <b data-kind="not" data-some={(not[bin] ?? 0) > 0 || undefined} />
          </span>
        ))}
        <span
          className="score-strip-line"
          style={{ left: `${(100 * (line - least)) / span}%` }}
          aria-hidden="true"
        />
      </div>
      <Slider
        className="score-strip-slider"
        aria-label={label}
        minValue={least}
        maxValue={greatest}
        step={1 / STEPS}
        value={Math.min(greatest, Math.max(least, line))}
        onChange={(value) => onLine(rounded(value))}
        formatOptions={{ minimumFractionDigits: 3 }}
      >
        <SliderTrack className="score-strip-track">
          <SliderThumb className="score-strip-thumb" aria-label={label} />
        </SliderTrack>
      </Slider>
      <div className="score-strip-foot figures row gap-0 apart muted" aria-hidden="true">
        <span>{formatScore(least)}</span>
        <span>{formatScore(greatest)}</span>
      </div>
    </div>
  );
}
