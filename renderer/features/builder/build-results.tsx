import { useMemo } from "react";
import { termPictures } from "../../api/row-pictures.ts";
import { Empty, Failure, Loading } from "../../components/controls/states.tsx";
import { SimilarTable } from "../../components/terms/similar-table.tsx";
import type { ExportSource } from "../../model/export-source.ts";
import { formatCount } from "../../model/format.ts";
import { sensesExplained } from "../../model/report/explain-senses.ts";
import { senseLooks } from "../../model/sense-colours.ts";
import { openWith } from "../../state/open-with.ts";
import { usePublish } from "../../state/publish.ts";
import {
  useEvaluatedSubject,
  useExploreAhead,
  useExploredSubject,
} from "../../state/use-subject.ts";
import { useTermHover } from "../../state/use-term-hover.ts";
import { Senses } from "./senses.tsx";
import { useContract } from "./use-contract.ts";
import { WhatChanged } from "./what-changed.tsx";

/** What the expression means: its senses, and the terms nearest to it. */
export function BuildResults() {
  useExploreAhead();
  const { expression, positions, isStale } = useEvaluatedSubject();
  const { explored, data } = useExploredSubject();
  const hover = useTermHover();
  usePublish({ exports: useResultsExport() });
  return (
    <div className="results build-results" data-stale={isStale || undefined}>
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
            {isStale && positions.length > 0 && " · from previous input"}
          </p>
          <WhatChanged />
          <Senses contexts={data.contexts} />
          <SimilarTable
            label="Similar terms"
            isNarrow
            rows={data.rows}
            senseOf={senseLooks(data.contexts)}
            onOpen={(term) => openWith("similar", [{ term }])}
            onHover={hover}
          />
        </>
      ) : (
        <Empty>
          {expression && positions.length === 0 && !isStale
            ? "No cells left, so no term is near."
            : "The terms nearest to what you build will appear here, with the cells they share."}
        </Empty>
      )}
    </div>
  );
}

/** The table of similar terms, and the call that gives it. */
function useResultsExport(): ExportSource | null {
  const { expression, label, retina } = useEvaluatedSubject();
  const { data } = useExploredSubject();
  const contract = useContract();
  return useMemo(() => {
    if (!data || !expression) return null;
    const sparsity = contract?.sparsity === undefined ? {} : { sparsity: contract.sparsity };
    return {
      name: label,
      settings: { limit: data.rows.length, ...sparsity },
      explanation: () => sensesExplained(data.contexts),
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
      ...(retina
        ? {
            pictures: termPictures(
              data.rows.map(({ term }) => term),
              retina,
            ),
          }
        : {}),
      ...(contract
        ? {
            request: {
              name: "expressions.similar" as const,
              args: {
                body: contract.expression,
                ...(retina ? { retina_name: retina.name } : {}),
                ...sparsity,
                max_results: data.rows.length,
              },
            },
          }
        : {}),
    };
  }, [data, expression, label, retina, contract]);
}
