import { TriangleAlert, VolumeX } from "lucide-react";
import type { Column } from "../../components/table/virtual-table.tsx";
import { honestScore, MARK_WORDS } from "../../model/filters/prepare-examples.ts";
import { formatCount, formatScore } from "../../model/format.ts";
import type { SortState } from "../../model/tables/sort-state.ts";
import type { ExampleInfo } from "./use-filter-report.ts";

/** Both sides of a filter are tables of one layout. */
export const EXAMPLE_TABLE = "examples";

export const EXAMPLE_COLUMNS: readonly Column<ExampleInfo>[] = [
  {
    id: "score",
    title: "Score",
    hint: "Cosine with a filter that does not know the example, as in the strip",
    track: "44px",
    align: "end",
    canSort: true,
    cell: ({ report, skip }) => {
      const score = skip ? null : honestScore(report);
      return score === null ? <span className="muted">–</span> : formatScore(score);
    },
  },
  {
    id: "text",
    title: "Text",
    track: "minmax(0, 1fr)",
    canSort: true,
    cell: ({ example, skip }) => (
      <span className={skip ? "muted skipped" : ""} dir="auto" title={example.text.slice(0, 500)}>
        {example.text || "(empty)"}
      </span>
    ),
  },
  {
    id: "with",
    title: "With itself",
    hint: "Cosine with the whole filter, which knows the example",
    track: "68px",
    align: "end",
    canSort: true,
    isHiddenAtFirst: true,
    cell: ({ report }) => (report?.score == null ? "–" : formatScore(report.score)),
  },
  {
    id: "cells",
    title: "Cells",
    track: "44px",
    align: "end",
    canSort: true,
    isHiddenAtFirst: true,
    cell: ({ report }) => (report ? formatCount(report.cells) : "–"),
  },
  {
    id: "language",
    title: "Language",
    track: "72px",
    canSort: true,
    isHiddenAtFirst: true,
    cell: ({ report }) => report?.language.language ?? "unclear",
  },
  {
    id: "marks",
    title: "Notes",
    track: "36px",
    cell: ({ marks, example }) => {
      const words = marks.map((mark) => MARK_WORDS[mark]).join(" ");
      if (example.isMuted)
        return <VolumeX className="row-mark muted" size={13} aria-label="Muted: not used" />;
      return words === "" ? null : (
        <TriangleAlert className="row-mark warned" size={13} aria-label={words} />
      );
    },
  },
];

export function sortInfos(infos: readonly ExampleInfo[], { column, direction }: SortState) {
  const sign = direction === "ascending" ? 1 : -1;
  if (column === "text" || column === "language") {
    const words = ({ example, report }: ExampleInfo) =>
      column === "text" ? example.text : (report?.language.language ?? "");
    return infos.toSorted((a, b) => sign * words(a).localeCompare(words(b)));
  }
  const value = ({ report }: ExampleInfo) => {
    if (column === "cells") return report?.cells ?? -1;
    return (column === "with" ? report?.score : honestScore(report)) ?? -1;
  };
  return infos.toSorted((a, b) => sign * (value(a) - value(b)));
}
