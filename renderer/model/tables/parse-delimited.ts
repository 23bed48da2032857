import { CsvParser } from "../../../core/tables/parse-csv.ts";

/** A row of a file, with the line it begins on, counted from 1. */
export interface RawRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** A line that could not be read, or not as it is written, and why. */
export interface RejectedRow {
  readonly line: number;
  readonly reason: string;
  /** The beginning of it, for recognising it. */
  readonly excerpt: string;
}

export interface RawTable {
  readonly rows: readonly RawRow[];
  readonly rejected: readonly RejectedRow[];
  /** Rows among `rows` that had to be read otherwise than written. */
  readonly odd: readonly RejectedRow[];
}

const LONGEST_EXCERPT = 80;

export const excerptOf = (text: string): string =>
  text.length > LONGEST_EXCERPT ? `${text.slice(0, LONGEST_EXCERPT - 1)}…` : text;

/**
 * CSV and TSV by the program's one reader of tables, with any line ends; empty lines are passed over, and so is the header
 * block of this application's own exports.
 */
export function parseDelimited(text: string, separator: string): RawTable {
  const { body, before } = withoutHeader(text.includes("\n") ? text : text.replaceAll("\r", "\n"));
  const parser = new CsvParser(separator);
  const rows: RawRow[] = [];
  const odd: RejectedRow[] = [];
  const whole = body.endsWith("\n") || body === "" ? body : `${body}\n`;
  for (const found of [parser.add(whole), parser.end()])
    for (const { cells, line: own, problem: reason } of found) {
      if (cells.length === 1 && cells[0] === "") continue;
      const line = own + before;
      rows.push({ line, cells });
      if (reason !== undefined)
        odd.push({ line, reason, excerpt: excerptOf(cells.join(separator)) });
    }
  return { rows, rejected: [], odd };
}

/** First line of the block that exports of earlier versions begin with. */
const HEADER_MARK = "# Semascope";

/** What comes after the header block of an export, and how many lines that has. */
function withoutHeader(text: string): { readonly body: string; readonly before: number } {
  if (!text.startsWith(`${HEADER_MARK}\r\n`)) return { body: text, before: 0 };
  let [at, before] = [0, 0];
  for (; text[at] === "#"; before++) {
    const end = text.indexOf("\n", at);
    if (end === -1) return { body: "", before: before + 1 };
    at = end + 1;
  }
  return { body: text.slice(at), before };
}
