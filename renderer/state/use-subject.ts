import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { evaluateQuery, exploreQuery } from "../api/subject-queries.ts";
import { type Fingerprint, labelOf } from "./fingerprint.ts";
import { type MapContent, NOTHING } from "./map-content.ts";
import { useRetina } from "./retina.ts";
import { subject } from "./subject.ts";

const NONE: readonly number[] = [];

/** The subject evaluated: its positions, unknown words, trace. Earlier answers stay until the new one has come. */
export function useEvaluatedSubject() {
  const retina = useRetina();
  const { expression, sparsity } = subject.use();
  const result = useQuery({
    ...evaluateQuery(retina?.name ?? "", expression ?? { positions: [] }, sparsity),
    enabled: retina !== null && expression !== null,
    placeholderData: keepPreviousData,
  });
  const data = expression === null ? undefined : result.data;
  return { expression, retina, result, data, positions: data?.positions ?? NONE };
}

/** Similar terms and contexts of the subject. */
export function useExploredSubject(limit = 50) {
  const { retina, positions, expression } = useEvaluatedSubject();
  const explored = useQuery({
    ...exploreQuery(retina?.name ?? "", positions, { limit }),
    enabled: retina !== null && expression !== null && positions.length > 0,
    placeholderData: keepPreviousData,
  });
  return {
    explored,
    data: expression !== null && positions.length > 0 ? explored.data : undefined,
  };
}

/** The subject as map content: one layer, and the fingerprint that pinning and exporting take. */
export function useSubjectOnMap(): MapContent {
  const { expression, retina, result, positions } = useEvaluatedSubject();
  const isStale = result.isPlaceholderData;
  return useMemo(() => {
    if (!expression || !retina) return NOTHING;
    const label = labelOf(expression);
    const fingerprint: Fingerprint | null =
      positions.length === 0 || isStale
        ? null
        : {
            id: `shown ${retina.name} ${JSON.stringify(expression)}`,
            label,
            source: expression,
            positions,
            retina,
            created: new Date().toISOString(),
          };
    return {
      title: label,
      layers: positions.length === 0 ? [] : [{ id: "subject", label, positions, colour: "first" }],
      fingerprint,
      emptyText: "No cells left",
      isStale,
    };
  }, [expression, retina, positions, isStale]);
}
