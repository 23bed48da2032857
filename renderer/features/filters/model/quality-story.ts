import type { Report } from "../../../model/filters/prepare-examples.ts";
import {
  cannotSeparate,
  countAt,
  type Scored,
  sameDecisions,
} from "../../../model/filters/threshold-goals.ts";
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
