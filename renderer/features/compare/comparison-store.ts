import { byMember } from "../../model/join-content.ts";
import { defineSlice } from "../../state/slice.ts";
import type { Reading } from "./model/combinations.ts";
import {
  type CompareItem,
  type Comparison,
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
    scope: "few",
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

export function chooseScope(scope: Comparison["scope"]): void {
  if (comparison.read().scope === scope) return;
  comparison.edit(scope === "many" ? "Compare many" : "Compare a few", (before) => ({
    ...before,
    scope,
  }));
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
