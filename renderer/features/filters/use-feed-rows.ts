import { useMemo } from "react";
import { type Candidate, keyOf, type Lane, lanesOf } from "../../model/filters/feed-lanes.ts";
import type { Filter } from "../../model/filters/filter-model.ts";
import { aside, decidedKeys, useFeed } from "../../state/filters/feed-state.ts";

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
  const found = useMemo(() => searched(lanes, search), [lanes, search]);
  const rows = found[lane];
  const active = rows[Math.min(Math.max(0, selection.active), rows.length - 1)];
  const marked = rows.filter(({ index }) => selection.chosen.has(String(index)));
  const chosen = marked.length > 0 ? marked : active ? [active] : [];
  return { lanes: found, rows, chosen, flags };
}

type Lanes = Readonly<Record<Lane | "flagged", readonly Candidate[]>>;

/** Those with these letters; commas part several, any of which will do. */
function searched(lanes: Lanes, search: string): Lanes {
  const wanted = search
    .toLowerCase()
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  if (wanted.length === 0) return lanes;
  const found = (candidates: readonly Candidate[]) =>
    candidates.filter(({ text }) => {
      const lower = text.toLowerCase();
      return wanted.some((part) => lower.includes(part));
    });
  return {
    in: found(lanes.in),
    unsure: found(lanes.unsure),
    out: found(lanes.out),
    flagged: found(lanes.flagged),
  };
}
