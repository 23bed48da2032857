import { useMemo } from "react";
import type { ExpressionJson } from "../../../../core/api/schema/json-value.ts";
import type { RetinaStamp } from "../../../../core/workspace/cells.ts";
import { call } from "../../../api/client.ts";
import type { RowPictures } from "../../../model/export-source.ts";
import { makeFingerprint } from "../../../model/fingerprint.ts";
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
        ...(retina
          ? {
              pictures: termPictures(
                listed.map(({ term }) => term),
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

/** A row of a table that stands for an expression. */
interface PicturedRow {
  readonly label: string;
  readonly source: ExpressionJson;
}

/** Rows as what pictures are made of; their cells are asked for in one call when they are wanted. */
function rowPictures(
  noun: string,
  rows: readonly PicturedRow[],
  { name, checksum = "" }: { readonly name: string; readonly checksum?: string },
): RowPictures {
  const retina: RetinaStamp = { name, checksum };
  return {
    noun,
    count: rows.length,
    key: `${checksum} ${noun} ${JSON.stringify(rows)}`,
    async load(signal) {
      const body = rows.map(({ source }) => source);
      const made = await call("expressions.evaluateBulk", { retina_name: name, body }, signal);
      return rows.map(({ label, source }, index) =>
        makeFingerprint({ label, source, positions: made[index]?.positions ?? [], retina }),
      );
    },
  };
}

/** Rows that are terms. */
const termPictures = (
  terms: readonly string[],
  retina: { readonly name: string; readonly checksum?: string },
): RowPictures =>
  rowPictures(
    "term",
    terms.map((term) => ({ label: term, source: { term } })),
    retina,
  );
