import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { create } from "zustand";
import { sharedQuery } from "../../../api/subject-queries.ts";
import { useSimilarTerms } from "./use-similar-terms.ts";

/** Whether it is told why a chosen term is near; about looking, so it is not saved. */
export const useWhyNear = create<{ readonly isOpen: boolean }>(() => ({ isOpen: false }));

interface Sense {
  readonly label: string;
  readonly positions: readonly number[];
}

/** A sense and how much of an overlap falls in it. */
export interface Purity {
  readonly label: string;
  readonly share: number;
}

/** From this share on an overlap counts as that of one sense. */
export const PURE = 0.8;

/** The sense that most of an overlap falls in; null for an overlap, or a query, without senses. */
export function purityOf(shared: readonly number[], senses: readonly Sense[]): Purity | null {
  if (shared.length === 0 || senses.length < 2) return null;
  const overlap = new Set(shared);
  const shares = senses.map(({ label, positions }) => ({
    label,
    share: positions.filter((position) => overlap.has(position)).length / overlap.size,
  }));
  return shares.reduce((most, each) => (each.share > most.share ? each : most));
}

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
