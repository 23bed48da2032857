import { CELL_SIZES, changeImage } from "./image-settings.ts";

/** Pixels a cell, by slider or by number. */
export function CellSize({ cell }: { readonly cell: number }) {
  const change = (value: number) => {
    if (Number.isNaN(value)) return;
    const whole = Math.round(value);
    changeImage({ cell: Math.min(CELL_SIZES.most, Math.max(CELL_SIZES.least, whole)) });
  };
  const common = { min: CELL_SIZES.least, max: CELL_SIZES.most, step: 1, value: cell };
  return (
    <div className="choice">
      <span className="choice-label">Cell size</span>
      <div className="image-cell-size">
        <input
          {...common}
          type="range"
          aria-label="Cell size"
          aria-valuetext={`${cell} pixels a cell`}
          onChange={({ currentTarget }) => change(currentTarget.valueAsNumber)}
        />
        <input
          {...common}
          type="number"
          className="image-input"
          aria-label="Pixels a cell"
          onChange={({ currentTarget }) => change(currentTarget.valueAsNumber)}
        />
        <span className="muted">px</span>
      </div>
    </div>
  );
}
