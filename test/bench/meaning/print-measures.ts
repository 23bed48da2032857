import type { Measure } from "./measures.ts";

const HEADINGS = ["set", "measure", "fingerprints", "baseline", "", "dense", "teacher", "reader"];

/** The measures as a Markdown table. */
export const printMeasures = (measures: readonly Measure[]): string =>
  tableOf([HEADINGS, ...measures.map(cells)]);

function cells(measure: Measure): string[] {
  const {
    set,
    figure,
    value,
    spread,
    baseline,
    baselineName = "",
    dense,
    teacher,
    reader,
  } = measure;
  const shown = spread === undefined ? number(value) : `${number(value)} ± ${number(spread)}`;
  return [
    set,
    figure,
    shown,
    number(baseline),
    baselineName,
    number(dense),
    number(teacher),
    number(reader),
  ];
}

const number = (value: number | undefined) => (value === undefined ? "" : value.toFixed(3));

/** Rows as a Markdown table, the headings first. */
export function tableOf(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) =>
    Math.max(3, ...rows.map((row) => row[column]!.length)),
  );
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(" | ")} |`;
  const [head, ...body] = rows;
  const rule = line(widths.map((width) => "-".repeat(width)));
  return [line(head!), rule, ...body.map(line)].join("\n");
}
