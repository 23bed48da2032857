import { useEffect } from "react";
import { Type } from "typebox";
import { type PastComparison, pastComparisonSchema } from "../../model/compare/comparison.ts";
import { compareItems } from "../../state/compare/comparison.ts";
import { defineSlice } from "../../state/slice.ts";
import { usePair } from "./use-comparison.ts";

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

const keyOf = ({ left, right }: Pick<PastComparison, "left" | "right">): string =>
  JSON.stringify([left.source, right.source]);

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
  const { left, right } = usePair();
  const [first, second] = [left?.item, right?.item];
  useEffect(() => {
    if (cosine === undefined || !first || !second) return;
    const timer = setTimeout(() => {
      const latest = { left: first, right: second, cosine, at: new Date().toISOString() };
      compareHistory.keep((past) => {
        const [newest] = past;
        const isSame = newest && keyOf(newest) === keyOf(latest) && newest.cosine === cosine;
        return isSame ? past : remembered(past, latest);
      });
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [first, second, cosine]);
}

export const openPast = ({ left, right }: PastComparison): void =>
  compareItems([left, right], `Compare ${left.typed} and ${right.typed}`);
export const clearPast = (): void => compareHistory.edit("Clear past comparisons", () => []);
