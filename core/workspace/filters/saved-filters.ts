import { fitted, recordOf, type Saved } from "../fit.ts";
import type { Content } from "../workspace.ts";
import { type Filter, filterSchema } from "./filter-model.ts";

/** Stored by id, so that undo takes back a change of one filter and leaves the others. */
export const filtersSchema = recordOf(filterSchema);
export type StoredFilters = Saved<typeof filtersSchema>;

/** In the person's order. */
export const listOf = (all: StoredFilters): readonly Filter[] =>
  Object.values(all).sort((a, b) => a.place - b.place);

/** The filters of a workspace; `isWhole` is false where something of them could not be read. */
export function filtersIn({ filters = {} }: Content): {
  readonly filters: readonly Filter[];
  readonly isWhole: boolean;
} {
  const { value, leftOut } = fitted(filtersSchema, filters, {});
  return { filters: listOf(value), isWhole: leftOut.length === 0 };
}
