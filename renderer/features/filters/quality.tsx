import { RotateCcw } from "lucide-react";
import { Button } from "../../components/controls/button.tsx";
import { type Filter, GOALS, type Goal } from "../../model/filters/filter-model.ts";
import { ALLOWED, type Scored, suggestFor } from "../../model/filters/threshold-goals.ts";
import { formatScore } from "../../model/format.ts";
import { changeFilter } from "../../state/filters/filter-state.ts";
import { Expectation } from "./expectation.tsx";
import { QualityWords } from "./quality-words.tsx";
import { ThresholdStrip } from "./threshold-strip.tsx";
import { useFilterReport } from "./use-filter-report.ts";
import { Versions } from "./versions.tsx";

/** Where the line is drawn, what that gets right and wrong, and how much the figures are worth. */
export function Quality({ filter }: { readonly filter: Filter }) {
  const { report, scored, threshold, suggested, isStale, told } = useFilterReport(filter);
  if (!report || threshold === null) return null;
  const isOwn = filter.threshold !== null;
  return (
    <section className="quality dims stack" aria-label="Quality" data-stale={isStale || undefined}>
      <Expectation
        filter={filter}
        report={report}
        threshold={threshold}
        isSuggested={!isOwn}
        told={told}
      />
      <ThresholdStrip filter={filter} scored={scored} threshold={threshold} report={report} />
      <div className="threshold-line row apart">
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
      <QualityWords report={report} scored={scored} threshold={threshold} />
      <Versions filter={filter} />
    </section>
  );
}

const GOAL_WORDS: Readonly<Record<Goal, string>> = {
  balanced: "Best F1 on other texts",
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
    <label className="goal row">
      <span className="muted">Suggest for</span>
      <select
        className="grow"
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
