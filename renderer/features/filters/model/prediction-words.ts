import type { Backdrop } from "../../../model/filters/outlook.ts";
import type { Report } from "../../../model/filters/prepare-examples.ts";
import { formatCount, formatScore, formatShare, plural } from "../../../model/format.ts";
import type { Judged } from "./quality-story.ts";

/** Predictions are not worth a digit behind the point, except of small shares. */
export const roughly = (share: number): string =>
  share < 0.095 ? formatShare(share) : `${Math.round(100 * share)}%`;

export type Predicted = NonNullable<Report["predicted"]>;
export type Expected = Predicted["lines"][number];

/** What the filter is expected to do on other texts at a line: the suggested one, or one near it; null with too few examples. */
export function expectedAt({ predicted, threshold }: Report, line: number): Expected | null {
  if (!predicted || line === threshold.suggested) return predicted;
  return predicted.lines.reduce<Expected>(
    (best, each) =>
      Math.abs(each.threshold - line) < Math.abs(best.threshold - line) ? each : best,
    predicted,
  );
}

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
