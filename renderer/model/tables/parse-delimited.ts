import { HEADER_MARK } from "./table-format.ts";

/** A row of a file, with the line it begins on, counted from 1. */
export interface RawRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** A line that could not be read, and why. */
export interface RejectedRow {
  readonly line: number;
  readonly reason: string;
  /** The beginning of it, for recognising it. */
  readonly excerpt: string;
}

export interface RawTable {
  readonly rows: readonly RawRow[];
  readonly rejected: readonly RejectedRow[];
}

const QUOTE = '"';
const LONGEST_EXCERPT = 80;

export const excerptOf = (text: string): string =>
  text.length > LONGEST_EXCERPT ? `${text.slice(0, LONGEST_EXCERPT - 1)}…` : text;

/**
 * CSV and TSV as RFC 4180 has them, with any line ends; empty lines are passed over, and so is the header block
 * of this application's own exports. A broken quotation costs its own
 * line only: reading goes on with the next. Linear in the length of the text.
 */
export function parseDelimited(text: string, separator: string): RawTable {
  const rows: RawRow[] = [];
  const rejected: RejectedRow[] = [];
  const reader = new DelimitedReader(text, separator);
  if (text.startsWith(`${HEADER_MARK}\r\n`)) while (text[reader.at] === "#") reader.skipLine();
  while (!reader.isAtEnd) {
    const { line, at } = reader;
    const cells = reader.readRow();
    if (!Array.isArray(cells)) {
      reader.goTo(at, line);
      rejected.push({ line, reason: REASONS[cells], excerpt: excerptOf(reader.skipLine()) });
    } else if (cells.length > 1 || cells[0] !== "" || text[at] === QUOTE)
      rows.push({ line, cells });
  }
  return { rows, rejected };
}

const Fault = { unclosed: 0, trailing: 1 } as const;
type Fault = (typeof Fault)[keyof typeof Fault];

const REASONS: Readonly<Record<Fault, string>> = {
  [Fault.unclosed]: "A quotation mark is never closed",
  [Fault.trailing]: "Text follows a closing quotation mark",
};

class DelimitedReader {
  at = 0;
  line = 1;
  private readonly text: string;
  private readonly separator: string;

  constructor(text: string, separator: string) {
    this.text = text;
    this.separator = separator;
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  goTo(at: number, line: number): void {
    this.at = at;
    this.line = line;
  }

  /** @returns the cells, or what is wrong with the row */
  readRow(): string[] | Fault {
    const cells: string[] = [];
    for (;;) {
      const cell = this.text[this.at] === QUOTE ? this.readQuoted() : this.readPlain();
      if (typeof cell !== "string") return cell;
      cells.push(cell);
      if (this.text[this.at] !== this.separator) break;
      this.at++;
    }
    this.passLineEnd();
    return cells;
  }

  /** @returns the text of the line that was passed over */
  skipLine(): string {
    const start = this.at;
    while (!this.isAtEnd && !isLineEnd(this.text.charCodeAt(this.at))) this.at++;
    const line = this.text.slice(start, this.at);
    this.passLineEnd();
    return line;
  }

  private readPlain(): string {
    const start = this.at;
    const stop = this.separator.charCodeAt(0);
    for (; this.at < this.text.length; this.at++) {
      const code = this.text.charCodeAt(this.at);
      if (code === stop || isLineEnd(code)) break;
    }
    return this.text.slice(start, this.at);
  }

  private readQuoted(): string | Fault {
    let cell = "";
    let start = this.at + 1;
    for (;;) {
      const end = this.text.indexOf(QUOTE, start);
      if (end < 0) return Fault.unclosed;
      cell += this.text.slice(start, end);
      start = end + 1;
      if (this.text[start] !== QUOTE) break;
      cell += QUOTE;
      start++;
    }
    this.at = start;
    this.line += countLineEnds(cell);
    const next = this.text[start];
    const isEnd = next === undefined || next === this.separator || next === "\n" || next === "\r";
    return isEnd ? cell : Fault.trailing;
  }

  private passLineEnd(): void {
    if (this.isAtEnd) return;
    this.at += this.text.startsWith("\r\n", this.at) ? 2 : 1;
    this.line++;
  }
}

const isLineEnd = (code: number): boolean => code === 10 || code === 13;

/** Line ends of any kind; "\r\n" is one. */
export function countLineEnds(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) count++;
  }
  return count;
}
