import type { Filter } from "../../../core/workspace/filters/filter-model.ts";
import {
  filtersSchema,
  listOf,
  type StoredFilters,
} from "../../../core/workspace/filters/saved-filters.ts";
import { defineSlice } from "../slice.ts";
import type { EditOptions } from "../workspace.ts";

const stored = defineSlice("filters", {
  title: "the filters",
  schema: filtersSchema,
  initial: {},
});

const lists = new WeakMap<StoredFilters, readonly Filter[]>();

/** The same list for the same filters. */
function knownList(all: StoredFilters): readonly Filter[] {
  const known = lists.get(all);
  if (known) return known;
  const list = listOf(all);
  lists.set(all, list);
  return list;
}

/** Every filter of the workspace, in order. */
export const filters = {
  read: (): readonly Filter[] => knownList(stored.read()),
  use: (): readonly Filter[] => knownList(stored.use()),
  /** One undoable step; the same list is no change. */
  edit(
    label: string,
    change: (before: readonly Filter[]) => readonly Filter[],
    options?: EditOptions,
  ): void {
    stored.edit(
      label,
      (all) => {
        const before = knownList(all);
        const after = change(before);
        if (after === before) return all;
        return Object.fromEntries(inPlace(after).map((filter) => [filter.id, filter]));
      },
      options,
    );
  },
};

/** Gives a place to filters that stand where theirs does not fit; the others keep theirs. */
export function inPlace(list: readonly Filter[]): Filter[] {
  let last = 0;
  return list.map((filter, index) => {
    const next = list.slice(index + 1).find(({ place }) => place > last)?.place;
    const fits = filter.place > last && (next === undefined || filter.place < next);
    const place = fits ? filter.place : next === undefined ? last + 1 : (last + next) / 2;
    last = place;
    return fits ? filter : { ...filter, place };
  });
}
