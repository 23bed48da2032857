import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Output } from "../../../../core/api/client-types.ts";
import { sharedQuery } from "../../../api/subject-queries.ts";
import { Failure, Loading } from "../../../components/controls/states.tsx";
import { RegionList } from "../../../components/explain/region-list.tsx";
import { formatShare, plural } from "../../../model/format.ts";
import { clearBrush, setBrush } from "../../../state/brush.ts";
import { useBrushedPatch } from "../../../state/brush-choice.ts";
import { hoverTerm } from "../../../state/hover.ts";
import { TermFacts } from "./term-facts.tsx";
import { formatMean } from "./use-chance.ts";
import { useSimilarTerms } from "./use-similar-terms.ts";
import { PURE, type Purity, purityOf } from "./why-near.ts";

/** One term of the list: its own figures, and why it is near: how much it shares beyond chance, in which sense, and where on the map. */
export function AboutTerm({ term }: { readonly term: string }) {
  const { retina, positions, first } = useSimilarTerms();
  const { data, isError, isFetching, error, refetch } = useQuery({
    ...sharedQuery(retina?.name ?? "", positions, term),
    enabled: retina !== null && positions.length > 0,
    placeholderData: keepPreviousData,
  });
  const chosen = useBrushedPatch(data?.regions ?? []);
  const choose = (label: string, cells: readonly number[]) => {
    if (chosen === label) clearBrush();
    else setBrush(`Choose the region ${label}`, cells);
  };
  return (
    <section className="why-similar" aria-label={`Why ${term} is near`}>
      <TermFacts term={term} />
      {isError && (
        <Failure error={error} doing="Looking for what they share" onRetry={() => void refetch()} />
      )}
      {isFetching && <Loading label="Looking for what they share" />}
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

interface InOneSenseProps {
  readonly term: string;
  readonly purity: Purity | null;
}

/** How much of the overlap lies in one sense: words of one sense alone are good to subtract. */
function InOneSense({ term, purity }: InOneSenseProps) {
  if (!purity || purity.share === 0) return null;
  return (
    <p className="muted">
      {formatShare(purity.share)} of it in the sense {purity.label}
      {purity.share >= PURE && `: subtracting ${term} takes little else away`}.
    </p>
  );
}
