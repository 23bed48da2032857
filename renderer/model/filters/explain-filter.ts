import type { ReportSection } from "../export-source.ts";
import { formatCount, formatScore, formatShare, plural } from "../format.ts";
import type { ClassifyRun } from "./classification.ts";
import type { Backdrop } from "./outlook.ts";
import { expectedAt, lacksOthers, predictionNotes, roughly } from "./prediction-words.ts";
import { type Judged, storyOf } from "./quality-story.ts";
import { sharedClaims, tallyOf } from "./result-rows.ts";

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

const MOST_FILTERS = 6;
const MOST_PAIRS = 3;

/** How a file of texts was decided: how many each filter takes, several take, and none takes. */
export function decisionsExplained({ rows, filters }: ClassifyRun): readonly ReportSection[] {
  const { byFilter, several, none, unknown } = tallyOf(rows);
  const taken = rows.length - none - unknown;
  const count = (number: number) =>
    `${formatCount(number)} (${formatShare(rows.length === 0 ? 0 : number / rows.length)})`;
  const shown = filters.slice(0, MOST_FILTERS);
  const rest = filters.length - shown.length;
  const shared = sharedClaims(rows).slice(0, MOST_PAIRS);
  return [
    {
      title: "Decisions",
      lead: `${formatCount(taken)} of ${plural(rows.length, "text")} ${taken === 1 ? "belongs" : "belong"} to ${filters.length === 1 ? (filters[0]?.name ?? "") : "a category"}`,
      lines: [
        ...(filters.length === 1
          ? []
          : shown.map(({ name }) => `${name}: ${count(byFilter.get(name) ?? 0)}`)),
        ...(rest > 0 ? [`and ${plural(rest, "filter")} more`] : []),
        `None: ${count(none)}`,
        ...(several > 0 ? [`Several: ${count(several)}`] : []),
        ...(unknown > 0 ? [`Without a known word: ${count(unknown)}`] : []),
      ],
    },
    ...(shared.length === 0
      ? []
      : [
          {
            title: "Most often together",
            lines: shared.map(
              (pair) => `${pair.first} and ${pair.second}: ${plural(pair.count, "text")}`,
            ),
          },
        ]),
    {
      title: filters.length === 1 ? "Threshold" : "Thresholds",
      lines: shown.map(({ name, threshold }) => `${name}: belongs from ${formatScore(threshold)}`),
    },
  ];
}
