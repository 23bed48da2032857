import type { ReportSection } from "../../../model/export-source.ts";
import { formatCount, formatShare, plural } from "../../../model/format.ts";
import { combinationsOf, indicesOf } from "./combinations.ts";

const MOST = 8;

/** What some fingerprints have in common, and what each has alone, in words; `sets` are their positions. */
export function combinationsExplained(
  labels: readonly string[],
  sets: readonly (readonly number[])[],
): readonly ReportSection[] {
  const exact = combinationsOf(sets, "exact");
  const union = new Set(sets.flat()).size;
  const all = exact.find(({ members }) => indicesOf(members).length === sets.length);
  const inAll = all?.positions.length ?? 0;
  const share = (count: number) =>
    `${plural(count, "cell")}, ${formatShare(union === 0 ? 0 : count / union)}`;
  const lines = exact.slice(0, MOST).map(({ members, positions }) => {
    const names = indicesOf(members).map((index) => labels[index] ?? "");
    return `${names.length === 1 ? "Only " : ""}${names.join(" and ")}: ${share(positions.length)}`;
  });
  const rest = exact.length - lines.length;
  return [
    {
      title: "What they have in common",
      lead:
        inAll === 0
          ? `No cell is in all ${formatCount(sets.length)}`
          : `${plural(inAll, "cell")} of ${formatCount(union)} ${inAll === 1 ? "is" : "are"} in all ${formatCount(sets.length)}`,
      lines: [...lines, ...(rest > 0 ? [`and ${plural(rest, "combination")} more`] : [])],
    },
  ];
}
