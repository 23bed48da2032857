import { useMemo } from "react";
import { compare } from "../../../../core/fingerprint/metrics.ts";
import type { ReadyFilter } from "../../../model/filters/ready-filter.ts";
import { formatScore, plural } from "../../../model/format.ts";
import { useFilterStates } from "../../../state/filters/ready-filters.ts";
import { openWith } from "../../../state/open-with.ts";

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
export function InFilters({ positions }: InFiltersProps) {
  const states = useFilterStates();
  const ready = states.flatMap((state) => state.ready ?? []);
  const key = JSON.stringify(ready.map(({ id, version }) => [id, version]));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is made anew each time, its contents are not
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
            <span title={`A text belongs from ${formatScore(filter.threshold)}`}>
              {formatScore(score)} {belongs ? "· belongs" : ""}
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
