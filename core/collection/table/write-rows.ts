import type { ColumnType, Value } from "../../api/schema/collection-types.ts";
import type { SourceFields } from "../port/source-fields.ts";
import type { CollectionInfo, StreamedRow } from "../port/store.ts";
import { csvCell } from "./csv-cell.ts";
import { isMissingWord } from "./read-value.ts";

type ExportValue = Value | boolean | readonly number[];

/** One column of an export. */
export interface ExportColumn {
  readonly name: string;
  readonly kind: ColumnType | "boolean" | "positions";
  readonly read: (row: StreamedRow) => ExportValue;
}

/** The columns of an export, in order. */
export interface ExportShape {
  readonly columns: readonly ExportColumn[];
  /** Columns that have another name than in the collection, since each name may come once. */
  readonly renamed: readonly { readonly column: string; readonly name: string }[];
}

/** From this score on a row belongs. */
export interface ScoreLine {
  readonly score: string;
  readonly from: number;
}

export interface ExportOptions {
  readonly format: "csv" | "jsonl" | "parquet";
  readonly hasCloseness: boolean;
  readonly hasPositions: boolean;
  /** Scores that decide, and from where on; without any there is no decision. */
  readonly lines: readonly ScoreLine[];
}

/** What an export contains; `source` keeps the names and kinds that the file had which the collection was made of. */
export function exportShape(
  info: CollectionInfo,
  source: SourceFields | undefined,
  { format, hasCloseness, hasPositions, lines }: ExportOptions,
): ExportShape {
  const labels = info.labels.map(({ filter }) => filter);
  const authored = info.labels.filter(({ authors }) => authors.length > 0);
  const id = column(source?.id ?? "id", "text", ({ id }) => id);
  const text = column(source?.text ?? "text", "text", (row) => row.text);
  const values = info.columns.map(({ name, type }, i) => valueColumn(name, type, i, source));
  const columns = [
    id,
    ...values,
    ...labels.map((filter) => column(`label ${filter}`, "text", (row) => verdictOf(row, filter))),
    ...authored.map(({ filter }) =>
      column(`author ${filter}`, "text", (row) => labelOf(row, filter)?.author ?? null),
    ),
    ...info.scores.map((name) => column(`score ${name}`, "number", (row) => scoreOf(row, name))),
    ...(lines.length === 0 ? [] : [column("decision", "list", (row) => decisionOf(row, lines))]),
    ...(hasCloseness ? [column("closeness", "number", ({ score }) => score)] : []),
    ...(hasPositions ? [column("positions", "positions", ({ cells }) => Array.from(cells))] : []),
    text,
  ];
  const own = [
    ...(source?.id === undefined ? [] : [id]),
    ...values,
    ...(source === undefined ? [] : [text]),
  ];
  return withUniqueNames(columns, own, format);
}

const column = (
  name: string,
  kind: ExportColumn["kind"],
  read: ExportColumn["read"],
): ExportColumn => ({ name, kind, read });

function valueColumn(
  name: string,
  type: ColumnType,
  i: number,
  source: SourceFields | undefined,
): ExportColumn {
  if (source?.booleans.includes(name))
    return column(name, "boolean", ({ values }) => booleanOf(values[i] ?? null));
  const missing = source?.emptyLists.includes(name) ? [] : null;
  return column(name, type, ({ values }) => values[i] ?? missing);
}

/** A later file may have other texts in a column of booleans. */
const booleanOf = (value: Value) => (value === "true" ? true : value === "false" ? false : value);

/** The columns of the file keep their names; others give way. DuckDB, which writes Parquet, ignores the case of names. */
function withUniqueNames(
  columns: readonly ExportColumn[],
  own: readonly ExportColumn[],
  format: ExportOptions["format"],
): ExportShape {
  const keyOf = (name: string) => (format === "parquet" ? name.toLowerCase() : name);
  const used = new Set<string>();
  const renamed: { column: string; name: string }[] = [];
  const freeName = ({ name }: ExportColumn) => {
    let free = name;
    for (let k = 2; used.has(keyOf(free)); k++) free = `${name} (${k})`;
    used.add(keyOf(free));
    if (free !== name) renamed.push({ column: name, name: free });
    return free;
  };
  const inOrder = [...own, ...columns.filter((each) => !own.includes(each))];
  const names = new Map(inOrder.map((each) => [each, freeName(each)]));
  return {
    columns: columns.map((each) => ({ ...each, name: names.get(each) ?? each.name })),
    renamed,
  };
}

/** The names of what a row belongs to; null for a row without a known word, of which nothing can be said. */
function decisionOf(row: StreamedRow, lines: readonly ScoreLine[]): readonly string[] | null {
  if (row.cells.length === 0) return null;
  const names = lines
    .filter((line) => (scoreOf(row, line.score) ?? -1) >= line.from)
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

/** The head of a CSV file; `isRaw` leaves formulas in it, here and in its rows. */
export const csvHeader = ({ columns }: ExportShape, isRaw = false): string =>
  csvLine(
    columns.map(({ name }) => name),
    ",",
    isRaw,
  );

/** A row of a CSV file, by RFC 4180. */
export const csvRow = (row: StreamedRow, { columns }: ExportShape, isRaw = false): string =>
  csvLine(
    columns.map(({ read }) => read(row)),
    ",",
    isRaw,
  );

/** One line of a CSV file; what a spreadsheet would run is made a text, unless `isRaw`. */
export const csvLine = (
  cells: readonly ExportValue[],
  separator: "," | "\t" = ",",
  isRaw = false,
): string =>
  `${cells.map((cell) => csvCell(plainCell(cell), separator, isRaw)).join(separator)}\r\n`;

function plainCell(value: ExportValue): string | number | null {
  if (typeof value === "boolean") return String(value);
  if (typeof value !== "object" || value === null) return value;
  return value.some((part) => !isPlainPart(part)) ? JSON.stringify(value) : value.join(";");
}

/** Whether reading a list finds this part again between semicolons, whichever sign it proposes. */
const isPlainPart = (part: string | number) =>
  typeof part === "number" ||
  (part === part.trim() && !/^[[(]|[;,|]/.test(part) && !isMissingWord(part));

/** A row of a JSONL file. Written member by member: a column may be called `__proto__`. */
export function jsonRow(row: StreamedRow, { columns }: ExportShape): string {
  const members = columns.map(
    ({ name, read }) => `${JSON.stringify(name)}:${JSON.stringify(read(row))}`,
  );
  return `{${members.join(",")}}\n`;
}
