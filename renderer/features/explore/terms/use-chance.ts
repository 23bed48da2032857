import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { sharedQuery } from "../../../api/subject-queries.ts";
import { useSimilarTerms } from "./use-similar-terms.ts";
import { useWhyNear } from "./why-near.ts";

/**
 * What random pairs share that are as large as the query and a term of the list, once it is asked why a term is
 * near; null where it is not known.
 */
export function useChance() {
  const { retina, positions, rows } = useSimilarTerms();
  const isAsked = useWhyNear(({ isOpen }) => isOpen);
  const term = rows[0]?.term;
  const { data } = useQuery({
    ...sharedQuery(retina?.name ?? "", positions, term ?? ""),
    enabled: isAsked && retina !== null && term !== undefined && positions.length > 0,
    placeholderData: keepPreviousData,
  });
  return term === undefined || !isAsked ? null : (data?.chance ?? null);
}

/** "7", "3.6" */
export const formatMean = (mean: number): string =>
  mean < 10 ? mean.toFixed(1) : Math.round(mean).toString();
