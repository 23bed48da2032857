import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { timelineQuery, topicsQuery } from "../../api/collection-queries.ts";
import { Empty, Failure, Loading } from "../../components/controls/states.tsx";
import { queryOf, withoutSlot, withRestriction } from "../../model/collection/restrictions.ts";
import { formatShare } from "../../model/format.ts";
import { showRowsOf } from "../../state/collection/collection-look.ts";
import { hoverTerm } from "../../state/hover.ts";
import { useAtlas } from "../../state/retina.ts";
import { inRegion } from "./model/named-columns.ts";
import { areaPath, peakOf, peaksBeyondChance, sharesOf } from "./model/time-shares.ts";
import { countsOn, edgesOfRange, stepName } from "./model/time-steps.ts";
import { useTimeline } from "./time-strip.tsx";
import { topicName } from "./topics-lens.tsx";
import type { OpenCollection } from "./use-collection.ts";
import { TOPIC_LEVEL } from "./use-topics.ts";
import "./lenses.css";

/** The topics with most rows; more lines tell less. */
const SHOWN = 10;

/** How the share of each topic changes, on the axis of the strip above; a click shows its rows. */
export function TimeLens({ open }: { readonly open: OpenCollection }) {
  const column = open.info.roles.date;
  if (column === undefined)
    return (
      <Empty title="No column of dates">
        This collection has no date, so nothing can be shown over time. Import the file again and
        name its column of dates.
      </Empty>
    );
  return <TopicsOverTime open={open} column={column} />;
}

interface OverTimeProps {
  readonly open: OpenCollection;
  readonly column: string;
}

function TopicsOverTime({ open, column }: OverTimeProps) {
  const { info, look } = open;
  const atlas = useAtlas();
  const others = useMemo(
    () => withoutSlot(look.restrictions, `range ${column}`),
    [look.restrictions, column],
  );
  const query = useMemo(() => queryOf(others), [others]);
  const { steps, unit, counts: totals } = useTimeline(info.name, query, column);
  const topics = useQuery({
    ...topicsQuery(info.name, query, TOPIC_LEVEL),
    placeholderData: keepPreviousData,
  });
  const regions = useMemo(
    () =>
      (topics.data?.topics ?? [])
        .slice(0, SHOWN)
        .map((topic) =>
          inRegion(atlas?.cellsAt(topic.centre, TOPIC_LEVEL) ?? [], topicName(topic)),
        ),
    [topics.data, atlas],
  );
  const timelines = useQueries({
    queries: regions.map((region) => ({
      ...timelineQuery(info.name, queryOf(withRestriction(others, region)), column, unit),
      enabled: steps.length > 0 && atlas !== null,
    })),
  });
  const own = look.restrictions.find((each) => each.kind === "range" && each.column === column);
  const range = edgesOfRange(steps, own?.kind === "range" ? own.range : null);
  const counted = regions.map((_, place) => countsOn(steps, timelines[place]?.data?.steps ?? []));
  const peaks = peaksBeyondChance(counted, totals);
  const rows = regions.map((region, place) => {
    const shares = sharesOf(counted[place] ?? [], totals);
    return { region, shares, most: peakOf(shares)?.share ?? 1, peak: peaks[place] ?? null };
  });
  const problem = topics.error ?? timelines.find(({ error }) => error)?.error;
  const isFlat = timelines.every(({ data }) => data) && rows.every(({ peak }) => peak === null);
  const isWaiting = topics.isFetching || timelines.some(({ isFetching }) => isFetching);
  return (
    <div
      className="lens-list column gap-3 grow scroll"
      data-stale={topics.isPlaceholderData || undefined}
    >
      {problem && (
        <Failure
          error={problem}
          doing="Counting topics over time"
          onRetry={() => void topics.refetch()}
        />
      )}
      {isWaiting && <Loading label="Finding topics" />}
      {topics.data && (
        <p className="muted">
          Share of rows about each topic, scaled to its own peak. Drag over the strip above to
          choose a time. Click a topic to see its rows.
          {isFlat && " No topic peaks significantly at any time."}
        </p>
      )}
      <ol className="stack gap-3" onPointerLeave={() => hoverTerm(null)}>
        {rows.map(({ region, shares, most, peak }) => (
          <li
            key={region.label}
            onPointerEnter={() => hoverTerm({ name: region.label, positions: region.positions })}
          >
            <div className="time-topic-head row on-baseline gap-3 apart">
              <button
                className="plain strong"
                type="button"
                dir="auto"
                onClick={() => showRowsOf(region)}
              >
                {region.label}
              </button>
              <span className="muted figures fixed fine">
                {peak &&
                  `most in ${stepName(steps[peak.step]!.start, unit)}: ${formatShare(peak.share)}`}
              </span>
            </div>
            <ShareArea
              label={`${region.label} over time`}
              shares={shares}
              most={most}
              range={range}
            />
          </li>
        ))}
      </ol>
    </div>
  );
}

interface ShareAreaProps {
  readonly label: string;
  readonly shares: readonly (number | null)[];
  /** The share at the upper edge. */
  readonly most: number;
  /** Chosen steps as edges. */
  readonly range: readonly [number, number];
}

/** How a share changes over the steps of time, on the axis of the strip above it. */
function ShareArea({ label, shares, most, range: [low, high] }: ShareAreaProps) {
  const isAll = low === 0 && high === shares.length;
  return (
    <svg
      className="share-area"
      viewBox={`0 0 ${Math.max(1, shares.length)} 1`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {!isAll && <rect className="share-area-range" x={low} y={0} width={high - low} height={1} />}
      <path d={areaPath(shares, most)} />
    </svg>
  );
}
