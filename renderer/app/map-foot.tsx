import { useQuery } from "@tanstack/react-query";
import { Ellipsis } from "lucide-react";
import { useMemo } from "react";
import { MenuTrigger } from "react-aria-components";
import { SIDE } from "../../core/kernel/grid.ts";
import { regionTermsQuery } from "../api/subject-queries.ts";
import { Button } from "../components/controls/button.tsx";
import { IconButton } from "../components/controls/icon-button.tsx";
import { ActionMenu } from "../components/controls/menu.tsx";
import type { MapLayer } from "../components/fingerprint-grid/layers.ts";
import { Legend } from "../components/fingerprint-grid/legend.tsx";
import type { Palette } from "../components/fingerprint-grid/palette.ts";
import { PooledLegend } from "../components/fingerprint-grid/scale-legend.tsx";
import {
  growSet,
  invertSet,
  shrinkSet,
  toPositions,
  toSet,
} from "../components/fingerprint-grid/selection.ts";
import { formatCount, plural } from "../components/format.ts";
import { brush, clearBrush, setBrush } from "../state/brush.ts";
import { changeLook, lookOf, useLayerLooks } from "../state/layer-looks.ts";
import { useMapTools } from "../state/map-tools.ts";
import { navigate } from "../state/navigation.ts";
import { restrictSubject } from "../state/restrict-subject.ts";
import { useRetina } from "../state/retina.ts";
import { useSettings } from "../state/settings.ts";
import { explore, subject } from "../state/subject.ts";

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
    <Legend
      layers={layers}
      hidden={hidden}
      onToggle={(id) => changeLook(id, { isHidden: !hidden.has(id) })}
    />
  );
}

interface BrushBarProps {
  readonly chosen: readonly number[];
  readonly set: readonly number[];
}

function BrushBar({ chosen, set }: BrushBarProps) {
  const retina = useRetina();
  const { expression } = subject.use();
  const terms = useQuery({
    ...regionTermsQuery(retina?.name ?? "", chosen),
    enabled: retina !== null,
  });
  const inside = useMemo(() => {
    const cells = toSet(chosen);
    return set.filter((position) => cells[position] === 1).length;
  }, [chosen, set]);
  const names = terms.data?.rows.slice(0, 4).map(({ term }) => term);
  const region = { positions: [...chosen] };
  const restrict = (operator: "and" | "sub") => {
    const name = plural(chosen.length, "chosen cell");
    restrictSubject({ operator, positions: chosen, name, retina: retina?.name });
    navigate("build");
  };
  return (
    <section className="brush-bar" aria-label="Chosen cells">
      <p className="brush-facts figures">
        <strong>{plural(chosen.length, "cell")}</strong>, {formatCount(inside)} set
        {names && (
          <span className="muted" dir="auto">
            {` · ${names.join(", ")}`}
          </span>
        )}
      </p>
      <div className="brush-actions">
        <Button size="small" onPress={() => explore(region)}>
          Similar terms
        </Button>
        {expression && (
          <>
            <Button size="small" onPress={() => restrict("and")}>
              Keep these
            </Button>
            <Button size="small" onPress={() => restrict("sub")}>
              Subtract these
            </Button>
          </>
        )}
        <BrushMenu chosen={chosen} />
      </div>
    </section>
  );
}

function BrushMenu({ chosen }: { readonly chosen: readonly number[] }) {
  const controls = useMapTools((state) => state.controls);
  const reshape = (label: string, change: (cells: Uint8Array) => Uint8Array) => ({
    id: label,
    label,
    run: () => setBrush(label, toPositions(change(toSet(chosen)))),
  });
  return (
    <MenuTrigger>
      <IconButton icon={Ellipsis} isSmall label="More for the chosen cells" />
      <ActionMenu
        label="Chosen cells"
        groups={[
          {
            entries: [
              reshape("Grow the selection", growSet),
              reshape("Shrink the selection", shrinkSet),
              reshape("Invert the selection", invertSet),
            ],
          },
          {
            entries: [
              {
                id: "zoom",
                label: "Zoom to the selection",
                keys: "Shift+Z",
                run: () => controls?.zoomToCells(chosen),
              },
              { id: "clear", label: "Clear the selection", keys: "Escape", run: clearBrush },
            ],
          },
        ]}
      />
    </MenuTrigger>
  );
}
