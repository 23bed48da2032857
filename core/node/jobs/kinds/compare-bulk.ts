import { compareItems, countPairs } from "../../../analysis/compare-items.ts";
import type { JobKind } from "../job-kind.ts";
import { writeRows } from "../write-rows.ts";

/** Together well under half a second on a thread that has read a text before. */
const MOST_ITEMS = 200;
const MOST_PAIRS = 20_000;

/** Metrics of pairs of items: one row per pair. */
export const compareBulk: JobKind<"compareBulk"> = {
  needsRetina: true,
  resumes: false,
  isQuick: ({ items, pairs }) =>
    items.length <= MOST_ITEMS && countPairs(items.length, pairs) <= MOST_PAIRS,
  check: ({ items, pairs }) => void countPairs(items.length, pairs),
  run: async (input, context) => {
    const rows = compareItems(await context.model(), input, context.signal);
    await writeRows(rows, countPairs(input.items.length, input.pairs), context);
  },
};
