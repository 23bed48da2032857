interface MatrixLegendProps {
  /** What the values are, e.g. "cosine". */
  readonly unit: string;
  readonly threshold: number;
  /** Cells too small for a frame are filled instead. */
  readonly isFilled: boolean;
}

/** What the shades and the frames of a matrix say; the ramp starts at zero. */
export function MatrixLegend({ unit, threshold, isFilled }: MatrixLegendProps) {
  return (
    <p className="muted row gap-1-2 wrap">
      0 <span className="matrix-ramp" aria-hidden="true" /> 1 {unit}
      <span className={isFilled ? "matrix-frame filled" : "matrix-frame"} aria-hidden="true" />
      from {threshold.toFixed(2)} on
    </p>
  );
}
