import { useMemo } from "react";
import { paletteOf } from "../../components/fingerprint-grid/palette.ts";
import { SmallMap } from "../../components/fingerprint-grid/small-map.tsx";
import { formatCount } from "../../model/format.ts";
import { hueOf, letterOf, type MapLayer } from "../../model/map/layers.ts";
import { brush } from "../../state/brush.ts";
import { hoverCell, useHover } from "../../state/hover.ts";
import { useMapTools } from "../../state/map-tools.ts";
import type { Laid } from "../../state/overlay/overlay-state.ts";
import { useTheme } from "../../state/theme.ts";

/** Each that takes part on a map of its own; all look at the same place as the large map. */
export function SideBySide({ laid }: { readonly laid: readonly Laid[] }) {
  return (
    <ul className="overlay-multiples" aria-label="Side by side">
      {laid
        .filter(({ isIn }) => isIn)
        .map((each) => (
          <Single key={each.pin.id} laid={each} />
        ))}
    </ul>
  );
}

function Single({ laid: { pin, place } }: { readonly laid: Laid }) {
  const palette = paletteOf(useTheme());
  const view = useMapTools((state) => state.view);
  const hovered = useHover(({ cell }) => cell);
  const chosen = brush.use();
  const layer = useMemo<MapLayer>(
    () => ({ id: pin.id, label: pin.label, positions: pin.positions, colour: hueOf(place) }),
    [pin, place],
  );
  return (
    <li>
      <SmallMap
        layer={layer}
        palette={palette}
        view={view}
        brush={chosen}
        hovered={hovered}
        onHover={hoverCell}
      />
      <p className="overlay-single" dir="auto">
        <strong>{letterOf(place)}</strong> {pin.label}{" "}
        <span className="muted figures">{formatCount(pin.positions.length)}</span>
      </p>
    </li>
  );
}
