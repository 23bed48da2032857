import { keepPreviousData, useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { exploreQuery } from "../../../api/subject-queries.ts";
import type { ColourName } from "../../../model/map/layers.ts";
import { senseLooks } from "../../../model/sense-colours.ts";
import type { ExploreFilters } from "../../../model/similar/explore-filters.ts";
import { type ColumnKind, similar } from "../similar-state.ts";
import { useOperation } from "../subject-on-map.ts";
import type { SimilarRow } from "./similar-columns.tsx";
import { useSimilarTerms } from "./use-similar-terms.ts";

/** Of each column. */
const LISTED = 20;

/** A column before its terms have come. */
interface Asked {
  readonly id: string;
  readonly title: string;
  readonly colour: ColourName;
  readonly letter?: string;
  readonly positions: readonly number[];
  /** Only terms of this sense of the query; undefined for all. */
  readonly contextId?: number;
}

export interface NeighbourColumn extends Asked {
  /** Undefined until they have come. */
  readonly rows: readonly SimilarRow[] | undefined;
}

/** Near terms apart: of each sense of the query, or of each of its parts, with the filters in force. */
export function useColumnTerms() {
  const { retina, first, positions, filters } = useSimilarTerms();
  const operands = useOperation()?.operands;
  const { columns: wanted } = similar.use();
  const senses = first?.contexts;
  const kinds: ColumnKind[] = [
    ...(operands ? (["parts"] as const) : []),
    ...(senses && senses.length > 1 ? (["senses"] as const) : []),
  ];
  const kind = kinds.find((each) => each === wanted) ?? kinds[0];
  const asked = useMemo(
    () => (kind === "parts" ? askParts(operands ?? []) : askSenses(senses ?? [], positions)),
    [kind, operands, senses, positions],
  );
  const results = useQueries({
    queries: asked.map(({ positions: cells, contextId }) => ({
      ...exploreQuery(retina?.name ?? "", cells, optionsOf(filters, contextId)),
      enabled: retina !== null && kind !== undefined && cells.length > 0,
      placeholderData: keepPreviousData,
    })),
  });
  const columns = asked.map(
    (column, place): NeighbourColumn => ({
      ...column,
      rows: column.positions.length === 0 ? [] : results[place]?.data?.rows,
    }),
  );
  return { kind, kinds, columns, results };
}

const optionsOf = (filters: ExploreFilters | undefined, contextId: number | undefined) => ({
  limit: LISTED,
  ...(filters ? { filters } : {}),
  ...(contextId === undefined ? {} : { contextId }),
});

type Part = { readonly label: string; readonly positions: readonly number[] };

/** Hues and letters are those of the senses in this view, so parts have none. */
const askParts = (parts: readonly Part[]): Asked[] =>
  parts.map(({ label, positions }, place) => ({
    id: `part ${place}`,
    title: label,
    colour: "text-3",
    positions,
  }));

function askSenses(
  senses: readonly (Part & { readonly id: number })[],
  positions: readonly number[],
): Asked[] {
  const looks = senseLooks(senses);
  return senses.map(({ id, label }) => ({
    id: `sense ${id}`,
    title: label,
    ...looks(id),
    positions,
    contextId: id,
  }));
}
