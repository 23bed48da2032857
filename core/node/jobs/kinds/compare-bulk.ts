import { compareItems, countPairs } from "../../../analysis/compare-items.ts";
import type { JobKind } from "../job-kind.ts";
import { writeRows } from "../write-rows.ts";

/** Metrics of pairs of items: one row per pair. */
export const compareBulk: JobKind<"compareBulk"> = {
  needsRetina: true,
  resumes: false,
  check: ({ items, pairs }) => void countPairs(items.length, pairs),
  run: async (input, context) => {
    const rows = compareItems(await context.model(), input, context.signal);
    await writeRows(rows, countPairs(input.items.length, input.pairs), context);
  },
};
