import { useMemo } from "react";
import { usePublish } from "../../../state/publish.ts";
import { sensesExplained } from "../model/explain-senses.ts";
import { chipsOf } from "../model/term-filters.ts";
import { SPREADS, spreadOf } from "../similar-state.ts";
import { useContract } from "../use-contract.ts";
import type { SimilarRow } from "./similar-columns.tsx";
import type { useSimilarTerms } from "./use-similar-terms.ts";

type SimilarTerms = ReturnType<typeof useSimilarTerms>;

/** The list as a file: the chosen rows, or all that are loaded, with query and filters noted. */
export function useSimilarExport(
  { expression, label, first, retina, state, sense }: SimilarTerms,
  rows: readonly SimilarRow[],
  chosen: ReadonlySet<string>,
): void {
  const contract = useContract();
  usePublish({
    exports: useMemo(() => {
      const sparsity = contract?.sparsity === undefined ? {} : { sparsity: contract.sparsity };
      if (!expression || !first || rows.length === 0) return null;
      const listed = chosen.size > 1 ? rows.filter(({ term }) => chosen.has(term)) : rows;
      const filters = chipsOf(state.filters, undefined).map(({ label }) => label);
      return {
        name: label,
        settings: {
          query: JSON.stringify(expression),
          ...sparsity,
          filters: filters.length === 0 ? "none" : filters.join("; "),
          sense: sense?.label ?? "all",
          order: `${state.sort.column}, ${state.sort.isAscending ? "ascending" : "descending"}`,
          ...(spreadOf(state) > 0 ? { spread: SPREADS[spreadOf(state)] } : {}),
          rows: `${listed.length} of ${first.passed}${chosen.size > 1 ? " (chosen)" : ""}`,
        },
        table: () => tableOf(listed, first.contexts),
        json: () => expression,
        explanation: () => sensesExplained(first.contexts),
        ...(contract
          ? {
              request: {
                name: "expressions.similar" as const,
                args: {
                  body: contract.expression,
                  ...(retina ? { retina_name: retina.name } : {}),
                  ...sparsity,
                  max_results: listed.length,
                },
              },
            }
          : {}),
      };
    }, [expression, label, first, retina, rows, chosen, state, sense, contract]),
  });
}

const COLUMNS = [
  "rank",
  "term",
  "shared cells",
  "share of query",
  "share of term",
  "document frequency",
  "parts of speech",
  "sense",
];

function tableOf(
  rows: readonly SimilarRow[],
  senses: readonly { readonly id: number; readonly label: string }[],
) {
  const labels = new Map(senses.map(({ id, label }) => [id, label]));
  return {
    columns: COLUMNS,
    rows: rows.map((row, index) => [
      index + 1,
      row.term,
      row.score,
      row.shareOfQuery,
      row.shareOfTerm,
      row.df,
      row.pos_types.join(" "),
      row.contextId === null ? "" : (labels.get(row.contextId) ?? ""),
    ]),
  };
}
