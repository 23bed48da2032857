import type { TableShape } from "./table-shape.ts";

type Dialect = Pick<TableShape, "delimiter" | "quote" | "escape">;

/** A row whose quotation marks are not as they should be. */
export interface MendedRow {
  /** From 1, within the lines that were given. */
  readonly line: number;
  readonly cells: readonly string[];
  /** What was wrong, and what became of it. */
  readonly problem: string | undefined;
}

const STRAY =
  "a quotation mark within a quoted cell is not doubled and was read as a letter; write it twice";
const NEVER_CLOSED =
  "a quotation mark opens a cell and is never closed, so it was read as a letter; close it, or write it twice within quotation marks";

/**
 * Lines that a wrong quotation mark ties together, each read as a row of its own. Undefined where one of them is no row of so
 * many cells, or has letters where the first has figures: they may be lines of one text.
 */
export function mendLines(
  lines: readonly string[],
  dialect: Dialect,
  width: number,
): readonly MendedRow[] | undefined {
  if (dialect.quote === "" || width < 2) return undefined;
  const rows = lines.map((line, i) => ({ line: i + 1, ...mendLine(line, dialect, width) }));
  const [first] = rows;
  const isRow = ({ cells }: MendedRow) =>
    cells.length === width && (first === undefined || haveFiguresAlike(first.cells, cells));
  return rows.every(isRow) ? rows : undefined;
}

function mendLine(line: string, dialect: Dialect, width: number): Omit<MendedRow, "line"> {
  const { delimiter, quote } = dialect;
  const cells: string[] = [];
  let problem: string | undefined;
  for (let at = 0; at <= line.length; ) {
    const end = line.startsWith(quote, at) ? closingOf(line, at + 1, dialect) : undefined;
    if (end !== undefined) {
      const inner = line.slice(at + 1, end);
      const text = inner.replaceAll(dialect.escape + quote, quote);
      if (inner.replaceAll(dialect.escape + quote, "").includes(quote)) problem ??= STRAY;
      cells.push(text);
      at = end + 1 + delimiter.length;
      continue;
    }
    const isOpen = line.startsWith(quote, at);
    if (isOpen) problem = NEVER_CLOSED;
    const next = line.indexOf(delimiter, at);
    // The rest may hold delimiters, which is why it was to be quoted.
    const isRest = next === -1 || (isOpen && cells.length === width - 1);
    cells.push(isRest ? line.slice(at) : line.slice(at, next));
    at = isRest ? line.length + 1 : next + delimiter.length;
  }
  return { cells, problem };
}

/** Where a cell is closed: at a mark that a delimiter or the end follows. */
function closingOf(line: string, from: number, dialect: Dialect): number | undefined {
  const { delimiter, quote, escape: before } = dialect;
  for (let at = from; at < line.length; at++) {
    if (line.startsWith(before + quote, at)) at += before.length;
    else if (line.startsWith(quote, at)) {
      const after = at + quote.length;
      if (after === line.length || line.startsWith(delimiter, after)) return at;
    }
  }
  return undefined;
}

const isFigure = (cell: string | null) => /^[\s"'+-]*\d[\d.,:/\s-]*["']?$/.test(cell ?? "");

/** Whether a row has figures in one of the columns in which another has some, if that has any. */
function haveFiguresAlike(one: readonly (string | null)[], other: readonly string[]): boolean {
  const places = [...one.keys()].filter((i) => isFigure(one[i] ?? null));
  return places.length === 0 || places.some((i) => isFigure(other[i] ?? null));
}

/**
 * How many lines within the cells of a row look like rows themselves: a quotation mark that nothing closed has then found
 * one in another row.
 */
export function rowsWithin(cells: readonly (string | null)[], dialect: Dialect, width: number) {
  const { delimiter } = dialect;
  if (width < 2 || delimiter === "") return 0;
  const hasFigure = cells.some(isFigure);
  // Commas stand in sentences, too.
  if (!hasFigure && delimiter === ",") return 0;
  const looksLikeRow = (line: string) => {
    const own = line.split(delimiter);
    return own.length === width && haveFiguresAlike(cells, own);
  };
  let count = 0;
  for (const cell of cells)
    if (cell?.includes("\n")) count += cell.split("\n").slice(1).filter(looksLikeRow).length;
  return count;
}
