import type { Output } from "../../../../core/api/client-types.ts";
import type { SortState } from "../../../model/tables/table-layout.ts";
import type { BulkItem } from "./bulk-items.ts";
import { MEASURE_GROUPS, type Metrics } from "./measures.ts";

/** Which compared pairs are listed. */
export interface PairFilter {
  /** Part of either side; "" for all. */
  readonly search: string;
  /** Only pairs with at least this cosine; null for all. */
  readonly least: number | null;
}

export const MEASURES: readonly (keyof Metrics)[] = MEASURE_GROUPS.flatMap(({ measures }) =>
  measures.map(({ id }) => id),
);

/** The measured pairs that pass, in order; ties keep the order of the items. */
export function listPairs(
  rows: readonly ComparedPair[],
  items: readonly BulkItem[],
  { search, least }: PairFilter,
  sort: SortState,
): readonly ComparedPair[] {
  const wanted = search.trim().toLowerCase();
  const hits = items.map(({ typed }) => typed.toLowerCase().includes(wanted));
  const listed = rows.filter(
    ({ left, right, metrics }) =>
      metrics !== null &&
      (least === null || metrics.cosineSimilarity >= least) &&
      (wanted === "" || hits[left] || hits[right]),
  );
  return sortPairs(listed, items, sort);
}

function sortPairs(
  rows: readonly ComparedPair[],
  items: readonly BulkItem[],
  { column, direction }: SortState,
): readonly ComparedPair[] {
  const sign = direction === "ascending" ? 1 : -1;
  const order =
    column === "left" || column === "right"
      ? byName(items, column)
      : byMeasure(MEASURES.find((id) => id === column) ?? "cosineSimilarity");
  return rows.toSorted((a, b) => sign * order(a, b) || a.left - b.left || a.right - b.right);
}

/** Names are ranked once: comparing them for each of a million pairs would be slow. */
function byName(items: readonly BulkItem[], side: "left" | "right") {
  const collator = new Intl.Collator("en");
  const places = items.map((_, place) => place);
  places.sort((a, b) => collator.compare(items[a]!.typed, items[b]!.typed));
  const rank = new Map<number, number>();
  let last = -1;
  places.forEach((place, at) => {
    const isTie = at > 0 && items[places[at - 1]!]!.typed === items[place]!.typed;
    if (!isTie) last = at;
    rank.set(place, last);
  });
  return (a: ComparedPair, b: ComparedPair) => (rank.get(a[side]) ?? 0) - (rank.get(b[side]) ?? 0);
}

const byMeasure = (id: keyof Metrics) => (a: ComparedPair, b: ComparedPair) =>
  (a.metrics?.[id] ?? 0) - (b.metrics?.[id] ?? 0);

export type ComparedPair = Output<"app.jobResult">["compared"][number];
