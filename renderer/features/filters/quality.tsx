import { useQuery } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { type Filter, GOALS, type Goal } from "../../../core/workspace/filters/filter-model.ts";
import { collectionFor } from "../../../core/workspace/filters/outlook.ts";
import type { Report } from "../../../core/workspace/filters/prepare-examples.ts";
import { type Expected, expectedAt } from "../../../core/workspace/filters/scored.ts";
import {
  ALLOWED,
  type Scored,
  suggestFor,
} from "../../../core/workspace/filters/threshold-goals.ts";
import { collectionsQuery } from "../../api/collection-queries.ts";
import { Button } from "../../components/controls/button.tsx";
import { formatScore } from "../../model/format.ts";
import type { BackdropState } from "../../state/filters/backdrops.ts";
import { changeFilter, changeSource } from "../../state/filters/filter-state.ts";
import {
  GRADES,
  lacksOthers,
  NOT_MEASURABLE,
  predictionNotes,
  roughly,
  warningOf,
} from "./model/quality-story.ts";
import { ThresholdStrip } from "./threshold-strip.tsx";
import { useFilterReport } from "./use-filter-report.ts";
import "./quality.css";

/** Where the line is drawn, what that gets right and wrong, and what to expect on other texts. */
export function Quality({ filter }: { readonly filter: Filter }) {
  const { report, scored, threshold, suggested, isStale, told } = useFilterReport(filter);
  if (!report || threshold === null) return null;
  const isOwn = filter.threshold !== null;
  const warning = report.predicted ? warningOf(scored) : warningOf(scored) || NOT_MEASURABLE;
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
      {warning !== "" && <p className="stack note caution">{warning}</p>}
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

interface ExpectationProps {
  readonly filter: Filter;
  readonly report: Report;
  readonly threshold: number;
  readonly isSuggested: boolean;
  readonly told: BackdropState | null;
}

/** What the filter will do on other texts, as a range, and what that depends on. */
function Expectation({ filter, report, threshold, isSuggested, told }: ExpectationProps) {
  const at = expectedAt(report, threshold);
  const { predicted } = report;
  if (!predicted || !at) return null;
  const grade = isSuggested && report.band ? GRADES[report.band] : "";
  return (
    <section className="stack gap-1-2" aria-label="On other texts">
      <div className="row on-baseline apart">
        <h3>On other texts</h3>
        {grade !== "" && <strong>{grade}</strong>}
      </div>
      {lacksOthers(report) && predicted.background.from !== "given" ? (
        <p className="stack note caution">
          Add one or two texts that do not belong. Without them it cannot be estimated how many
          wrong texts the filter lets in.
        </p>
      ) : (
        <Figures at={at} />
      )}
      <SourceChoice filter={filter} />
      <p className="muted">{predictionNotes(predicted, told?.backdrop ?? null)}</p>
      {told && told.problem !== "" && <p className="stack note caution">{told.problem}</p>}
    </section>
  );
}

function Figures({ at }: { readonly at: Expected }) {
  const percent = (value: number) => `${(100 * value).toFixed(1)}%`;
  return (
    <>
      <p className="expectation-f1 figures row on-baseline apart">
        <span>
          F1 <strong>{at.low.toFixed(2)}</strong> to <strong>{at.high.toFixed(2)}</strong>
        </span>
        <span className="muted">about {at.f1.toFixed(2)}</span>
      </p>
      <div className="expectation-bar" aria-hidden="true">
        <span
          className="expectation-range"
          style={{ left: percent(at.low), width: percent(Math.max(0.005, at.high - at.low)) }}
        />
        <span className="expectation-mark" style={{ left: percent(at.f1) }} />
      </div>
      <p className="figures">
        Finds {roughly(at.recall)} of what belongs; {roughly(at.precision)} of what it finds does
        belong.
      </p>
    </>
  );
}

const COLLECTION = "collection ";

/** A collection, or texts that come with the program. */
function SourceChoice({ filter }: { readonly filter: Filter }) {
  const { data } = useQuery(collectionsQuery());
  const chosen = collectionFor(filter);
  const names = data?.collections.map(({ name }) => name) ?? [];
  const known = chosen === "" || names.includes(chosen) ? names : [...names, chosen];
  return (
    <label className="goal row">
      <span className="muted">Estimate for</span>
      <select
        className="grow"
        value={chosen === "" ? "shipped" : COLLECTION + chosen}
        onChange={({ currentTarget: { value } }) =>
          changeSource(
            filter.id,
            value.startsWith(COLLECTION)
              ? { kind: "collection", name: value.slice(COLLECTION.length) }
              : { kind: "shipped" },
          )
        }
      >
        {known.map((name) => (
          <option key={name} value={COLLECTION + name}>
            {name} (collection)
          </option>
        ))}
        <option value="shipped">built-in speeches</option>
      </select>
    </label>
  );
}
