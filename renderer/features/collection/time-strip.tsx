import { Failure } from "../../components/controls/states.tsx";
import { restrict, unrestrict } from "../../state/collection/collection-look.ts";
import { stepName } from "./model/time-steps.ts";
import { TimeBrush } from "./time-brush.tsx";
import { type OpenCollection, useLive } from "./use-collection.ts";
import { useTimeRange } from "./use-time-range.ts";

interface TimeStripProps {
  readonly open: OpenCollection;
  readonly column: string;
}

/** Rows over time under the other chips; brushing it restricts everything else. */
export function TimeStrip({ open, column }: TimeStripProps) {
  const { steps, unit, counts, isReady, error, retry, slot, range, restrictionTo } = useTimeRange(
    open,
    column,
    useLive(open).look,
  );
  if (error) return <Failure error={error} doing="Counting over time" onRetry={retry} />;
  if (!isReady) return <div className="time-strip" />;
  if (steps.length < 2) return null;
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
    </section>
  );
}
