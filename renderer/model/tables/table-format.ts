import { csvCell } from "../../../core/collection/table/csv-cell.ts";
import type { ExportTable } from "../export-source.ts";

export const TABLE_FORMATS = ["csv", "tsv", "json", "jsonl"] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];

/** Facts about how a table came about: model, settings, time. */
export type Provenance = Readonly<Record<string, string | number | boolean>>;

/** The text of an exported table; JSON has room for the provenance, other formats are the table alone. Cells that a spreadsheet would run are neutralised unless `isRaw`. */
export function formatTable(
  table: ExportTable,
  format: TableFormat,
  provenance: Provenance,
  isRaw = false,
): string {
  if (format === "json")
    return `${JSON.stringify({ about: provenance, rows: rowObjects(table) }, null, 2)}\n`;
  if (format === "jsonl")
    return rowObjects(table)
      .map((row) => `${JSON.stringify(row)}\n`)
      .join("");
  const separator = format === "csv" ? "," : "\t";
  const cell = (value: string | number | null) => csvCell(value, separator, isRaw);
  return [table.columns, ...table.rows]
    .map((row) => `${row.map(cell).join(separator)}\r\n`)
    .join("");
}

function rowObjects({ columns, rows }: ExportTable): Record<string, string | number | null>[] {
  return rows.map((row) =>
    Object.fromEntries(columns.map((column, index) => [column, row[index] ?? null])),
  );
}

export const MEDIA_TYPES: Readonly<Record<TableFormat, string>> = {
  csv: "text/csv;charset=utf-8",
  tsv: "text/tab-separated-values;charset=utf-8",
  json: "application/json",
  jsonl: "application/x-ndjson",
};
