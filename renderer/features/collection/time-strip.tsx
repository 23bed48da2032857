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
import { restrict, restrictOnwards, unrestrict } from "../../state/collection/collection-look.ts";
import { TimePlayer } from "./time-player.tsx";
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
  const restrictionTo = ([from, below]: readonly [number, number]) =>
    ({
      kind: "range",
      column,
      range: rangeOfSteps(steps, unit, from, below - 1),
      label: rangeName(steps, unit, [from, below]),
    }) as const;
  return (
    <section className="time-strip" aria-label="Rows over time">
      <TimeBrush
        label={column}
        counts={counts}
        range={range}
        nameOf={(step) => stepName(steps[step]!.start, unit)}
        onChange={(edges) => {
          const isAll = edges[0] === 0 && edges[1] === steps.length;
          if (isAll) unrestrict(slot, "brush over time");
          else restrict(restrictionTo(edges), "brush over time");
        }}
      />
      <TimePlayer
        steps={steps.length}
        range={range}
        onRange={(edges, isFirst) =>
          isFirst ? restrict(restrictionTo(edges)) : restrictOnwards(restrictionTo(edges))
        }
      />
    </section>
  );
}
