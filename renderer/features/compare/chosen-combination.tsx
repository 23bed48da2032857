import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { regionTermsQuery } from "../../api/subject-queries.ts";
import { Button } from "../../components/controls/button.tsx";
import { Failure, Loading } from "../../components/controls/states.tsx";
import { clustersOf, mergeByName } from "../../components/fingerprint-grid/summary.ts";
import { formatCount, plural } from "../../model/format.ts";
import { useAtlas } from "../../state/atlas.ts";
import { openWith } from "../../state/open-with.ts";
import { useRetina } from "../../state/retina.ts";
import { useTermHover } from "../../state/use-term-hover.ts";
import {
  type Combination,
  expressionFor,
  type Reading,
  sentenceFor,
} from "./model/combinations.ts";
import type { Laid } from "./use-comparison-on-map.ts";

interface ChosenProps {
  readonly combination: Combination;
  readonly parts: readonly Laid[];
  readonly reading: Reading;
}

const SHOWN_TERMS = 18;
const SHOWN_REGIONS = 6;

/** One combination in words: what it is, where its cells lie, which terms live there, and the expression that gives it. */
export function ChosenCombination({ combination, parts, reading }: ChosenProps) {
  const { members, positions } = combination;
  const names = parts.map(({ name }) => name);
  const sources = parts.flatMap(({ item: { source } }) => source ?? []);
  return (
    <section className="stack at-start rule" aria-label="The chosen combination">
      <p dir="auto">
        <strong>{plural(positions.length, "cell")}.</strong> {sentenceFor(members, names, reading)}
      </p>
      <Regions positions={positions} />
      <Terms positions={positions} />
      <Button
        size="small"
        onPress={() => openWith("build", [expressionFor(members, sources, reading)])}
      >
        Build it as an expression
      </Button>
    </section>
  );
}

function Regions({ positions }: { readonly positions: readonly number[] }) {
  const atlas = useAtlas();
  if (!atlas) return null;
  const regions = mergeByName(clustersOf(positions, (position) => atlas.nameAt(position)));
  const named = regions.filter(({ name }) => name !== "").slice(0, SHOWN_REGIONS);
  if (named.length === 0) return null;
  return (
    <p className="muted figures" dir="auto">
      Near {named.map(({ name, cells }) => `${name} ${formatCount(cells)}`).join(", ")}
    </p>
  );
}

function Terms({ positions }: { readonly positions: readonly number[] }) {
  const retina = useRetina();
  const hover = useTermHover();
  const terms = useQuery({
    ...regionTermsQuery(retina?.name ?? "", positions),
    enabled: retina !== null,
    placeholderData: keepPreviousData,
  });
  return (
    <div className="combination-terms row wrap">
      {terms.isPending && <Loading label="Ranking the terms" />}
      {terms.isError && <Failure error={terms.error} doing="Ranking the terms" />}
      {terms.data?.rows.slice(0, SHOWN_TERMS).map(({ term }) => (
        <button
          key={term}
          type="button"
          className="press link clip"
          dir="auto"
          onClick={() => openWith("similar", [{ term }])}
          onPointerEnter={() => hover(term)}
          onPointerLeave={() => hover(null)}
          onFocus={() => hover(term)}
          onBlur={() => hover(null)}
        >
          {term}
        </button>
      ))}
    </div>
  );
}
