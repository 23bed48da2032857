import type { Outliner } from "../../../../core/image/svg.ts";
import type { ReportFacts } from "./report-facts.ts";

/** Every text of a report but those within its map. */
export function textOf(facts: ReportFacts): string {
  const { title, subtitle, notes, size, legend, sections, regions, table, footer } = facts;
  return [
    ...[title, subtitle, notes, size, footer],
    ...legend.map(({ name }) => name),
    ...sections.flatMap((section) => [section.title, section.lead ?? "", ...section.lines]),
    ...regions.flatMap((region) => [region.title, region.facts]),
    ...(table ? [table.columns, ...table.rows].flat() : []),
  ].join("\n");
}

const FACE = { weight: 400, size: 12, spacing: 0 } as const;

/** The letters of a text that a typeface lacks, each once, in their order; spaces and marks without a shape never count. */
export function lettersLacking(text: string, outline: Outliner): readonly string[] {
  const letters = new Set(text.match(/[^\s\p{C}\p{M}]/gu) ?? []);
  return [...letters].filter((letter) => outline(letter, FACE) === null);
}
