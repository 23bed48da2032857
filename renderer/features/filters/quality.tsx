import { RotateCcw } from "lucide-react";
import { Button } from "../../components/controls/button.tsx";
import {
  formatCount,
  formatScore,
  formatShare,
  formatSize,
  plural,
} from "../../components/format.ts";
import { type Filter, GOALS, type Goal } from "./filter-model.ts";
import { changeFilter } from "./filter-state.ts";
import type { Report } from "./prepare-examples.ts";
import {
  ALLOWED,
  cannotSeparate,
  countAt,
  f1Of,
  type Scored,
  suggestFor,
} from "./threshold-goals.ts";
import { ThresholdStrip } from "./threshold-strip.tsx";
import { useFilterReport } from "./use-filter-report.ts";

/** Where the line is drawn, what that gets right and wrong, and how much the figures are worth. */
export function Quality({ filter }: { readonly filter: Filter }) {
  const { report, scored, threshold, suggested, isStale } = useFilterReport(filter);
  if (!report || threshold === null) return null;
  const isOwn = filter.threshold !== null;
  return (
    <section className="quality" aria-label="Quality" data-stale={isStale || undefined}>
      <p className="muted figures">{formatSize(report.positions.length)}</p>
      <ThresholdStrip filter={filter} scored={scored} threshold={threshold} report={report} />
      <div className="threshold-line">
        <p>
          Belongs from <strong className="figures">{formatScore(threshold)}</strong>
          {isOwn ? " · yours" : ""}
        </p>
        {isOwn && suggested !== null && (
          <Button
            size="small"
            onPress={() =>
              changeFilter(filter.id, "Use the suggested threshold", (before) => ({
                ...before,
                threshold: null,
              }))
            }
          >
            <RotateCcw size={13} aria-hidden="true" /> Suggested {formatScore(suggested)}
          </Button>
        )}
      </div>
      <GoalChoice filter={filter} scored={scored} />
      <Verdict report={report} scored={scored} threshold={threshold} isSuggested={!isOwn} />
    </section>
  );
}

const GOAL_WORDS: Readonly<Record<Goal, string>> = {
  balanced: "Best balance of both sides",
  "few-false-alarms": `At most ${ALLOWED * 100}% false alarms`,
  "few-misses": `At most ${ALLOWED * 100}% missed`,
};

function GoalChoice({
  filter,
  scored,
}: {
  readonly filter: Filter;
  readonly scored: readonly Scored[];
}) {
  return (
    <label className="goal">
      <span className="muted">Suggest for</span>
      <select
        className="select"
        value={filter.goal}
        onChange={({ currentTarget: { value } }) =>
          changeFilter(filter.id, "Change what the threshold favours", (before) => ({
            ...before,
            goal: GOALS.find((goal) => goal === value) ?? before.goal,
            threshold: null,
          }))
        }
      >
        {GOALS.map((goal) => {
          const isPossible = suggestFor(goal, scored, 0) !== null;
          return (
            <option key={goal} value={goal} disabled={!isPossible}>
              {GOAL_WORDS[goal]}
              {isPossible ? "" : " (needs texts that do not belong)"}
            </option>
          );
        })}
      </select>
    </label>
  );
}

const BAND_WORDS: Readonly<Record<NonNullable<Report["band"]>, string>> = {
  poor: "Poor",
  fair: "Fair",
  good: "Good",
  excellent: "Excellent",
};

interface VerdictProps {
  readonly report: Report;
  readonly scored: readonly Scored[];
  readonly threshold: number;
  readonly isSuggested: boolean;
}

/** In words only when there are enough examples; always with their number and the range. */
function Verdict({ report, scored, threshold, isSuggested }: VerdictProps) {
  const belonging = scored.filter(({ belongs }) => belongs).length;
  const others = scored.length - belonging;
  const counts = countAt(scored, threshold);
  const f1 = f1Of(counts);
  if (cannotSeparate(scored))
    return (
      <p className="filter-warning">
        Every text scores the same, so no threshold can separate them.
      </p>
    );
  if (report.leaveOneOut === null)
    return (
      <p className="muted">
        Quality is not measurable with {plural(belonging, "text")} that belong
        {belonging === 1 ? "s" : ""}: each is scored by a filter made without it, which takes at
        least two.
      </p>
    );
  const precision = share(counts.truePositives, counts.truePositives + counts.falsePositives);
  const recall = share(counts.truePositives, belonging);
  return (
    <div className="verdict">
      {others > 0 && f1 !== null && (
        <p>
          {report.band !== null && isSuggested && (
            <>
              <strong>{BAND_WORDS[report.band]}</strong> ·{" "}
            </>
          )}
          F1 {formatScore(f1)}
        </p>
      )}
      <p>
        {recall === null ? "" : `Finds ${formatShare(recall)} of what belongs`}
        {others > 0 && precision !== null
          ? `; ${formatShare(precision)} of what it finds does belong`
          : ""}
        .
      </p>
      <p className="muted">
        {others === 0
          ? `Measured on ${plural(belonging, "text")} that belong; without texts that do not, the threshold only makes sure that few are missed.`
          : `Measured on ${formatCount(belonging)} + ${formatCount(others)} examples, each scored by a filter that does not know it or near copies of it.`}{" "}
        Drawn again and again from these examples, the suggestion lies between{" "}
        {formatScore(report.threshold.low)} and {formatScore(report.threshold.high)} nine times in
        ten.
        {report.band === null && others > 0 ? " Five examples a side are needed for a grade." : ""}
      </p>
    </div>
  );
}

const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);
