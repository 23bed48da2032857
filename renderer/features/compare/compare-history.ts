import { useEffect } from "react";
import { Type } from "typebox";
import {
  type Pair,
  type PastComparison,
  pastComparisonSchema,
} from "../../model/compare/comparison.ts";
import { comparison, openPair } from "../../state/compare/comparison.ts";
import { defineSlice } from "../../state/slice.ts";

const MOST_KEPT = 30;
/** A pair counts as looked at after resting so long; what is still being typed does not. */
const REST_MS = 1500;

/** The latest comparisons, newest first. A record of looking, so undo leaves it alone. */
export const compareHistory = defineSlice("compareHistory", {
  title: "past comparisons",
  schema: Type.Array(pastComparisonSchema),
  initial: [],
  join: (saved, own) => own.reduceRight(remembered, saved),
});

const keyOf = ({ left, right }: Pair): string => JSON.stringify([left.source, right.source]);

/** Puts a comparison on top; the same pair stands there once. */
export function remembered(
  past: readonly PastComparison[],
  latest: PastComparison,
): readonly PastComparison[] {
  const key = keyOf(latest);
  return [latest, ...past.filter((each) => keyOf(each) !== key)].slice(0, MOST_KEPT);
}

/** Keeps what is compared once it rests. `cosine` is undefined while there is no answer. */
export function useRemember(cosine: number | null | undefined): void {
  const { left, right } = comparison.use();
  useEffect(() => {
    if (cosine === undefined || left.source === null || right.source === null) return;
    const timer = setTimeout(() => {
      const latest = { left, right, cosine, at: new Date().toISOString() };
      compareHistory.keep((past) => {
        const [newest] = past;
        const isSame = newest && keyOf(newest) === keyOf(latest) && newest.cosine === cosine;
        return isSame ? past : remembered(past, latest);
      });
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [left, right, cosine]);
}

export const openPast = ({ left, right }: Pair): void => openPair(left, right);
export const clearPast = (): void => compareHistory.edit("Clear past comparisons", () => []);
