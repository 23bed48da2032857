import { create } from "zustand";
import { defineSlice } from "../../state/slice.ts";
import type { Members } from "./model/combinations.ts";
import { type CompareItem, comparisonSchema, MOST_ITEMS, START } from "./model/comparison.ts";

/** How a comparison is looked at; neither undone nor saved. */
export const useCompareDesk = create<{
  /** Name of the shared region whose words are lit; null for all. */
  readonly region: string | null;
  /** The two of the matrix that the map shows, by place. */
  readonly pair: readonly [left: number, right: number] | null;
  /** The combination of the items that is described, by the items it is of. */
  readonly combination: { readonly key: string; readonly members: Members } | null;
  /** Are the nine measures unfolded? */
  readonly showsMeasures: boolean;
}>(() => ({ region: null, pair: null, combination: null, showsMeasures: false }));

/** Shows a pair of the matrix on the map. */
export function lookAtPair(pair: readonly [number, number] | null): void {
  const { pair: before } = useCompareDesk.getState();
  if (before?.[0] === pair?.[0] && before?.[1] === pair?.[1]) return;
  useCompareDesk.setState({ pair });
}

export const comparison = defineSlice("compare", {
  title: "the comparison",
  schema: comparisonSchema,
  initial: START,
});

/** Adds items behind the others; where there is no more room the last gives way. */
export function addItems(items: readonly CompareItem[], label: string): void {
  comparison.edit(label, (before) => ({
    ...before,
    items: [...before.items.slice(0, Math.max(0, MOST_ITEMS - items.length)), ...items].slice(
      0,
      MOST_ITEMS,
    ),
  }));
}

export function replaceItem(index: number, item: CompareItem, label: string): void {
  comparison.edit(label, (before) => ({ ...before, items: before.items.with(index, item) }));
}

export function removeItem(index: number, label: string): void {
  comparison.edit(label, (before) => ({
    ...before,
    items: before.items.filter((_, place) => place !== index),
  }));
}

/** Compares these instead of what was compared; undo brings the others back. */
export function compareItems(items: readonly CompareItem[], label: string): void {
  comparison.edit(label, (before) => ({ ...before, items: items.slice(0, MOST_ITEMS) }));
}

export function swapItems(): void {
  comparison.edit("Swap the two", (before) => ({ ...before, items: before.items.toReversed() }));
}

export function setThreshold(threshold: number): void {
  comparison.edit("Set the similarity threshold", (before) => ({ ...before, threshold }), {
    gesture: "compare threshold",
  });
}
