import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Output } from "../../../../core/api/client-types.ts";
import { compare } from "../../../../core/fingerprint/metrics.ts";
import type { ReadyFilter } from "../../../../core/workspace/filters/filter-model.ts";
import { retinaOf, termQuery } from "../../../api/map-queries.ts";
import { sharedQuery } from "../../../api/subject-queries.ts";
import { Answer } from "../../../components/controls/states.tsx";
import { RegionList } from "../../../components/explain/region-list.tsx";
import { formatCount, formatScore, formatShare, plural, posLabel } from "../../../model/format.ts";
import { clearBrush, setBrush, useBrushedPatch } from "../../../state/brush.ts";
import { useFilterStates } from "../../../state/filters/ready-filters.ts";
import { hoverTerm } from "../../../state/hover.ts";
import { openWith } from "../../../state/open-with.ts";
import { useRetina } from "../../../state/retina.ts";
import { useSimilarTerms } from "./use-similar-terms.ts";
import { formatMean, PURE, type Purity, purityOf } from "./why-near.ts";

/** One term of the list: its own figures, and why it is near: how much it shares beyond chance, in which sense, and where on the map. */
export function AboutTerm({ term }: { readonly term: string }) {
  const { retina, positions, first } = useSimilarTerms();
  const query = useQuery({
    ...sharedQuery(retina?.name ?? "", positions, term),
    enabled: retina !== null && positions.length > 0,
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  const chosen = useBrushedPatch(data?.regions ?? []);
  const choose = (label: string, cells: readonly number[]) => {
    if (chosen === label) clearBrush();
    else setBrush(`Choose the region ${label}`, cells);
  };
  return (
    <section className="why-similar" aria-label={`Why ${term} is near`}>
      <TermFacts term={term} />
      <Answer query={query} doing="Finding shared regions" waiting="Finding shared regions" />
      {data && (
        <>
          <Beyond data={data} />
          <InOneSense
            term={term}
            purity={purityOf(
              data.regions.flatMap((region) => region.positions),
              first?.contexts ?? [],
            )}
          />
          <RegionList
            regions={data.regions}
            chosen={chosen}
            onChoose={({ label, positions: cells }) => choose(label, cells)}
            onHover={(region) =>
              hoverTerm(region && { name: region.label, positions: region.positions })
            }
          />
        </>
      )}
    </section>
  );
}

/** The overlap beside what chance gives. */
function Beyond({ data }: { readonly data: Output<"app.compare"> }) {
  const { chance, regions, left, right } = data;
  const shared = regions.reduce((sum, { positions }) => sum + positions.length, 0);
  return (
    <p className="figures">
      <strong>{plural(shared, "shared cell")}</strong>
      {chance &&
        `, ${judge(shared, chance)}: random pairs of ${left.size} and ${right.size} cells share ${formatMean(chance.mean)}, 99.9% of them fewer than ${chance.p999}`}
      .
    </p>
  );
}

function judge(shared: number, { mean, p999 }: { readonly mean: number; readonly p999: number }) {
  if (shared >= p999) return "far beyond chance";
  return shared > 2 * mean ? "more than usual, but possible by chance" : "no more than chance";
}

/** How much of the overlap lies in one sense: words of one sense alone are good to subtract. */
function InOneSense({ term, purity }: { readonly term: string; readonly purity: Purity | null }) {
  if (!purity || purity.share === 0) return null;
  return (
    <p className="muted">
      {formatShare(purity.share)} of it in the sense {purity.label}
      {purity.share >= PURE && `: subtracting ${term} removes little else`}.
    </p>
  );
}

interface InFiltersProps {
  /** Of the term. */
  readonly positions: readonly number[];
}

interface Scored {
  readonly filter: ReadyFilter;
  readonly score: number;
  readonly belongs: boolean;
}

/** How near a term is to each category filter, those it would belong to first. */
function InFilters({ positions }: InFiltersProps) {
  const states = useFilterStates();
  const ready = states.flatMap((state) => state.ready ?? []);
  const key = JSON.stringify(ready.map(({ id, version }) => [id, version]));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is made again each time, its contents are not
  const scored = useMemo(() => scoredIn(positions, ready), [positions, key]);
  if (states.length === 0) return null;
  const waiting = states.filter((state) => state.ready === null).length;
  return (
    <section className="in-filters" aria-label="In these filters">
      <h4 className="fine muted">In these filters</h4>
      <ul className="figures">
        {scored.map(({ filter, score, belongs }) => (
          <li className="row apart" key={filter.id}>
            <button
              type="button"
              className="press link clip"
              dir="auto"
              onClick={() => openWith("filters")}
            >
              {filter.name}
            </button>
            <span title={`A text matches from ${formatScore(filter.threshold)}`}>
              {formatScore(score)} {belongs ? "· matches" : ""}
            </span>
          </li>
        ))}
      </ul>
      {waiting > 0 && <p className="muted">{plural(waiting, "filter")} without cells yet</p>}
    </section>
  );
}

function scoredIn(positions: readonly number[], ready: readonly ReadyFilter[]): Scored[] {
  const own = Uint16Array.from(positions);
  return ready
    .map((filter) => {
      const score = compare(own, Uint16Array.from(filter.positions)).cosineSimilarity;
      return { filter, score, belongs: score >= filter.threshold };
    })
    .sort((a, b) => Number(b.belongs) - Number(a.belongs) || b.score - a.score);
}

const MILLION = 1_000_000;

interface TermFactsProps {
  readonly term: string;
  /** Code of another language that it is a word of. */
  readonly language?: string | undefined;
  /** The map shows it, and says how many cells it has. */
  readonly isShown?: boolean;
}

/** What the retina knows of one term by itself. */
export function TermFacts({ term, language, isShown = false }: TermFactsProps) {
  const retina = useRetina();
  const { data } = useQuery({
    ...termQuery(retinaOf(retina?.name ?? "", language), term),
    enabled: retina !== null,
  });
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
