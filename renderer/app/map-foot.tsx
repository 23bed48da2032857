import { SIDE } from "../../core/kernel/grid.ts";
import { fogged } from "../components/fingerprint-grid/fog.ts";
import { Legend } from "../components/fingerprint-grid/legend.tsx";
import type { Palette } from "../components/fingerprint-grid/palette.ts";
import { PooledLegend } from "../components/fingerprint-grid/scale-legend.tsx";
import type { MapLayer } from "../model/map/layers.ts";
import { brush } from "../state/brush.ts";
import { changeLook, lookOf, useLayerLooks } from "../state/layer-looks.ts";
import { useSettings } from "../state/settings.ts";
import { BrushBar } from "./brush-bar.tsx";
import { SenseTools } from "./sense-tools.tsx";

interface MapFootProps {
  /** All of what is shown, and what of it is drawn now. */
  readonly layers: readonly MapLayer[];
  readonly drawn: readonly MapLayer[];
  readonly palette: Palette;
  readonly set: readonly number[];
  /** The cells are of another retina, so none of them can be chosen. */
  readonly isForeign: boolean;
  /** Said where no layer has a cell; "" for nothing. */
  readonly emptyText: string;
}

/** Which shade is the fog, while there is any. */
function FogSign({ palette }: { readonly palette: Palette }) {
  const [thick, thin] = [0, 2].map((level) => `rgb(${fogged(palette, level).join(" ")})`);
  return (
    <p
      className="fog-sign muted row fixed fine"
      title="Cells side by side share hardly more terms there than any"
    >
      <span
        className="fog-swatch"
        style={{ background: `linear-gradient(to right, ${thick}, ${thin}, transparent)` }}
      />
      fog: distances mean little here
    </p>
  );
}

/** Under the map: what the colours mean, or what can be done with the selected cells. Always equally high. */
export function MapFoot({ layers, drawn, palette, set, isForeign, emptyText }: MapFootProps) {
  const chosen = brush.use();
  const { looks } = useLayerLooks();
  const hidden = new Set(layers.filter(({ id }) => lookOf(looks, id).isHidden).map(({ id }) => id));
  const blocks = useSettings(({ gridStyle }) => gridStyle.pooledTo);
  const hasFog = useSettings(({ gridStyle }) => gridStyle.showsFog);
  if (chosen.length > 0 && !isForeign) return <BrushBar chosen={chosen} set={set} />;
  if (blocks !== SIDE) return <PooledLegend layers={drawn} blocks={blocks} palette={palette} />;
  return (
    <div className="map-foot row gap-3 apart">
      {set.length === 0 && emptyText !== "" && (
        <p className="muted" role="status">
          {emptyText}
        </p>
      )}
      <Legend
        layers={layers}
        hidden={hidden}
        onToggle={(id) => changeLook(id, { isHidden: !hidden.has(id) })}
      />
      {hasFog && <FogSign palette={palette} />}
      <SenseTools />
    </div>
  );
}
