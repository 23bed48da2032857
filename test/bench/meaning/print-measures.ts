import type { Measure } from "./measures.ts";

/** All measures of one retina. */
export interface RetinaReport {
  readonly retina: string;
  readonly terms: number;
  readonly measures: readonly Measure[];
}

const HEADINGS = ["set", "measure", "fingerprints", "baseline", "", "dense", "teacher"];

/** The measures as a Markdown table a retina. */
export function printMeasures(reports: readonly RetinaReport[]): string {
  return reports
    .map(({ retina, terms, measures }) => {
      const rows = [HEADINGS, ...measures.map(cells)];
      return `## ${retina}, ${terms.toLocaleString("en")} terms\n\n${table(rows)}\n`;
    })
    .join("\n");
}

function cells(measure: Measure): string[] {
  const { set, figure, value, spread, baseline, baselineName = "", dense, teacher } = measure;
  const shown = spread === undefined ? number(value) : `${number(value)} ± ${number(spread)}`;
  return [set, figure, shown, number(baseline), baselineName, number(dense), number(teacher)];
}

const number = (value: number | undefined) => (value === undefined ? "" : value.toFixed(3));

function table(rows: readonly (readonly string[])[]): string {
  const widths = HEADINGS.map((_, column) =>
    Math.max(3, ...rows.map((row) => row[column]!.length)),
  );
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(" | ")} |`;
  const [head, ...body] = rows;
  const rule = `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`;
  return [line(head!), rule, ...body.map(line)].join("\n");
}
