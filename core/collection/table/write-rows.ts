import type { Column, Value } from "../../api/schema/collection-types.ts";
import type { CollectionInfo, StreamedRow } from "../port/store.ts";
import { csvCell } from "./csv-cell.ts";

/** What a row of an export contains, in order. */
export interface ExportColumns {
  readonly columns: readonly Column[];
  readonly filters: readonly string[];
  /** Those of the filters that somebody else than the person gave labels for. */
  readonly authored: readonly string[];
  readonly scores: readonly string[];
  readonly hasCloseness: boolean;
  readonly hasPositions: boolean;
  /** Scores that decide, and from where on; without any there is no decision. */
  readonly lines: readonly ScoreLine[];
}

/** From this score on a row belongs. */
export interface ScoreLine {
  readonly score: string;
  readonly from: number;
  /** Where rows with these values of a column belong from instead, such as those of other languages. */
  readonly instead?: {
    readonly column: string;
    readonly values: readonly { readonly value: string; readonly from: number }[];
  };
}

export function exportColumns(
  { columns, labels, scores }: CollectionInfo,
  options: Pick<ExportColumns, "hasCloseness" | "hasPositions" | "lines">,
): ExportColumns {
  const named = (counts: CollectionInfo["labels"]) => counts.map(({ filter }) => filter);
  const authored = named(labels.filter(({ authors }) => authors.length > 0));
  return { columns, filters: named(labels), authored, scores, ...options };
}

/** The names of what a row belongs to; null for a row without a known word, of which nothing can be said. */
function decisionOf(row: StreamedRow, { columns, lines }: ExportColumns): readonly string[] | null {
  if (row.cells.length === 0) return null;
  const fromOf = ({ from, instead }: ScoreLine) => {
    const value = row.values[columns.findIndex(({ name }) => name === instead?.column)];
    return instead?.values.find((each) => each.value === value)?.from ?? from;
  };
  const names = lines
    .filter((line) => (scoreOf(row, line.score) ?? -1) >= fromOf(line))
    .map(({ score }) => score);
  return names.length === 0 ? ["none"] : names;
}

const labelOf = ({ labels }: StreamedRow, filter: string) =>
  labels.find((each) => each.filter === filter);
const verdictOf = (row: StreamedRow, filter: string) => {
  const label = labelOf(row, filter);
  return label === undefined ? null : label.belongs ? "belongs" : "not";
};
const scoreOf = ({ scores }: StreamedRow, name: string) =>
  scores.find((each) => each.name === name)?.score ?? null;

/** Names of the cells of an exported row. */
export const exportHeader = (shape: ExportColumns): string[] => [
  "id",
  ...shape.columns.map(({ name }) => name),
  ...shape.filters.map((filter) => `label ${filter}`),
  ...shape.authored.map((filter) => `author ${filter}`),
  ...shape.scores.map((name) => `score ${name}`),
  ...(shape.lines.length > 0 ? ["decision"] : []),
  ...(shape.hasCloseness ? ["closeness"] : []),
  ...(shape.hasPositions ? ["positions"] : []),
  "text",
];

/** The cells of an exported row, in the order of `exportHeader`. */
export function exportCells(row: StreamedRow, shape: ExportColumns): Value[] {
  return [
    row.id,
    ...shape.columns.map((_, i) => row.values[i] ?? null),
    ...shape.filters.map((filter) => verdictOf(row, filter)),
    ...shape.authored.map((filter) => labelOf(row, filter)?.author ?? null),
    ...shape.scores.map((name) => scoreOf(row, name)),
    ...(shape.lines.length > 0 ? [decisionOf(row, shape)] : []),
    ...(shape.hasCloseness ? [row.score] : []),
    ...(shape.hasPositions ? [Array.from(row.cells, String)] : []),
    row.text,
  ];
}

/** A row of a CSV file, by RFC 4180. */
export const csvHeader = (shape: ExportColumns): string => csvLine(exportHeader(shape));
export const csvRow = (row: StreamedRow, shape: ExportColumns): string =>
  csvLine(exportCells(row, shape));

/** One line of a CSV file; what a spreadsheet would carry out is made a text. */
export const csvLine = (cells: readonly Value[], separator: "," | "\t" = ",") =>
  `${cells.map((cell) => csvCell(typeof cell === "object" && cell !== null ? cell.join(";") : cell, separator)).join(separator)}\r\n`;

/** A row of a JSONL file. Written member by member: a column may be called `__proto__`. */
export function jsonRow(row: StreamedRow, shape: ExportColumns): string {
  const names = exportHeader(shape);
  const members = exportCells(row, shape).map(
    (value, i) => `${JSON.stringify(names[i])}:${JSON.stringify(value)}`,
  );
  return `{${members.join(",")}}\n`;
}
