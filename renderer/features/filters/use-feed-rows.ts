import { useMemo } from "react";
import type { Filter } from "../../state/filters/filter-model.ts";
import { keyOf, lanesOf } from "./feed-lanes.ts";
import { aside, decidedKeys, useFeed } from "./feed-state.ts";

/** The texts still to be decided on, by lane, and those that the keys act on. */
export function useFeedRows(filter: Filter) {
  const { candidates, threshold, lane, search, selection } = useFeed();
  const { skipped, flagged } = aside.use();
  const flags = useMemo(() => new Set(flagged[filter.id] ?? []), [flagged, filter.id]);
  const lanes = useMemo(() => {
    // A skip changes what is decided without changing the filter.
    void skipped;
    const decided = decidedKeys(filter);
    const free = candidates.filter((candidate) => !decided.has(keyOf(candidate)));
    const later = free.filter((candidate) => flags.has(keyOf(candidate)));
    return { ...lanesOf(free, threshold), flagged: later };
  }, [candidates, threshold, filter, skipped, flags]);
  const rows = useMemo(() => {
    const wanted = search.trim().toLowerCase();
    return wanted === ""
      ? lanes[lane]
      : lanes[lane].filter(({ text }) => text.toLowerCase().includes(wanted));
  }, [lanes, lane, search]);
  const active = rows[Math.min(Math.max(0, selection.active), rows.length - 1)];
  const marked = rows.filter(({ index }) => selection.chosen.has(String(index)));
  const chosen = marked.length > 0 ? marked : active ? [active] : [];
  return { lanes, rows, chosen, flags };
}
