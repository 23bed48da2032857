import { Legend } from "../components/fingerprint-grid/legend.tsx";
import type { MapLayer } from "../model/map/layers.ts";
import { brush } from "../state/brush.ts";
import { toggleLayer, useHiddenLayers } from "../state/hidden-layers.ts";
import { BrushBar } from "./brush-bar.tsx";
import { SenseTools } from "./sense-tools.tsx";

interface MapFootProps {
  /** All of what is shown, hidden layers too. */
  readonly layers: readonly MapLayer[];
  readonly set: readonly number[];
  /** The cells are of another retina, so none of them can be chosen. */
  readonly isForeign: boolean;
  /** Said where no layer has a cell; "" for nothing. */
  readonly emptyText: string;
}

/** Under the map: what the colours mean, or what can be done with the selected cells. Always equally high. */
export function MapFoot({ layers, set, isForeign, emptyText }: MapFootProps) {
  const chosen = brush.use();
  const { hidden } = useHiddenLayers();
  if (chosen.length > 0 && !isForeign) return <BrushBar chosen={chosen} set={set} />;
  return (
    <div className="map-foot row gap-3 apart">
      {set.length === 0 && emptyText !== "" && (
        <p className="muted" role="status">
          {emptyText}
        </p>
      )}
      <Legend layers={layers} hidden={hidden} onToggle={toggleLayer} />
      <SenseTools />
    </div>
  );
}
