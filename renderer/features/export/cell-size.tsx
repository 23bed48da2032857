import { changeCell } from "./image-settings-store.ts";
import { extentOf } from "./model/image-limits.ts";
import { CELL_SIZES, drawnCell, type ImageSettings } from "./model/image-settings.ts";
import type { Plan } from "./model/image-sheet.ts";
import type { ImagePlan } from "./use-image-plan.ts";

/** Pixels per cell, by slider or by number, or by the width of the whole picture. */
export function CellSize({ plan: { plan, settings } }: { readonly plan: ImagePlan }) {
  const { cell } = settings;
  const change = (value: number) => {
    if (Number.isNaN(value)) return;
    const whole = Math.round(value);
    changeCell(settings, Math.min(CELL_SIZES.most, Math.max(CELL_SIZES.least, whole)));
  };
  const common = { min: CELL_SIZES.least, max: CELL_SIZES.most, step: 1, value: cell };
  return (
    <>
      <div className="choice">
        <span className="choice-label">Cell size</span>
        <div className="image-cell-size row">
          <input
            {...common}
            type="range"
            aria-label="Cell size"
            aria-valuetext={`${cell} pixels per cell`}
            onChange={({ currentTarget }) => change(currentTarget.valueAsNumber)}
          />
          <input
            {...common}
            type="number"
            className="image-input"
            aria-label="Pixels per cell"
            onChange={({ currentTarget }) => change(currentTarget.valueAsNumber)}
          />
          <span className="muted">px</span>
        </div>
      </div>
      <WidthBox key={widthOf(plan, settings)} plan={plan} settings={settings} />
    </>
  );
}

/** A wish for the whole width: cells stay whole pixels, so the next smaller width that is possible is taken. */
function WidthBox({ plan, settings }: Pick<ImagePlan, "plan" | "settings">) {
  const width = widthOf(plan, settings);
  const take = (wanted: number) => {
    if (!Number.isNaN(wanted) && wanted !== width)
      changeCell(settings, cellFor(plan, settings, wanted));
  };
  return (
    <div className="choice">
      <span className="choice-label">Maximum width</span>
      <div className="image-cell-size row">
        <input
          type="number"
          className="image-input image-width"
          aria-label="Maximum width of the picture, in pixels"
          min={1}
          defaultValue={width}
          onBlur={({ currentTarget }) => take(currentTarget.valueAsNumber)}
          onKeyDown={(event) => {
            if (event.key === "Enter") take(event.currentTarget.valueAsNumber);
          }}
        />
        <span className="muted">px</span>
      </div>
    </div>
  );
}

/** The largest cell size whose picture is not wider. */
function cellFor(plan: Plan, settings: ImageSettings, width: number): number {
  let cell: number = CELL_SIZES.most;
  while (cell > CELL_SIZES.least && widthOf(plan, { ...settings, cell }) > width) cell--;
  return cell;
}

const widthOf = (plan: Plan, settings: ImageSettings): number =>
  extentOf(plan, drawnCell(settings)).width;
