import { useEffect } from "react";
import type { Output } from "../../../core/api/client-types.ts";
import { RegionList, type RegionRow } from "../../components/explain/region-list.tsx";
import { regionRows } from "../../components/explain/region-words.ts";
import { plural } from "../../model/format.ts";
import { clearBrush, setBrush } from "../../state/brush.ts";
import { useBrushedPatch } from "../../state/brush-choice.ts";
import { hoverTerm } from "../../state/hover.ts";
import { useCompareDesk } from "./compare-desk.ts";
import { useMatch } from "./use-match.ts";

interface SharedRegionsProps {
  readonly regions: Output<"app.compare">["regions"];
}

/** Where on the map the two agree; a click chooses the cells and lights the words behind them. */
export function SharedRegions({ regions }: SharedRegionsProps) {
  const chosen = useBrushedPatch(regions);
  useEffect(() => {
    // Whoever drops the cells drops the words that they light, too.
    if (chosen === null) useCompareDesk.setState({ region: null });
  }, [chosen]);
  const { match } = useMatch();
  if (regions.length === 0) return null;
  const total = regions.reduce((sum, { positions }) => sum + positions.length, 0);
  return (
    <section className="stack" aria-label="What they share">
      <h3>What they share</h3>
      <p className="muted figures">
        {plural(total, "cell")} in {plural(regions.length, "region")}
      </p>
      <RegionList
        regions={match ? regionRows(match) : regions}
        chosen={chosen}
        onChoose={(region) => choose(region, chosen)}
        onHover={(region) =>
          hoverTerm(region && { name: region.label, positions: region.positions })
        }
      />
    </section>
  );
}

function choose({ label, positions }: RegionRow, chosen: string | null): void {
  const isChosen = chosen === label;
  useCompareDesk.setState({ region: isChosen ? null : label });
  if (isChosen) clearBrush();
  else setBrush(`Choose the region ${label}`, positions);
}
