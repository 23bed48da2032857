import type { Filter } from "../../model/filters/filter-model.ts";
import type { Report } from "../../model/filters/prepare-examples.ts";
import type { BackdropState } from "../../state/filters/backdrops.ts";
import { type Expected, expectedAt, lacksOthers, roughly } from "./model/prediction-words.ts";
import { GRADES } from "./model/quality-story.ts";
import { OutlookForm } from "./outlook-form.tsx";
import "./expectation.css";

interface ExpectationProps {
  readonly filter: Filter;
  readonly report: Report;
  readonly threshold: number;
  readonly isSuggested: boolean;
  readonly told: BackdropState | null;
}

/** What the filter will do on other texts, as a range, and what that hangs on. */
export function Expectation({ filter, report, threshold, isSuggested, told }: ExpectationProps) {
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
      <OutlookForm filter={filter} predicted={predicted} told={told} />
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
