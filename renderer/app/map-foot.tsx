import { SIDE } from "../../core/kernel/grid.ts";
import type { MapLayer } from "../components/fingerprint-grid/layers.ts";
import { Legend } from "../components/fingerprint-grid/legend.tsx";
import type { Palette } from "../components/fingerprint-grid/palette.ts";
import { PooledLegend } from "../components/fingerprint-grid/scale-legend.tsx";
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
}

/** Under the map: what the colours mean, or what can be done with the chosen cells. Always equally high. */
export function MapFoot({ layers, drawn, palette, set }: MapFootProps) {
  const chosen = brush.use();
  const { looks } = useLayerLooks();
  const hidden = new Set(layers.filter(({ id }) => lookOf(looks, id).isHidden).map(({ id }) => id));
  const blocks = useSettings(({ gridStyle }) => gridStyle.pooledTo);
  if (chosen.length > 0) return <BrushBar chosen={chosen} set={set} />;
  if (blocks !== SIDE) return <PooledLegend layers={drawn} blocks={blocks} palette={palette} />;
  return (
    <div className="map-foot">
      <Legend
        layers={layers}
        hidden={hidden}
        onToggle={(id) => changeLook(id, { isHidden: !hidden.has(id) })}
      />
      <SenseTools />
    </div>
  );
}
