import { CELLS } from "../../../../core/kernel/grid.ts";
import type { Restriction } from "../../../model/collection/restrictions.ts";

/** A text is about a part of the map that has this many times as many of its cells as its size would give it. */
const LEAST_LIFT = 3;
/** Where that would ask for more than a text can have there. */
const MOST_SHARE = 0.5;

/** Rows that are about a part of the map: by the same measure as topics are counted. */
export const inRegion = (
  positions: readonly number[],
  label: string,
): Extract<Restriction, { readonly kind: "region" }> => ({
  kind: "region",
  positions,
  share: Math.min(MOST_SHARE, (LEAST_LIFT * positions.length) / CELLS),
  label,
});
