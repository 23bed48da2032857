import { useMemo } from "react";
import { TimeBrush } from "../../components/collection/time-brush.tsx";
import { Failure } from "../../components/controls/states.tsx";
import { queryOf, withoutSlot } from "../../model/collection/restrictions.ts";
import {
  edgesOfRange,
  rangeName,
  rangeOfSteps,
  stepName,
} from "../../model/collection/time-steps.ts";
import { restrict, unrestrict } from "../../state/collection/collection-look.ts";
import type { OpenCollection } from "./use-collection.ts";
import { useTimeline } from "./use-timeline.ts";

/** Rows over time under the other chips; brushing it restricts everything else. */
export function TimeStrip({
  open,
  column,
}: {
  readonly open: OpenCollection;
  readonly column: string;
}) {
  const { info, look } = open;
  const slot = `range ${column}`;
  const query = useMemo(
    () => queryOf(withoutSlot(look.restrictions, slot)),
    [look.restrictions, slot],
  );
  const { steps, unit, counts, isReady, error, retry } = useTimeline(info.name, query, column);
  if (error) return <Failure error={error} doing="Counting over time" onRetry={retry} />;
  if (!isReady) return <div className="time-strip" />;
  if (steps.length < 2) return null;
  const own = look.restrictions.find((each) => each.kind === "range" && each.column === column);
  const range = edgesOfRange(steps, own?.kind === "range" ? own.range : null);
  return (
    <section className="time-strip" aria-label="Rows over time">
      <TimeBrush
        label={column}
        counts={counts}
        range={range}
        nameOf={(step) => stepName(steps[step]!.start, unit)}
        onChange={([from, below]) => {
          if (from === 0 && below === steps.length) unrestrict(slot, "brush over time");
          else
            restrict(
              {
                kind: "range",
                column,
                range: rangeOfSteps(steps, unit, from, below - 1),
                label: rangeName(steps, unit, [from, below]),
              },
              "brush over time",
            );
        }}
      />
    </section>
  );
}
