import type { Filter } from "../../model/filters/filter-model.ts";

/** Filters as they were before the first change that nobody has held against their hits yet, by id. */
const before = new Map<string, Filter>();

/** Called with a filter as it is just before each change, wherever that comes from. */
export function noteBefore(filter: Filter): void {
  if (!before.has(filter.id)) before.set(filter.id, filter);
}

/** The filter before the changes since its hits were counted last. */
export const beforeChanges = (id: string): Filter | undefined => before.get(id);

export const forgetBefore = (id: string): boolean => before.delete(id);
