import type { Backdrop } from "../../../../core/workspace/filters/outlook.ts";
import type { Report } from "../../../../core/workspace/filters/prepare-examples.ts";
import { expectedAt, type Predicted } from "../../../../core/workspace/filters/scored.ts";
import {
  cannotSeparate,
  countAt,
  type Scored,
  sameDecisions,
} from "../../../../core/workspace/filters/threshold-goals.ts";
import type { ReportSection } from "../../../model/export-source.ts";
import { formatCount, formatScore, formatShare, plural } from "../../../model/format.ts";

/** How good a filter is, in words; what cannot be said of so few examples is null or "". */
export interface QualityStory {
  /** Stands alone: no threshold can be right. */
  readonly warning: string;
  /** What it finds, and how much of that is right. */
  readonly found: string;
  /** What was measured, or why nothing could be. */
  readonly basis: string;
  /** How sure the suggestion is. */
  readonly advice: string;
}

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

export function storyOf(judged: Judged): QualityStory {
  const { report, scored } = judged;
  const own = scored.filter(({ isMadeUp }) => !isMadeUp);
  const none = { warning: "", found: "", basis: "", advice: "" };
  if (cannotSeparate(own))
    return { ...none, warning: "Every text scores the same, so no threshold can separate them." };
  const advice = adviceOf(judged);
  if (report.leaveOneOut === null) return { ...none, basis: notMeasurable(own), advice };
  return { ...none, ...figuresOf(judged, own), advice };
}

function notMeasurable(own: readonly Scored[]): string {
  const belonging = own.filter(({ belongs }) => belongs).length;
  return `Quality is not measurable with ${plural(belonging, "text")} that belong${belonging === 1 ? "s" : ""}: each is scored by a filter made without it, which needs at least two.`;
}

function figuresOf({ report, threshold }: Judged, own: readonly Scored[]) {
  const belonging = own.filter(({ belongs }) => belongs).length;
  const others = own.length - belonging;
  const counts = countAt(own, threshold);
  const precision = share(counts.truePositives, counts.truePositives + counts.falsePositives);
  const recall = share(counts.truePositives, belonging);
  const finds =
    recall === null ? "" : `On the examples it finds ${formatShare(recall)} of what belongs`;
  const right =
    others > 0 && precision !== null
      ? `; ${formatShare(precision)} of what it finds does belong`
      : "";
  const measured =
    others === 0
      ? `Measured on ${plural(belonging, "text")} that belong, each scored by a filter that does not know it.`
      : `Measured on ${formatCount(belonging)} + ${formatCount(others)} examples, each scored by a filter that does not know it or near copies of it.`;
  const few = report.band === null && others > 0 ? " A grade needs five examples per side." : "";
  return {
    found: `${finds}${right}.`,
    basis: measured + few,
  };
}

/** Drawn again, between which scores the threshold may lie, and what stood in for missing texts. */
function adviceOf({ report, scored, threshold }: Judged): string {
  const { low, high } = report.threshold;
  const { above, upTo } = sameDecisions(scored, threshold);
  const made = report.standIns.length;
  const accepted = report.standIns.filter((score) => score >= threshold).length;
  const madeUp =
    made > 0
      ? ` The retina keeps no texts, so ${formatCount(made)} made-up ones of this length are used in place of texts that do not belong, their words drawn at random around random subjects: ${formatCount(accepted)} of them would be taken in. A few real texts that do not belong give a better estimate.`
      : "";
  return `When the examples are resampled, the suggestion is between ${formatScore(low)} and ${formatScore(high)} nine times in ten. Anything above ${formatScore(above)} up to ${formatScore(upTo)} gives the same decisions.${madeUp}`;
}

const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

/** How good a filter is and where its threshold lies, in words. */
export function filterExplained(
  judged: Judged,
  backdrop: Backdrop | null = null,
): readonly ReportSection[] {
  const { report, threshold } = judged;
  const { warning, found, basis } = storyOf(judged);
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
      lines: [warning, found, basis].filter((line) => line !== ""),
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
const predictionNotes = (predicted: Predicted, backdrop: Backdrop | null): string =>
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
export function countedWords(
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
