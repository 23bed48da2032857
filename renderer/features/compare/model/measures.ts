import type { Output } from "../../../../core/api/client-types.ts";
import type { ReportSection } from "../../../model/export-source.ts";
import { formatCount, formatScore, formatShare, plural } from "../../../model/format.ts";

export type Metrics = NonNullable<Output<"app.compare">["metrics"]>;

export interface Measure {
  readonly id: keyof Metrics;
  readonly title: string;
  readonly closer: "higher" | "lower" | "none";
  readonly meaning: string;
  readonly formula: string;
  /** Counts and open-ended scores are not shown as shares. */
  readonly shownAs: "score" | "share" | "count" | "open";
}

export interface MeasureGroup {
  readonly title: string;
  readonly measures: readonly Measure[];
}

/** The nine measures of the service; L and R are the two sets of cells. */
export const MEASURE_GROUPS: readonly MeasureGroup[] = [
  {
    title: "Similarity",
    measures: [
      {
        id: "cosineSimilarity",
        title: "Cosine",
        closer: "higher",
        meaning: "Shared cells against the size of both sides: 0 nothing, 1 the same.",
        formula: "|L ∩ R| / (√|L| · √|R|)",
        shownAs: "score",
      },
      {
        id: "weightedScoring",
        title: "Weighted",
        closer: "higher",
        meaning:
          "Shared cells, those inside dense patches of both sides counting more. No upper limit.",
        formula: "Σ over shared cells of √(w(L) · w(R)) / 13.52, w falling by half a cell apart",
        shownAs: "open",
      },
    ],
  },
  {
    title: "Distance",
    measures: [
      {
        id: "euclideanDistance",
        title: "Dice distance (API: euclideanDistance)",
        closer: "lower",
        meaning:
          "Cells that only one side has, against all cells of both: 0 the same, 1 nothing shared.",
        formula: "(|L| + |R| − 2 |L ∩ R|) / (|L| + |R|)",
        shownAs: "score",
      },
      {
        id: "jaccardDistance",
        title: "Jaccard distance",
        closer: "lower",
        meaning: "Cells that only one side has, against cells that either side has.",
        formula: "(|L| + |R| − 2 |L ∩ R|) / |L ∪ R|",
        shownAs: "score",
      },
    ],
  },
  {
    title: "Overlap",
    measures: [
      {
        id: "overlappingAll",
        title: "Shared cells",
        closer: "higher",
        meaning: "Cells that both sides have.",
        formula: "|L ∩ R|",
        shownAs: "count",
      },
      {
        id: "overlappingLeftRight",
        title: "First in second",
        closer: "higher",
        meaning: "Share of the first side's cells that the second has too.",
        formula: "|L ∩ R| / |L|",
        shownAs: "share",
      },
      {
        id: "overlappingRightLeft",
        title: "Second in first",
        closer: "higher",
        meaning: "Share of the second side's cells that the first has too.",
        formula: "|L ∩ R| / |R|",
        shownAs: "share",
      },
    ],
  },
  {
    title: "Size",
    measures: [
      {
        id: "sizeLeft",
        title: "Cells of the first",
        closer: "none",
        meaning: "How many cells the first side has.",
        formula: "|L|",
        shownAs: "count",
      },
      {
        id: "sizeRight",
        title: "Cells of the second",
        closer: "none",
        meaning: "How many cells the second side has.",
        formula: "|R|",
        shownAs: "count",
      },
    ],
  },
];

/** A value as its measure is read: a count, a share of the whole, or a number. */
export function shownMeasure({ shownAs }: Measure, value: number): string {
  if (shownAs === "count") return formatCount(value);
  if (shownAs === "share") return formatShare(value);
  return shownAs === "open" ? value.toFixed(2) : formatScore(value);
}

/** What can still be said when a side has no cells: measures that would divide by zero are missing. */
export function metricsWithEmpty(left: number, right: number): Partial<Metrics> {
  const isAnyThere = left + right > 0;
  return {
    overlappingAll: 0,
    weightedScoring: 0,
    sizeLeft: left,
    sizeRight: right,
    ...(isAnyThere ? { euclideanDistance: 1, jaccardDistance: 1 } : {}),
    ...(left > 0 ? { overlappingLeftRight: 0 } : {}),
    ...(right > 0 ? { overlappingRightLeft: 0 } : {}),
  };
}

/** Why a measure is undefined: which side has no cells. */
export function undefinedReason(left: number, right: number): string {
  if (left === 0 && right === 0) return "Both sides have no cells: it would divide by zero.";
  return `The ${left === 0 ? "first" : "second"} side has no cells: it would divide by zero.`;
}

/** How the two sides lie to each other, in words. */
export function relationSentence(
  relation: Output<"app.compare">["relation"],
  names: { readonly left: string; readonly right: string },
): string {
  switch (relation) {
    case "identical":
      return "Both sides have the very same cells.";
    case "disjoint":
      return "The two share no cell at all.";
    case "left-in-right":
      return `${names.left} is wholly within ${names.right}.`;
    case "right-in-left":
      return `${names.right} is wholly within ${names.left}.`;
    case "empty":
      return "A side has no cells left, so there is nothing to measure.";
    case "partial":
      return "";
  }
}

/** Why the two containments differ, in one sentence; "" where they hardly do. */
export function asymmetrySentence(
  metrics: Metrics,
  names: { readonly left: string; readonly right: string },
): string {
  const { overlappingLeftRight: left, overlappingRightLeft: right } = metrics;
  if (Math.abs(left - right) < 0.1) return "";
  const [wide, narrow] = left < right ? [names.left, names.right] : [names.right, names.left];
  return `A larger part of ${narrow} is in ${wide} than the other way round.`;
}

/** Where an overlap stands against pairs drawn at random. */
export function chanceSentence(
  shared: number,
  chance: { readonly mean: number; readonly p999: number },
): string {
  const average = chance.mean < 10 ? chance.mean.toFixed(1) : Math.round(chance.mean).toString();
  const base = `Random pairs of these sizes share ${average} on average, and 99.9% of them fewer than ${chance.p999}.`;
  if (shared >= chance.p999) return `${base} This is far beyond chance.`;
  if (shared > 2 * chance.mean) return `${base} This is more than usual, but possible by chance.`;
  return `${base} This is no more than chance.`;
}

const MOST_TERMS = 12;

/** How close two sides are and what they have in common, in words. */
export function pairExplained(
  { metrics, chance, terms }: Output<"app.compare">,
  threshold: number,
): ReportSection[] {
  if (metrics === null) return [{ title: "Similarity", lead: "One side has no cell", lines: [] }];
  const { cosineSimilarity, overlappingAll, sizeLeft, sizeRight } = metrics;
  const verdict = cosineSimilarity >= threshold ? "similar" : "not similar";
  const shared = terms.both.slice(0, MOST_TERMS).map(({ term }) => term);
  return [
    {
      title: "Similarity",
      lead: `Cosine ${formatScore(cosineSimilarity)}: ${verdict} by the threshold ${formatScore(threshold)}`,
      lines: [
        `${plural(overlappingAll, "shared cell")}: ${formatShare(overlappingAll / Math.max(1, sizeLeft))} of the first (${formatCount(sizeLeft)}) and ${formatShare(overlappingAll / Math.max(1, sizeRight))} of the second (${formatCount(sizeRight)}).`,
        ...(chance ? [chanceSentence(overlappingAll, chance)] : []),
      ],
    },
    ...(shared.length === 0
      ? []
      : [{ title: "Terms similar to what they share", lines: [shared.join(", ")] }]),
  ];
}
