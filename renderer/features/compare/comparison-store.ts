import { create } from "zustand";
import { byMember } from "../../model/rebase-steps.ts";
import { defineSlice } from "../../state/slice.ts";
import type { Members, Reading } from "./model/combinations.ts";
import {
  type CompareItem,
  comparisonSchema,
  type Drawing,
  joinedItems,
  keptItems,
  MOST_ITEMS,
  NO_ITEM,
  START,
  savedComparison,
  withoutItem,
  withSlot,
} from "./model/comparison.ts";

/** How a comparison is looked at; neither undone nor saved. */
export const useCompareDesk = create<{
  /** Name of the shared region whose words are lit; null for all. */
  readonly region: string | null;
  /** Of many items the two that the map shows, by place. */
  readonly pair: readonly [left: number, right: number] | null;
  /** Which combination of the items is told about, by the items it is of. */
  readonly combination: { readonly key: string; readonly members: Members } | null;
  /** Are the nine measures unfolded? */
  readonly showsMeasures: boolean;
  /** Are the terms between the two unfolded? */
  readonly showsBridges: boolean;
  /** They were asked for by name, so the list has to come into sight. */
  readonly seeksBridges: boolean;
}>(() => ({
  region: null,
  pair: null,
  combination: null,
  showsMeasures: false,
  showsBridges: false,
  seeksBridges: false,
}));

/** Shows a pair of the list or the matrix on the map. */
export function lookAtPair(pair: readonly [number, number] | null): void {
  const { pair: before } = useCompareDesk.getState();
  if (before?.[0] === pair?.[0] && before?.[1] === pair?.[1]) return;
  useCompareDesk.setState({ pair });
}

const joinMembers = byMember(START);

export const comparison = defineSlice("compare", {
  title: "the comparison",
  schema: comparisonSchema,
  initial: START,
  saved: savedComparison,
  join: (saved, own) => ({
    ...joinMembers(saved, own),
    items: joinedItems(saved.items, own.items),
  }),
});

/** Puts something in a slot; what was compared until now can be brought back. */
export function putItem(index: number, item: CompareItem, label: string, gesture?: string): void {
  comparison.edit(
    label,
    (before) => ({
      ...before,
      items: withSlot(before.items, index).with(index, item),
      previous: keptItems(before, index, item),
    }),
    gesture === undefined ? {} : { gesture },
  );
}

export function removeItem(index: number, label: string): void {
  comparison.edit(label, (before) => ({
    ...before,
    items: withoutItem(before.items, index),
    previous: keptItems(before, index, null),
  }));
}

/** Compares these in place of what was compared, which can be brought back. */
export function compareItems(items: readonly CompareItem[], label: string): void {
  comparison.edit(label, (before) => ({
    ...before,
    items: items.slice(0, MOST_ITEMS),
    previous: before.items.some(({ source }) => source !== null) ? before.items : before.previous,
  }));
}

/** Fills the first slot that is free; of eight the last gives way. */
export function addItem(item: CompareItem, label: string): void {
  const { items } = comparison.read();
  const free = items.findIndex(({ source }) => source === null);
  putItem(Math.min(free < 0 ? items.length : free, MOST_ITEMS - 1), item, label);
}

export function swapItems(): void {
  comparison.edit("Swap the two", (before) => {
    const [first = NO_ITEM, second = NO_ITEM, ...others] = before.items;
    return { ...before, items: [second, first, ...others] };
  });
}

export function comparePrevious(): void {
  comparison.edit("Compare again what was compared before", (before) =>
    before.previous ? { ...before, items: before.previous, previous: before.items } : before,
  );
}

export function setThreshold(threshold: number): void {
  comparison.edit("Set the threshold for close", (before) => ({ ...before, threshold }), {
    gesture: "compare threshold",
  });
}

const EFFECTS: Readonly<Record<Drawing, string>> = {
  colours: "Draw in colours",
  side: "Draw side by side",
  heat: "Draw as heat",
};

export function setDrawing(drawing: Drawing): void {
  comparison.edit(EFFECTS[drawing], (before) => ({ ...before, drawing }));
}

export function setReading(reading: Reading): void {
  comparison.edit(
    reading === "exact" ? "Read as exactly these" : "Read as at least these",
    (before) => ({ ...before, reading }),
  );
}
