import { formatPlace } from "../model/format.ts";
import type { MapLayer } from "../model/map/layers.ts";

interface CellTipProps {
  readonly position: number;
  readonly anchor: string;
  /** Region names from wide to narrow. */
  readonly path: readonly string[];
  readonly members: readonly MapLayer[];
  /** Most characteristic terms, or null until they have come. */
  readonly terms: readonly string[] | null;
  readonly load: string;
}

/** What the map says of a cell in passing. Its height does not change when the terms arrive. */
export function CellTip({ position, anchor, path, members, terms, load }: CellTipProps) {
  return (
    <div className="stack gap-half">
      <p className="cell-tip-name" dir="auto">
        {anchor || `Cell ${position}`}
      </p>
      {path.length > 0 && <p className="muted">{path.join(" › ")}</p>}
      <p className="cell-tip-terms" dir="auto">
        {terms?.join(", ") ?? " "}
      </p>
      <p className="muted">
        {members.length === 0
          ? "Not set"
          : `Set in ${members.map(({ label, letter }) => letter || label).join(", ")}`}
        {load && ` · ${load}`}
      </p>
      <p className="muted figures">
        Cell {position} · {formatPlace(position)}
      </p>
    </div>
  );
}
