import { formatCount, formatScore, formatShare } from "../format.ts";
import type { Report } from "./prepare-examples.ts";
import type { Judged } from "./quality-story.ts";

/** Predictions are not worth a digit behind the point, except of small shares. */
const percent = (share: number): string =>
  share < 0.095 ? formatShare(share) : `${Math.round(100 * share)}%`;

type Predicted = NonNullable<Report["predicted"]>;

/** What the filter is expected to do on other texts at the line in force, for which share of texts that belong; or "". */
export function predictionWords({ report, threshold, isSuggested }: Judged): string {
  const { predicted } = report;
  if (!predicted) return "";
  const at = isSuggested ? predicted : nearestLine(predicted, threshold);
  const figures = `On other texts: F1 about ${formatScore(at.f1)} (${formatScore(at.low)} to ${formatScore(at.high)}), finding ${percent(at.recall)} of what belongs; ${percent(at.precision)} of what it finds does belong.`;
  return `${figures} ${shareWords(predicted)} ${backgroundWords(predicted.background)}`;
}

/** The answer tells of lines all over the scores; one of them lies close. */
function nearestLine({ lines }: Predicted, threshold: number) {
  return lines.reduce((best, line) =>
    Math.abs(line.threshold - threshold) < Math.abs(best.threshold - threshold) ? line : best,
  );
}

function shareWords({ share, shareFrom, shareLow, shareHigh }: Predicted): string {
  const range = `${percent(shareLow)} to ${percent(shareHigh)}`;
  switch (shareFrom) {
    case "given":
      return `This holds if ${percent(share)} of them belong, as you say.`;
    case "sample":
      return `This holds if ${percent(share)} of them belong (${range}), by labels of a random sample.`;
    case "estimate":
      return `This holds if ${percent(share)} of them belong (${range}), estimated from their scores.`;
    case "assumed":
      return `This holds if ${percent(share)} of them belong; nobody has said how many do.`;
  }
}

function backgroundWords({ from, texts }: Predicted["background"]): string {
  const count = formatCount(texts);
  if (from === "given") return `Counted on ${count} texts without a label.`;
  return from === "shipped"
    ? `Counted on ${count} paragraphs of speeches that come with the program, so yours may differ.`
    : `Counted on ${count} made-up texts, so yours may differ.`;
}
