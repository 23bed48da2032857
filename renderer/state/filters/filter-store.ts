import { type Filter, filterSchema } from "../../../core/workspace/filters/filter-model.ts";
import { recordOf, type Saved } from "../../../core/workspace/fit.ts";
import { defineSlice } from "../slice.ts";
import type { EditOptions } from "../workspace.ts";

/** Stored by id, so that a small change of a large filter is a small step of the journal and of undo. */
const schema = recordOf(filterSchema);
type Stored = Saved<typeof schema>;

const stored = defineSlice("filters", {
  title: "the filters",
  schema,
  initial: {},
  join: (saved, own) => ({ ...saved, ...after(saved, own) }),
});

/** Filters with a place behind those that are there. */
function after(saved: Stored, own: Stored): Stored {
  const last = Math.max(0, ...Object.values(saved).map(({ place }) => place));
  const moved = Object.values(own).map((filter) => ({ ...filter, place: last + filter.place }));
  return Object.fromEntries(moved.map((filter) => [filter.id, filter]));
}

const lists = new WeakMap<Stored, readonly Filter[]>();

function listOf(all: Stored): readonly Filter[] {
  const known = lists.get(all);
  if (known) return known;
  const list = Object.values(all).sort((a, b) => a.place - b.place);
  lists.set(all, list);
  return list;
}

/** Every filter of the workspace, in order. */
export const filters = {
  read: (): readonly Filter[] => listOf(stored.read()),
  use: (): readonly Filter[] => listOf(stored.use()),
  /** One undoable step; the same list is no change. */
  edit(
    label: string,
    change: (before: readonly Filter[]) => readonly Filter[],
    options?: EditOptions,
  ): void {
    stored.edit(
      label,
      (all) => {
        const before = listOf(all);
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
