import { useMemo } from "react";
import { paletteOf } from "../../components/fingerprint-grid/palette.ts";
import { SmallMap } from "../../components/fingerprint-grid/small-map.tsx";
import { formatCount } from "../../model/format.ts";
import { brush } from "../../state/brush.ts";
import { hoverCell, useHover } from "../../state/hover.ts";
import { useMapTools } from "../../state/map-tools.ts";
import { useTheme } from "../../state/theme.ts";
import { useComparison } from "./use-comparison.ts";
import { type Laid, layerOf } from "./use-comparison-on-map.ts";

/** Each item on a map of its own; all look at the same place as the large map. */
export function SideBySide() {
  const { members } = useComparison();
  return (
    <ul className="side-by-side" aria-label="Side by side">
      {members.map((member) =>
        member.positions ? (
          <Single key={member.index} laid={member as Laid} />
        ) : (
          <li key={member.index} />
        ),
      )}
    </ul>
  );
}

function Single({ laid }: { readonly laid: Laid }) {
  const palette = paletteOf(useTheme());
  const view = useMapTools((state) => state.view);
  const hovered = useHover(({ cell }) => cell);
  const chosen = brush.use();
  const layer = useMemo(() => layerOf(laid), [laid]);
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
      <p className="clip fine" dir="auto">
        <strong>{laid.letter}</strong> {laid.name}{" "}
        <span className="muted figures">{formatCount(laid.positions.length)}</span>
      </p>
    </li>
  );
}
