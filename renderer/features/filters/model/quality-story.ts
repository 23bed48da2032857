import type { Backdrop } from "../../../../core/workspace/filters/outlook.ts";
import type { Report } from "../../../../core/workspace/filters/prepare-examples.ts";
import {
  type Expected,
  expectedAt,
  type Predicted,
} from "../../../../core/workspace/filters/scored.ts";
import { cannotSeparate, type Scored } from "../../../../core/workspace/filters/threshold-goals.ts";
import type { ReportSection } from "../../../model/export-source.ts";
import { formatCount, formatScore, formatShare, plural } from "../../../model/format.ts";

export interface Judged {
  readonly report: Report;
  readonly scored: readonly Scored[];
  readonly threshold: number;
}

/** One word for the F1 to be expected. */
export const GRADES: Readonly<Record<NonNullable<Report["band"]>, string>> = {
  poor: "Poor",
  fair: "Fair",
  good: "Good",
  excellent: "Excellent",
};

/** Why no threshold can be right; "" where one can. */
export const warningOf = (scored: readonly Scored[]): string =>
  cannotSeparate(scored) ? "Every text scores the same, so no threshold can separate them." : "";

/** Why a report has no prediction. */
export const notMeasurable = (backdrop: Backdrop | null): string =>
  backdrop === null
    ? "Choose a collection to estimate the accuracy on its rows."
    : "Add at least two positive examples to estimate the accuracy.";

/** How good a filter is and where its threshold lies, in words. */
export function filterExplained(
  judged: Judged,
  backdrop: Backdrop | null = null,
): readonly ReportSection[] {
  const { report, scored, threshold } = judged;
  const warning = warningOf(scored);
  const at = expectedAt(report, threshold);
  const expected: ReportSection[] =
    at && report.predicted
      ? [
          {
            title: "Expected accuracy on new texts",
            lead: `F1 ${at.low.toFixed(2)} to ${at.high.toFixed(2)}, about ${at.f1.toFixed(2)}`,
            lines: [recallWords(at), predictionNotes(report.predicted, backdrop)],
          },
        ]
      : [];
  return [
    ...expected,
    {
      title: "Threshold",
      lead: `Matches from ${formatScore(threshold)}`,
      lines: warning === "" ? [] : [warning],
    },
  ];
}

/** Predictions are not worth a digit behind the point, except of small shares. */
export const roughly = (share: number): string =>
  share < 0.095 ? formatShare(share) : `${Math.round(100 * share)}%`;

/** "Finds 80% of the matches; 70% of what it finds are matches." */
export const recallWords = ({
  recall,
  precision,
}: Pick<Expected, "recall" | "precision">): string =>
  `Finds ${roughly(recall)} of the matches; ${roughly(precision)} of what it finds are matches.`;

/** What the filter is expected to do on other texts at the line in force, for which share of texts that belong; or "". */
export function predictionWords(
  { report, threshold }: Pick<Judged, "report" | "threshold">,
  backdrop: Backdrop | null = null,
): string {
  const { predicted } = report;
  const at = expectedAt(report, threshold);
  if (!predicted || !at) return "";
  const figures = `Expected F1 on new texts: about ${at.f1.toFixed(2)} (${at.low.toFixed(2)} to ${at.high.toFixed(2)}).`;
  return `${figures} ${recallWords(at)} ${predictionNotes(predicted, backdrop)}`;
}

/** For which share of texts that belong a prediction holds, and what it was counted on. */
export const predictionNotes = (predicted: Predicted, backdrop: Backdrop | null): string =>
  `${shareWords(predicted)} ${countedWords(predicted, backdrop)}`;

function shareWords({ share, shareFrom, shareLow, shareHigh }: Predicted): string {
  const range = `${roughly(shareLow)} to ${roughly(shareHigh)}`;
  const expected = `Expected share of matches: ${roughly(share)}`;
  if (shareFrom === "given") return `${expected}, as given.`;
  const from = shareFrom === "sample" ? "from labels of a random sample" : "estimated from scores";
  return `${expected} (${range}), ${from}.`;
}

/** Which texts were counted. */
function countedWords(
  { background: { texts, learned } }: Predicted,
  backdrop: Backdrop | null,
): string {
  const which =
    backdrop === null
      ? plural(texts, "unlabelled text")
      : `${plural(texts, "row")} of ${backdrop.name}`;
  return `Counted on ${which}${learned > 0 ? `; the filter has learned from ${formatCount(learned)} others` : ""}.`;
}
