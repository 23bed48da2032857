import type { Backdrop } from "../../../../core/workspace/filters/outlook.ts";
import type { Report } from "../../../../core/workspace/filters/prepare-examples.ts";
import { expectedAt, type Predicted } from "../../../../core/workspace/filters/scored.ts";
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

export const NOT_MEASURABLE = "Quality is not measurable: it needs at least two texts that belong.";

/** How good a filter is and where its threshold lies, in words. */
export function filterExplained(
  judged: Judged,
  backdrop: Backdrop | null = null,
): readonly ReportSection[] {
  const { report, scored, threshold } = judged;
  const warning = warningOf(scored);
  const at = expectedAt(report, threshold);
  const isKnown = !lacksOthers(report) || report.predicted?.background.from === "given";
  const expected: ReportSection[] =
    at && report.predicted && isKnown
      ? [
          {
            title: "On other texts",
            lead: `F1 ${at.low.toFixed(2)} to ${at.high.toFixed(2)}, about ${at.f1.toFixed(2)}`,
            lines: [
              `Finds ${roughly(at.recall)} of what belongs; ${roughly(at.precision)} of what it finds does belong.`,
              predictionNotes(report.predicted, backdrop),
            ],
          },
        ]
      : [];
  return [
    ...expected,
    {
      title: "Threshold",
      lead: `Belongs from ${formatScore(threshold)}`,
      lines: warning === "" ? [] : [warning],
    },
  ];
}

/** Predictions are not worth a digit behind the point, except of small shares. */
export const roughly = (share: number): string =>
  share < 0.095 ? formatShare(share) : `${Math.round(100 * share)}%`;

/** A figure for other texts that has no word on what does not belong is a guess. */
export const lacksOthers = (report: Report): boolean =>
  report.examples.every(({ side, score }) => side === "positive" || score === null);

/** What the filter is expected to do on other texts at the line in force, for which share of texts that belong; or "". */
export function predictionWords(
  { report, threshold }: Pick<Judged, "report" | "threshold">,
  backdrop: Backdrop | null = null,
): string {
  const { predicted } = report;
  const at = expectedAt(report, threshold);
  if (!predicted || !at) return "";
  const figures = `On other texts: F1 about ${formatScore(at.f1)} (${formatScore(at.low)} to ${formatScore(at.high)}), finding ${roughly(at.recall)} of what belongs; ${roughly(at.precision)} of what it finds does belong.`;
  return `${figures} ${predictionNotes(predicted, backdrop)}`;
}

/** For which share of texts that belong a prediction holds, and what it was counted on. */
export const predictionNotes = (predicted: Predicted, backdrop: Backdrop | null): string =>
  `${shareWords(predicted)} ${countedWords(predicted, backdrop)}`;

function shareWords({ share, shareFrom, shareLow, shareHigh }: Predicted): string {
  const range = `${roughly(shareLow)} to ${roughly(shareHigh)}`;
  switch (shareFrom) {
    case "given":
      return `This holds if ${roughly(share)} of them belong, as you say.`;
    case "sample":
      return `This holds if ${roughly(share)} of them belong (${range}), by labels of a random sample.`;
    case "estimate":
      return `This holds if ${roughly(share)} of them belong (${range}), estimated from their scores.`;
    case "assumed":
      return `This holds if ${roughly(share)} of them belong; nobody has said how many do.`;
  }
}

/** Which texts stand for those that the filter is for. */
function countedWords(
  { background: { from, texts, learned } }: Predicted,
  backdrop: Backdrop | null,
): string {
  const count = formatCount(texts);
  if (from === "given") {
    const which =
      backdrop === null
        ? `${plural(texts, "text")} without a label`
        : `${plural(texts, "row")} of ${backdrop.name}`;
    return `Counted on ${which}${learned > 0 ? `; the filter has learned from ${formatCount(learned)} of them, too` : ""}.`;
  }
  return from === "shipped"
    ? `Counted on ${count} paragraphs of speeches that come with the program, so yours may differ.`
    : `Counted on ${count} made-up texts, so yours may differ.`;
}
