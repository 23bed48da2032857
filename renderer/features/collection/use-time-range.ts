import { useMemo } from "react";
import { queryOf, withoutSlot } from "../../model/collection/restrictions.ts";
import { edgesOfRange, rangeName, rangeOfSteps } from "./model/time-steps.ts";
import type { OpenCollection } from "./use-collection.ts";
import { useTimeline } from "./use-timeline.ts";

/** The steps of time under the other chips, which of them are chosen, and the chip that others would be; `live` is under the hand. */
export function useTimeRange({ info, look }: OpenCollection, column: string, live = look) {
  const slot = `range ${column}`;
  const query = useMemo(
    () => queryOf(withoutSlot(look.restrictions, slot)),
    [look.restrictions, slot],
  );
  const timeline = useTimeline(info.name, query, column);
  const { steps, unit } = timeline;
  const own = live.restrictions.find((each) => each.kind === "range" && each.column === column);
  const restrictionTo = ([from, below]: readonly [number, number]) =>
    ({
      kind: "range",
      column,
      range: rangeOfSteps(steps, unit, from, below - 1),
      label: rangeName(steps, unit, [from, below]),
    }) as const;
  const range = edgesOfRange(steps, own?.kind === "range" ? own.range : null);
  return { ...timeline, slot, range, restrictionTo };
}
