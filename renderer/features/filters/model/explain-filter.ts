import type { ReportSection } from "../../../model/export-source.ts";
import type { Backdrop } from "../../../model/filters/outlook.ts";
import { formatScore } from "../../../model/format.ts";
import { expectedAt, lacksOthers, predictionNotes, roughly } from "./prediction-words.ts";
import { type Judged, storyOf } from "./quality-story.ts";

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
