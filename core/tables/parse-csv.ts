/** One row of a table. */
export interface CsvRow {
  /** Line that it begins in, from 1. */
  readonly line: number;
  /** Lines that it takes. */
  readonly lines: number;
  readonly cells: readonly string[];
  /** What was wrong with its quotation marks, and what was made of it. */
  readonly problem?: string;
}

const DELIMITERS = [",", ";", "\t", "|"] as const;

/** The comma, unless the head has more of another. */
export function delimiterOf(start: string): string {
  const head = (start.split(/\r?\n/, 1)[0] ?? "").replace(/"[^"]*"/g, "");
  const count = (delimiter: string) => head.split(delimiter).length;
  return DELIMITERS.reduce<string>((best, each) => (count(each) > count(best) ? each : best), ",");
}

/** Characters of a row after which a quotation mark that is not closed counts as a letter. */
const LONGEST_ROW = 2 ** 25;

const STRAY =
  "a quotation mark within a quoted cell is not doubled and was read as a letter; write it twice";
const NEVER_CLOSED =
  "a quotation mark opens a cell and is never closed, so it was read as a letter; close it, or write it twice within quotation marks";

interface Quoted {
  /** Place after the closing quotation mark. */
  readonly end: number;
  readonly isStray: boolean;
}

/**
 * Reads tables as RFC 4180 has them, and what people write instead: a cell is quoted if it begins with a quotation mark; one
 * within it that is not doubled is a letter; so is one that is never closed, which must not swallow the rows after it.
 */
export class CsvParser {
  readonly #delimiter: string;
  #text = "";
  #at = 0;
  #line = 1;
  /** Of the next quotation mark; text.length where there is none. */
  #quote = -1;
  #isEnded = false;
  /** Where once no closing mark was found up to the end, none is looked for beyond the line any more: it would take for ever. */
  #spansLines = true;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }

  /** The rows that end in this text, which consists of whole lines. */
  add(text: string): CsvRow[] {
    this.#text = this.#at < this.#text.length ? this.#text.slice(this.#at) + text : text;
    this.#at = 0;
    this.#quote = -1;
    const rows: CsvRow[] = [];
    for (let row = this.#row(); row !== undefined; row = this.#row()) rows.push(row);
    return rows;
  }

  /** The rows that were waiting for a quotation mark. */
  end(): CsvRow[] {
    this.#isEnded = true;
    return this.add("");
  }

  #row(): CsvRow | undefined {
    const text = this.#text;
    const from = this.#at;
    const end = text.indexOf("\n", from);
    if (end === -1) return undefined;
    if (this.#quote < from) this.#quote = this.#find('"', from);
    if (this.#quote > end) {
      const line = text.charCodeAt(end - 1) === 13 && end > from ? end - 1 : end;
      return this.#found(text.slice(from, line).split(this.#delimiter), end + 1, 1);
    }
    return this.#quotedRow(from);
  }

  #find(what: string, from: number): number {
    const at = this.#text.indexOf(what, from);
    return at === -1 ? this.#text.length : at;
  }

  #found(cells: string[], next: number, lines: number, problem?: string): CsvRow {
    const row = { line: this.#line, lines, cells, ...(problem === undefined ? {} : { problem }) };
    this.#at = next;
    this.#line += lines;
    return row;
  }

  /** `undefined` where the row goes on in text that has not come yet. */
  #quotedRow(from: number): CsvRow | undefined {
    const text = this.#text;
    const cells: string[] = [];
    let problem: string | undefined;
    for (let at = from; ; at++) {
      let end = at;
      if (text[at] === '"') {
        const quoted = this.#closing(at, from);
        if (quoted === "later") return undefined;
        if (quoted === "never") problem = NEVER_CLOSED;
        else {
          if (quoted.isStray) problem ??= STRAY;
          end = quoted.end;
          cells.push(text.slice(at + 1, end - 1).replaceAll('""', '"'));
        }
      }
      if (end === at) {
        while (text[end] !== this.#delimiter && text[end] !== "\n") end++;
        const isReturn = text[end] === "\n" && end > at && text[end - 1] === "\r";
        cells.push(text.slice(at, isReturn ? end - 1 : end));
      }
      if (text[end] === "\r") end++;
      if (text[end] === "\n")
        return this.#found(cells, end + 1, this.#countLines(from, end + 1), problem);
      at = end;
    }
  }

  /** Where the cell that is opened at `open` is closed. */
  #closing(open: number, from: number): Quoted | "later" | "never" {
    const text = this.#text;
    const lineEnd = text.indexOf("\n", open);
    let isStray = false;
    for (let at = text.indexOf('"', open + 1); ; at = text.indexOf('"', at)) {
      if (at === -1 || (at > lineEnd && !this.#spansLines)) break;
      const next = text[at + 1];
      if (next === '"') {
        at += 2;
        continue;
      }
      if (next === this.#delimiter || next === "\n" || (next === "\r" && text[at + 2] === "\n"))
        return { end: at + 1, isStray };
      // On a later line, one that opens a cell shows that this one should have been closed before.
      const before = text[at - 1];
      if (at > lineEnd && (before === this.#delimiter || before === "\n")) return "never";
      isStray = true;
      at++;
    }
    if (!this.#spansLines) return "never";
    if (!this.#isEnded && text.length - from < LONGEST_ROW) return "later";
    this.#spansLines = false;
    // Within its line it may be closed all the same.
    return this.#closing(open, from);
  }

  #countLines(from: number, end: number): number {
    let lines = 0;
    for (let at = this.#text.indexOf("\n", from); at !== -1 && at < end; lines++)
      at = this.#text.indexOf("\n", at + 1);
    return lines;
  }
}
