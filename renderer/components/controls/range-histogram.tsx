import { useState } from "react";
import { Slider, SliderThumb, SliderTrack } from "react-aria-components";
import { formatCount } from "../../model/format.ts";
import "./range-histogram.css";

interface RangeHistogramProps {
  readonly label: string;
  /** How many there are in each class. */
  readonly counts: readonly number[];
  /** Edges between classes that bound the range: 0 to `counts.length`. */
  readonly range: readonly [number, number];
  /** The value at an edge. */
  readonly format: (edge: number) => string;
  /** Once a handle is let go, or moved by key. */
  readonly onChange: (range: readonly [number, number]) => void;
}

/** A range with two handles under the distribution it cuts. */
export function RangeHistogram({ label, counts, range, format, onChange }: RangeHistogramProps) {
  const [moving, setMoving] = useState<readonly [number, number] | null>(null);
  const [low, high] = moving ?? range;
  const most = Math.max(1, ...counts);
  const pair = (values: number[]): readonly [number, number] => [
    values[0] ?? 0,
    values[1] ?? counts.length,
  ];
  return (
    <Slider
      className="range-histogram stack gap-half"
      aria-label={label}
      minValue={0}
      maxValue={counts.length}
      value={[low, high]}
      onChange={(values) => setMoving(pair(values))}
      onChangeEnd={(values) => {
        setMoving(null);
        onChange(pair(values));
      }}
    >
      <div className="range-histogram-head row gap-0 apart muted">
        <span>{label}</span>
        <output className="figures">
          {format(low)} – {format(high)}
        </output>
      </div>
      <div className="range-histogram-bars" aria-hidden="true">
        {counts.map((count, place) => (
          <span
            key={format(place)}
            title={`${formatCount(count)}, from ${format(place)}`}
            data-in={(place >= low && place < high) || undefined}
            style={{ height: `${count === 0 ? 0 : 6 + 94 * Math.sqrt(count / most)}%` }}
          />
        ))}
      </div>
      <SliderTrack className="range-histogram-track">
        <SliderThumb index={0} className="range-histogram-thumb" aria-label={`${label}, from`} />
        <SliderThumb index={1} className="range-histogram-thumb" aria-label={`${label}, to`} />
      </SliderTrack>
    </Slider>
  );
}
