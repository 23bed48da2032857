import { insertAt, type ProblemList, remove, type Span, shown } from "./problems.ts";
import { undoEscapes } from "./words.ts";

/** Opens a quoted value; typographic quotes count too. */
export const isQuote = (char: string | undefined) => char === '"' || char === "“" || char === "”";

/** What is between the quote at `start` and the one that closes it, escapes undone. */
export function scanQuoted(line: string, start: number, problems: ProblemList) {
  const closers = line[start] === '"' ? '"' : '”"';
  let end = start + 1;
  while (end < line.length && !closers.includes(line[end]!)) end += line[end] === "\\" ? 2 : 1;
  if (end < line.length) return { value: undoEscapes(line.slice(start + 1, end)), end: end + 1 };
  const span = { start, end: line.length };
  problems.hasOpenQuote = true;
  // A lone backslash at the very end would escape the quote that closes.
  const insert = end > line.length ? '\\"' : '"';
  problems.report(span, `The quote that begins at ${shown(line.slice(start))} is not closed.`, [
    insertAt("Close the quote at the end", line.length, insert),
  ]);
  return { value: undoEscapes(line.slice(start + 1)), end: line.length };
}

/** Reports quotes with nothing between them. */
export function nonBlank(value: string, span: Span, problems: ProblemList): boolean {
  if (value.trim() !== "") return true;
  problems.report(span, "There is nothing between these quotes.", [remove("the quotes", span)]);
  return false;
}

/** A text between triple quotes, in which nothing needs an escape. */
export function scanTriple(line: string, start: number, problems: ProblemList) {
  const close = line.indexOf("'''", start + 3);
  if (close >= 0) return { value: line.slice(start + 3, close), end: close + 3 };
  const span = { start, end: line.length };
  problems.hasOpenQuote = true;
  problems.report(span, "The text between triple quotes is not closed.", [
    insertAt("Close the text at the end", line.length, "'''"),
  ]);
  return { value: line.slice(start + 3), end: line.length };
}
