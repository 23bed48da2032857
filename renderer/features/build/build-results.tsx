import { useMemo } from "react";
import { Empty, Failure, Loading } from "../../components/controls/states.tsx";
import { hueOf, letterOf } from "../../components/fingerprint-grid/layers.ts";
import { formatCount } from "../../components/format.ts";
import { SimilarTable } from "../../components/terms/similar-table.tsx";
import { useOfferExport } from "../../state/export-source.ts";
import { labelOf } from "../../state/fingerprint.ts";
import { explore } from "../../state/subject.ts";
import { useEvaluatedSubject, useExploredSubject } from "../../state/use-subject.ts";
import { useTermHover } from "../../state/use-term-hover.ts";

/** What the expression means: the terms nearest to it. */
export function BuildResults() {
  const { expression, retina, positions } = useEvaluatedSubject();
  const { explored, data } = useExploredSubject();
  const hover = useTermHover();
  useOfferExport(
    useMemo(() => {
      if (!data || !expression) return null;
      return {
        name: labelOf(expression, 40),
        settings: { limit: data.rows.length },
        table: () => ({
          columns: ["rank", "term", "shared cells", "share of query", "share of term", "df"],
          rows: data.rows.map((row, index) => [
            index + 1,
            row.term,
            row.score,
            row.shareOfQuery,
            row.shareOfTerm,
            row.df,
          ]),
        }),
        request: {
          name: "expressions.similar" as const,
          args: { body: expression, ...(retina ? { retina_name: retina.name } : {}) },
        },
      };
    }, [data, expression, retina]),
  );
  return (
    <div className="results">
      <h2>Similar terms</h2>
      {explored.isError && (
        <Failure
          error={explored.error}
          doing="Finding similar terms"
          onRetry={() => void explored.refetch()}
        />
      )}
      {explored.isFetching && <Loading label="Finding similar terms" />}
      {data ? (
        <>
          <p className="muted figures">
            {formatCount(data.total)} terms share a cell; the nearest first
          </p>
          <SimilarTable
            label="Similar terms"
            isNarrow
            rows={data.rows}
            senseOf={(id) => ({ colour: hueOf(id), letter: letterOf(id) })}
            onOpen={(term) => explore({ term })}
            onHover={hover}
          />
        </>
      ) : (
        <Empty>
          {expression && positions.length === 0
            ? "No cells left, so no term is near."
            : "The terms nearest to what you build will stand here, with the cells they share."}
        </Empty>
      )}
    </div>
  );
}
