import { availableParallelism, cpus } from "node:os";
import type { Report, Row } from "./measure-retina.ts";

/** A Markdown table: a row an operation, a column a retina; medians, and the slowest of twenty in brackets. */
export function printReports(reports: readonly Report[]): string {
  const first = reports[0];
  if (first === undefined) return "Nothing was timed.\n";
  const columns = reports.map(({ name, terms }) => `${name} (${terms.toLocaleString("en")} terms)`);
  const size = reports.map(({ fileBytes }) => `${(fileBytes / 1e6).toFixed(1)} MB`);
  const lines = [
    cells(["median, and in brackets the slowest of twenty", "promised", ...columns]),
    cells(["---", "---:", ...columns.map(() => "---:")]),
    cells(["size of the file", "40 MB", ...size]),
    ...first.rows.map((row, i) =>
      cells([row.operation, promise(row), ...reports.map((report) => shown(report.rows[i]))]),
    ),
  ];
  return `${lines.join("\n")}\n\n${machine()}\n`;
}

const cells = (texts: readonly string[]) => `| ${texts.join(" | ")} |`;

const promise = ({ promised, unit = "ms" }: Row) =>
  promised === undefined ? "" : `${promised} ${unit}`;

function shown(row: Row | undefined): string {
  if (row === undefined) return "";
  const { median, slow, runs } = row.timing;
  const unit = row.unit ?? "ms";
  return runs === 1 ? `${digits(median)} ${unit}` : `${digits(median)} (${digits(slow)}) ${unit}`;
}

/** Three figures that mean something. */
const digits = (value: number) => (value >= 100 ? value.toFixed(0) : value.toPrecision(3));

const machine = () =>
  `One core of ${cpus()[0]?.model.trim() ?? "an unknown processor"} (${availableParallelism()} cores), Node ${process.versions.node}. Promises are for 100,000 terms.`;
