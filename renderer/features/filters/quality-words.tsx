import { formatCount, formatScore, formatShare, plural } from "../../components/format.ts";
import type { Report } from "../../state/filters/prepare-examples.ts";
import {
  cannotSeparate,
  countAt,
  f1Of,
  type Scored,
  sameDecisions,
} from "../../state/filters/threshold-goals.ts";

const BAND_WORDS: Readonly<Record<NonNullable<Report["band"]>, string>> = {
  poor: "Poor",
  fair: "Fair",
  good: "Good",
  excellent: "Excellent",
};

interface QualityWordsProps {
  readonly report: Report;
  readonly scored: readonly Scored[];
  readonly threshold: number;
  readonly isSuggested: boolean;
}

/** In words only when there are enough examples; always with their number and the range. */
export function QualityWords(props: QualityWordsProps) {
  const { report, scored, threshold } = props;
  const own = scored.filter(({ isMadeUp }) => !isMadeUp);
  if (cannotSeparate(own))
    return (
      <p className="filter-warning">
        Every text scores the same, so no threshold can separate them.
      </p>
    );
  return (
    <div className="quality-words">
      {report.leaveOneOut === null ? <NotMeasurable own={own} /> : <Figures {...props} own={own} />}
      <Advice report={report} scored={scored} threshold={threshold} />
    </div>
  );
}

function NotMeasurable({ own }: { readonly own: readonly Scored[] }) {
  const belonging = own.filter(({ belongs }) => belongs).length;
  return (
    <p className="muted">
      Quality is not measurable with {plural(belonging, "text")} that belong
      {belonging === 1 ? "s" : ""}: each is scored by a filter made without it, which takes at least
      two.
    </p>
  );
}

function Figures({
  report,
  own,
  threshold,
  isSuggested,
}: QualityWordsProps & { readonly own: readonly Scored[] }) {
  const belonging = own.filter(({ belongs }) => belongs).length;
  const others = own.length - belonging;
  const counts = countAt(own, threshold);
  const f1 = f1Of(counts);
  const precision = share(counts.truePositives, counts.truePositives + counts.falsePositives);
  const recall = share(counts.truePositives, belonging);
  return (
    <>
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
          ? `Measured on ${plural(belonging, "text")} that belong, each scored by a filter that does not know it.`
          : `Measured on ${formatCount(belonging)} + ${formatCount(others)} examples, each scored by a filter that does not know it or near copies of it.`}
        {report.band === null && others > 0 ? " Five examples a side are needed for a grade." : ""}
      </p>
    </>
  );
}

/** How sure the suggestion is: drawn again, between which scores it may lie, and what stood in for missing texts. */
function Advice({ report, scored, threshold }: Omit<QualityWordsProps, "isSuggested">) {
  const { low, high } = report.threshold;
  const { above, upTo } = sameDecisions(scored, threshold);
  const made = report.standIns.length;
  const accepted = report.standIns.filter((score) => score >= threshold).length;
  return (
    <p className="muted">
      Drawn again and again from these examples, the suggestion lies between {formatScore(low)} and{" "}
      {formatScore(high)} nine times in ten. Anything above {formatScore(above)} up to{" "}
      {formatScore(upTo)} decides them as now.
      {made > 0 &&
        ` The retina keeps no texts, so ${formatCount(made)} made-up ones of this length stand in for what does not belong, their words drawn at random around random subjects: ${formatCount(accepted)} of them would be taken in. A few real texts that do not belong tell more.`}
    </p>
  );
}

const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);
