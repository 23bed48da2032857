import {
  excerptOf,
  parseDelimited,
  type RawRow,
  type RawTable,
  type RejectedRow,
} from "./parse-delimited.ts";

export const FILE_KINDS = ["lines", "csv", "tsv", "json", "jsonl"] as const;

export type FileKind = (typeof FILE_KINDS)[number];

export const KIND_TITLES: Readonly<Record<FileKind, string>> = {
  lines: "Lines",
  csv: "CSV",
  tsv: "TSV",
  json: "JSON",
  jsonl: "JSON Lines",
};

export interface ReadOptions {
  readonly kind: FileKind;
  /** Between the cells of CSV. */
  readonly separator: "," | ";";
  /** The first row names the columns. */
  readonly hasHeader: boolean;
}

/** A file as columns and rows; what could not be read is listed, not dropped in silence. */
export interface ReadTable {
  /** Unique; a name that stood twice is numbered: "text", "text (2)". */
  readonly columns: readonly string[];
  readonly rows: readonly RawRow[];
  readonly rejected: readonly RejectedRow[];
  /** Rows that had to be read otherwise than written. */
  readonly odd: readonly RejectedRow[];
  /** Names that stood more than once in the header. */
  readonly duplicates: readonly string[];
}

/** Rows looked at to tell how many columns a file without a header has. */
const SAMPLE_ROWS = 20;

export function readTable(text: string, options: ReadOptions): ReadTable {
  const { kind } = options;
  if (kind === "json") return layOut(parseJsonArray(text), options);
  if (kind === "jsonl") return layOut(parseJsonLines(text), options);
  if (kind === "lines") return withColumns(parseLines(text), options, "Text");
  return withColumns(parseDelimited(text, kind === "tsv" ? "\t" : options.separator), options);
}

function parseLines(text: string): RawTable {
  const rows: RawRow[] = [];
  text.split(/\r\n|\n|\r/).forEach((content, index) => {
    if (content.trim() !== "") rows.push({ line: index + 1, cells: [content] });
  });
  return { rows, rejected: [], odd: [] };
}

/** Takes the names off the first row; rows with more cells than there are columns are refused. */
function withColumns(table: RawTable, { hasHeader }: ReadOptions, onlyName?: string): ReadTable {
  const [first] = table.rows;
  const isNamed = hasHeader && first !== undefined;
  const width = isNamed ? first.cells.length : widest(table.rows.slice(0, SAMPLE_ROWS));
  const given = isNamed
    ? first.cells
    : Array.from({ length: width }, (_, index) => onlyName ?? `Column ${index + 1}`);
  const { columns, duplicates } = uniqueNames(given);
  const rows: RawRow[] = [];
  const rejected = [...table.rejected];
  for (const row of isNamed ? table.rows.slice(1) : table.rows) {
    if (row.cells.length <= width) rows.push(row);
    else
      rejected.push({
        line: row.line,
        reason: `${row.cells.length} cells, but there are ${width} columns`,
        excerpt: row.cells.join(" | ").slice(0, 80),
      });
  }
  return {
    columns,
    rows,
    rejected: rejected.sort((a, b) => a.line - b.line),
    odd: table.odd,
    duplicates,
  };
}

const widest = (rows: readonly RawRow[]): number =>
  rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);

/** Objects give columns by key, arrays by place, anything else stands in one column. */
function layOut({ values, rejected }: JsonRows, options: ReadOptions): ReadTable {
  const isLists = values.length > 0 && values.every(({ value }) => Array.isArray(value));
  if (isLists) {
    const rows = values.map(({ line, value }) => ({
      line,
      cells: (value as readonly unknown[]).map(textOf),
    }));
    return withColumns({ rows, rejected, odd: [] }, options);
  }
  const keys = new Set<string>();
  for (const { value } of values) if (isObject(value)) for (const key in value) keys.add(key);
  const hasPlain = values.some(({ value }) => !isObject(value));
  const columns = hasPlain && !keys.has("text") ? ["text", ...keys] : [...keys];
  const rows = values.map(({ line, value }) => ({
    line,
    cells: columns.map((column) =>
      isObject(value) ? textOf(value[column]) : column === "text" ? textOf(value) : "",
    ),
  }));
  return { columns, rows, rejected, odd: [], duplicates: [] };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Names by which columns can be chosen: nameless ones are numbered by place, repeated ones by occurrence. */
export function uniqueNames(given: readonly string[]): {
  readonly columns: readonly string[];
  readonly duplicates: readonly string[];
} {
  const taken = new Set(given.map((name) => name.trim()));
  const seen = new Set<string>();
  const duplicates = new Set<string>();
  const columns = given.map((raw, index) => {
    const name = raw.trim() === "" ? `Column ${index + 1}` : raw.trim();
    if (seen.has(name)) duplicates.add(name);
    let unique = name;
    for (let turn = 2; seen.has(unique) || (unique !== name && taken.has(unique)); turn++)
      unique = `${name} (${turn})`;
    seen.add(unique);
    return unique;
  });
  return { columns, duplicates: [...duplicates] };
}

/** Values of a JSON or JSON Lines file, before they are laid out in columns. */
interface JsonRows {
  readonly values: readonly { readonly line: number; readonly value: unknown }[];
  readonly rejected: readonly RejectedRow[];
}

/** One JSON value a line; a line that is not JSON costs only itself. */
function parseJsonLines(text: string): JsonRows {
  const values: { line: number; value: unknown }[] = [];
  const rejected: RejectedRow[] = [];
  text.split(/\r\n|\n|\r/).forEach((content, index) => {
    if (content.trim() === "") return;
    try {
      values.push({ line: index + 1, value: JSON.parse(content) });
    } catch {
      rejected.push({ line: index + 1, reason: "Not valid JSON", excerpt: excerptOf(content) });
    }
  });
  return { values, rejected };
}

/** An array, or the one array inside an object (`rows` if there are several). Lines count the items from 1. */
function parseJsonArray(text: string): JsonRows {
  let whole: unknown;
  try {
    whole = JSON.parse(text);
  } catch (cause) {
    const reason = `Not valid JSON: ${cause instanceof Error ? cause.message : String(cause)}`;
    return { values: [], rejected: [{ line: 1, reason, excerpt: excerptOf(text) }] };
  }
  const items = itemsOf(whole);
  if (!items)
    return {
      values: [],
      rejected: [{ line: 1, reason: "No list of rows in this JSON", excerpt: excerptOf(text) }],
    };
  return { values: items.map((value, index) => ({ line: index + 1, value })), rejected: [] };
}

function itemsOf(whole: unknown): readonly unknown[] | null {
  if (Array.isArray(whole)) return whole;
  if (typeof whole !== "object" || whole === null) return null;
  const rows = (whole as { readonly rows?: unknown }).rows;
  if (Array.isArray(rows)) return rows;
  const lists = Object.values(whole).filter((value) => Array.isArray(value));
  return lists.length === 1 ? (lists[0] as readonly unknown[]) : null;
}
