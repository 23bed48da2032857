import { isMissingWord } from "../../collection/table/read-value.ts";

/** How a table of text is written. */
export interface TableShape {
  /** Between cells; "" where there is a single column. */
  readonly delimiter: string;
  /** Round cells; "" where quotation marks are letters. */
  readonly quote: string;
  /** Before a quotation mark within a cell. */
  readonly escape: string;
  /** Line of the header, from 1; 0 where there is none. */
  readonly header: number;
  /** Rows that the header takes. */
  readonly headerRows: number;
  /** Lines above the table. */
  readonly before: number;
}

/** What a user may choose of it. */
export interface ShapeChoices {
  readonly delimiter?: string | undefined;
  /** "" for none. */
  readonly quote?: string | undefined;
  /** A line from 1, or 0 for none. */
  readonly header?: number | undefined;
}

/** Cells of a row; null for those that it lacks. */
export type Cells = readonly (string | null)[];

/** Some first rows, as they are when read in one way. */
export interface TriedRows {
  readonly rows: readonly Cells[];
  /** Lines that are in no row. */
  readonly misfits: number;
}
type Dialect = Pick<TableShape, "delimiter" | "quote" | "escape">;
export type TryRows = (lines: readonly string[], dialect: Dialect) => Promise<TriedRows>;

const DELIMITERS = ["\t", ";", "|", ",", "\u0001", "\u001f", "^", "~"];
/** What a single column scores: a table has to fit better. */
const SINGLE = 0.4;
/** Lines in which the header is looked for. */
const FIRST_LINES = 40;

interface Candidate extends Dialect {
  readonly before: number;
  readonly rows: readonly Cells[];
  readonly width: number;
  readonly score: number;
}

/** The shape that fits the first lines best, and the cells of its header. */
export async function proposeShape(
  lines: readonly string[],
  chosen: ShapeChoices,
  tryRows: TryRows,
): Promise<{
  readonly shape: TableShape;
  readonly head: readonly Cells[];
  /** Columns, and cells of the widest row. */
  readonly width: number;
  readonly widest: number;
}> {
  const said = /^"?sep=(.)"?\s*$/i.exec(lines[0] ?? "")?.[1];
  const first = said === undefined ? 0 : 1;
  let best: Candidate | undefined;
  for (const delimiter of delimitersIn(lines, chosen.delimiter ?? said))
    for (const before of startsFor(lines, first, delimiter, chosen.header))
      for (const marks of quotesIn(lines, delimiter, chosen.quote)) {
        const dialect = { delimiter, ...marks };
        const tried = await tryRows(lines.slice(before), dialect);
        const candidate = { ...dialect, before, ...scored(tried, delimiter) };
        if (best === undefined || isBetter(candidate, best)) best = candidate;
      }
  const { rows, width, score: _, ...found } = best!;
  const headerRows = chosen.header === 0 ? 0 : headerRowsIn(rows, chosen.header !== undefined);
  const header = headerRows === 0 ? 0 : found.before + 1;
  return {
    shape: { ...found, header, headerRows },
    head: rows.slice(0, Math.max(1, headerRows)),
    width,
    widest: Math.max(width, ...rows.map(filled)),
  };
}

function delimitersIn(lines: readonly string[], chosen: string | undefined): readonly string[] {
  if (chosen !== undefined) return [chosen];
  return ["", ...DELIMITERS.filter((each) => lines.some((line) => line.includes(each)))];
}

/** Where the table may begin: at the first line, after comments, or at the first line with as many delimiters as most have. */
function startsFor(
  lines: readonly string[],
  first: number,
  delimiter: string,
  header: number | undefined,
): readonly number[] {
  if (header !== undefined && header > 0) return [Math.min(header, lines.length) - 1];
  const isBlank = (line: string | undefined) => line !== undefined && line.trim() === "";
  let start = first;
  while (isBlank(lines[start])) start++;
  if (delimiter !== "" && header === undefined)
    for (let next = start; next < start + FIRST_LINES; next++) {
      if (hasNoCell(lines[next] ?? "", delimiter)) continue;
      const isTitle = isTitleAbove(lines[next] ?? "", lines.slice(next + 1), delimiter);
      start = next;
      if (!isTitle) break;
    }
  let body = start;
  while (body < lines.length && (isBlank(lines[body]) || lines[body]?.startsWith("#"))) body++;
  const starts = new Set([start, body < lines.length ? body : start]);
  if (delimiter !== "") {
    const counts = lines.map((line) => line.replace(/"[^"]*"/g, "").split(delimiter).length - 1);
    const usual = mostFrequent(counts.filter((count) => count > 0));
    const at = counts.findIndex((count, i) => i >= start && count === usual);
    if (at !== -1 && at < FIRST_LINES) starts.add(at);
  }
  return [...starts];
}

const hasNoCell = (line: string, delimiter: string): boolean =>
  line.replaceAll(delimiter, "").trim() === "";

/** Whether a line has one cell alone, padded to the width of the names below it, as a sheet has its title. */
function isTitleAbove(line: string, below: readonly string[], delimiter: string): boolean {
  const cellsOf = (each: string) => each.replace(/"[^"]*"/g, '"').split(delimiter);
  const [title = "", ...rest] = cellsOf(line);
  if (title.trim() === "" || rest.length < 2 || rest.some((cell) => cell.trim() !== ""))
    return false;
  // There may be several titles.
  const [next = [], after = []] = below
    .map(cellsOf)
    .filter((cells) => cells.slice(1).some((cell) => cell.trim() !== ""));
  const namesIn = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== "");
  const areNames = (cells: readonly string[]) => namesIn(cells).length > 2 && !cells.some(isFigure);
  // Above the names there may be a row of groups, each in its first cell.
  const areGroups = !next.some(isFigure) && namesIn(after).length === after.length;
  return !isFigure(title) && (areNames(next) || (areGroups && areNames(after)));
}

function mostFrequent(counts: readonly number[]): number {
  const times = new Map<number, number>();
  for (const count of counts) times.set(count, (times.get(count) ?? 0) + 1);
  return [...times].reduce((best, each) => (each[1] > best[1] ? each : best), [0, 0])[0];
}

/** What quotation marks may be, the likeliest first. */
function quotesIn(
  lines: readonly string[],
  delimiter: string,
  chosen: string | undefined,
): readonly Pick<Dialect, "quote" | "escape">[] {
  const marks = (quote: string, before = quote) => ({ quote, escape: before });
  if (chosen !== undefined && chosen !== '"') return [marks(chosen)];
  const has = (sign: string) => lines.some((line) => line.includes(sign));
  const ways = has('\\"') ? [marks('"'), marks('"', "\\")] : [marks('"')];
  if (chosen !== undefined) return ways;
  if (has('"') && delimiter === "\t" && !needsQuotes(lines)) return [marks(""), ...ways];
  if (has('"')) return [...ways, marks("")];
  const isSingle = lines.some((line) => /(^|[,;\t|])'[^']*'([,;\t|]|$)/.test(line));
  return isSingle ? [...ways, marks("'")] : ways;
}

const QUOTED = /(?<=^|[\t\n])"((?:[^"]|"")*)"(?=[\t\n]|$)/g;

/**
 * Whether quotation marks stand round cells of a table with tabs: round all names, or round what would be other cells without
 * them. Anywhere else they are letters of a text.
 */
function needsQuotes(lines: readonly string[]): boolean {
  const [head = ""] = lines;
  if (head.split("\t").every((name) => /^".*"$/.test(name))) return true;
  const cells = Array.from(lines.join("\n").matchAll(QUOTED), ([, cell = ""]) => cell);
  const isSplit = (cell: string) => cell.includes("\n") !== cell.includes("\t");
  if (cells.some((cell) => cell.includes('""') || isSplit(cell))) return true;
  // Excel puts them round each cell with a comma.
  const others = lines.flatMap((line) => line.split("\t")).filter((cell) => !cell.startsWith('"'));
  return cells.some((cell) => cell.includes(",")) && !others.some((cell) => cell.includes(","));
}

/** Cells up to the last one that is not empty. */
function filled(cells: Cells): number {
  let count = cells.length;
  while (count > 0 && (cells[count - 1] ?? "") === "") count--;
  return count;
}

/** Cells that a row has, empty ones included. */
const present = (cells: Cells): number => {
  const missing = cells.indexOf(null);
  return missing === -1 ? cells.length : missing;
};

function scored({ rows, misfits }: TriedRows, delimiter: string) {
  const [head = [], ...body] = rows;
  const width = Math.max(1, widthOf(head, body));
  if (delimiter === "") return { rows, width, score: SINGLE };
  const fits = body.filter((cells) => present(cells) >= width && filled(cells) <= width).length;
  const all = body.length + misfits;
  // A header alone shows the delimiter, too.
  const score = width === 1 ? 0 : all === 0 ? 1 : fits / all - (isProse(rows, delimiter) ? 1 : 0);
  return { rows, width, score };
}

/** Columns: those that the header names, and further ones where most rows have cells under nothing. */
function widthOf(head: Cells, body: readonly Cells[]): number {
  const named = filled(head);
  const all = present(head);
  const further = body.filter((cells) => filled(cells) > named && filled(cells) <= all);
  return 2 * further.length > body.length ? all : named;
}

/** Sentences with as many commas each: a space follows every comma, and there are many words. */
function isProse(rows: readonly Cells[], delimiter: string): boolean {
  if (delimiter !== ",") return false;
  const words = rows.map((cells) => cells.join(" ").trim().split(/\s+/).length);
  return (
    rows.every((cells) => cells.slice(1).every((cell) => cell === null || cell.startsWith(" "))) &&
    words.reduce((sum, count) => sum + count, 0) >= 6 * rows.length
  );
}

function isBetter(one: Candidate, other: Candidate): boolean {
  if (Math.abs(one.score - other.score) > 0.02) return one.score > other.score;
  // With the same delimiter the first one stays: an earlier line, and quotation marks round cells.
  return one.delimiter !== other.delimiter && one.width > other.width;
}

/** Rows of the header; 0 where the first row is data like those below it. */
function headerRowsIn(rows: readonly Cells[], isChosen: boolean): number {
  const [first = [], second = [], third = []] = rows;
  if (third.some((cell) => cell?.includes('{"ImportId"'))) return 3;
  if (!isChosen && rows.length > 1 && isData(first, rows.slice(1))) return 0;
  const width = filled(second);
  const hasGroups =
    filled(first) > 0 && first.slice(0, width).some((cell) => (cell ?? "").trim() === "");
  const hasNames = second.slice(0, width).every((cell) => (cell ?? "").trim() !== "");
  const below = rows.slice(2);
  return hasGroups && hasNames && below.length > 1 && standsAbove(second, below) ? 2 : 1;
}

const isFigure = (cell: string | null | undefined) =>
  /^[\s+\-\d.,:/%€$£TZ]*\d[\s+\-\d.,:/%€$£TZ]*$/.test(cell ?? "");
const column = (rows: readonly Cells[], i: number) =>
  rows.map((cells) => cells[i] ?? "").filter((cell) => cell !== "" && !isMissingWord(cell));
const areFigures = (cells: readonly string[]) =>
  cells.length > 0 && cells.filter(isFigure).length >= 0.9 * cells.length;

/** A figure above figures is data, unless the figures are the years of columns. */
function isData(first: Cells, below: readonly Cells[]): boolean {
  const above = first.filter((cell, i) => isFigure(cell) && areFigures(column(below, i)));
  const areYears = above.length > 1 && new Set(above).size === above.length;
  return above.length > 0 && !(areYears && above.every((cell) => /^(19|20)\d\d$/.test(cell ?? "")));
}

/** A name above figures. */
const standsAbove = (names: Cells, below: readonly Cells[]): boolean =>
  names.some((cell, i) => !isFigure(cell) && areFigures(column(below, i)));

/** Invisible signs that would turn what stands beside a name, and byte order marks. */
const DIRECTIONS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** Names of columns: of several rows together, groups first; those that are there twice or missing get a number. */
export function columnNames(shape: TableShape, head: readonly Cells[], count: number): string[] {
  const rows = shape.headerRows === 0 ? [] : shape.headerRows === 2 ? head : head.slice(0, 1);
  let group = "";
  const given = Array.from({ length: count }, (_, i) => {
    const [above = "", own] = rows.map((cells) =>
      (cells[i] ?? "")
        .replace(DIRECTIONS, "")
        .replace(/\s*\n\s*/g, " ")
        .trim(),
    );
    if (own === undefined) return above;
    // A name in cells that are merged over both rows.
    if (above === own) return own;
    if (above !== "") group = above;
    return `${group} ${own}`.trim();
  });
  return uniqueNames(given);
}

export function uniqueNames(given: readonly string[]): string[] {
  const used = new Set<string>();
  return given.map((each, i) => {
    const name = each === "" ? `column ${i + 1}` : each.slice(0, 400);
    let unique = name;
    for (let k = 2; used.has(unique); k++) unique = `${name} (${k})`;
    used.add(unique);
    return unique;
  });
}
