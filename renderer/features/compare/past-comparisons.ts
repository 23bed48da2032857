import { Type } from "#typebox";
import { defineSlice } from "../../state/slice.ts";
import { compareItems } from "./comparison-store.ts";
import { type PastComparison, pastComparisonSchema } from "./model/comparison.ts";

const MOST_KEPT = 30;

/** The latest comparisons, newest first. A record of looking, so undo leaves it alone. */
export const compareHistory = defineSlice("compareHistory", {
  title: "past comparisons",
  schema: Type.Array(pastComparisonSchema),
  initial: [],
  join: (saved, own) => own.reduceRight(remembered, saved),
});

export const keyOf = ({ left, right }: Pick<PastComparison, "left" | "right">): string =>
  JSON.stringify([left.source, right.source]);

/** Puts a comparison on top; the same pair stands there once. */
export function remembered(
  past: readonly PastComparison[],
  latest: PastComparison,
): readonly PastComparison[] {
  const key = keyOf(latest);
  return [latest, ...past.filter((each) => keyOf(each) !== key)].slice(0, MOST_KEPT);
}

export const openPast = ({ left, right }: PastComparison): void =>
  compareItems([left, right], `Compare ${left.typed} and ${right.typed}`);
export const clearPast = (): void => compareHistory.edit("Clear past comparisons", () => []);
