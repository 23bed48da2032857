import type { Output } from "../../../../core/api/client-types.ts";
import type { ReportSection } from "../../../model/export-source.ts";
import { formatCount, formatScore, formatShare, plural } from "../../../model/format.ts";
import { chanceSentence } from "./measures.ts";

const MOST_TERMS = 12;

/** How close two sides are and what they have in common, in words. */
export function pairExplained(
  { metrics, chance, terms }: Output<"app.compare">,
  threshold: number,
): ReportSection[] {
  if (metrics === null)
    return [{ title: "How close they are", lead: "One side has no cell", lines: [] }];
  const { cosineSimilarity, overlappingAll, sizeLeft, sizeRight } = metrics;
  const verdict = cosineSimilarity >= threshold ? "close" : "not close";
  const shared = terms.both.slice(0, MOST_TERMS).map(({ term }) => term);
  return [
    {
      title: "How close they are",
      lead: `Cosine ${formatScore(cosineSimilarity)}: ${verdict} by the threshold ${formatScore(threshold)}`,
      lines: [
        `${plural(overlappingAll, "shared cell")}: ${formatShare(overlappingAll / Math.max(1, sizeLeft))} of the first (${formatCount(sizeLeft)}) and ${formatShare(overlappingAll / Math.max(1, sizeRight))} of the second (${formatCount(sizeRight)}).`,
        ...(chance ? [chanceSentence(overlappingAll, chance)] : []),
      ],
    },
    ...(shared.length === 0
      ? []
      : [{ title: "Terms near to what they share", lines: [shared.join(", ")] }]),
  ];
}
