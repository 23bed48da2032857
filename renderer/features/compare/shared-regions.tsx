import type { Output } from "../../../core/api/client-types.ts";
import { formatShare, plural } from "../../components/format.ts";
import { setBrush } from "../../state/brush.ts";
import { hoverTerm } from "../../state/hover.ts";

type Region = Output<"app.compare">["regions"][number];

/** Where on the map the two agree; a click chooses the cells. */
export function SharedRegions({ regions }: { readonly regions: readonly Region[] }) {
  if (regions.length === 0) return null;
  return (
    <section className="shared-regions" aria-label="What they share">
      <h3>What they share</h3>
      <ul>
        {regions.map((region) => (
          <li key={region.label}>
            <button
              type="button"
              className="shared-region"
              onPointerEnter={() => hoverTerm({ name: region.label, positions: region.positions })}
              onPointerLeave={() => hoverTerm(null)}
              onClick={() => setBrush(`Choose the region ${region.label}`, region.positions)}
            >
              <span className="shared-region-name" dir="auto">
                {region.label}
              </span>
              <span className="muted figures">
                {plural(region.positions.length, "cell")} · {formatShare(region.share)}
              </span>
              <span className="shared-region-terms muted" dir="auto">
                {region.terms
                  .filter((term) => term !== region.label)
                  .slice(0, 6)
                  .join(", ")}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
