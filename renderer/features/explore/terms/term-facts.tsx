import { useQuery } from "@tanstack/react-query";
import { termQuery } from "../../../api/map-queries.ts";
import { formatCount, formatShare } from "../../../model/format.ts";
import { posLabel } from "../../../model/pos-label.ts";
import { useRetina } from "../../../state/retina.ts";
import { InFilters } from "./in-filters.tsx";

const MILLION = 1_000_000;

interface TermFactsProps {
  readonly term: string;
  /** The map shows it, and says how many cells it has. */
  readonly isShown?: boolean;
}

/** What the retina knows of one term by itself. */
export function TermFacts({ term, isShown = false }: TermFactsProps) {
  const retina = useRetina();
  const { data } = useQuery({ ...termQuery(retina?.name ?? "", term), enabled: retina !== null });
  if (!data?.known) return null;
  const perMillion = data.frequency * MILLION;
  return (
    <section className="stack" aria-label={`About ${data.term}`}>
      {data.typed !== data.term && (
        <p className="muted">
          You typed “{data.typed}”; this is <bdi>{data.term}</bdi>.
        </p>
      )}
      <dl className="figures row gap-1-3 wrap">
        {data.pos_types.length > 0 && (
          <div>
            <dt className="fine muted">Kind</dt>
            <dd>{data.pos_types.map(posLabel).join(", ")}</dd>
          </div>
        )}
        {!isShown && (
          <div>
            <dt className="fine muted">Cells</dt>
            <dd>{formatCount(data.positions.length)}</dd>
          </div>
        )}
        {data.df > 0 && (
          <div>
            <dt className="fine muted">In texts</dt>
            <dd>{formatShare(data.df)}</dd>
          </div>
        )}
        {perMillion > 0 && (
          <div>
            <dt className="fine muted">Per million words</dt>
            <dd>{perMillion < 10 ? perMillion.toFixed(1) : formatCount(Math.round(perMillion))}</dd>
          </div>
        )}
        {data.rank !== null && (
          <div>
            <dt className="fine muted">Rank</dt>
            <dd>{formatCount(data.rank)}</dd>
          </div>
        )}
      </dl>
      <InFilters positions={data.positions} />
    </section>
  );
}
