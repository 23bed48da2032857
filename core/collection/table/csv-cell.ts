/** What a spreadsheet runs. Plus and minus start much harmless text, a list for one: they count where they call or name something. */
const RUNS = '[ "]*(?:[=@]|[+-][^;,\\t\\r\\n]*[(!|])';
/** At the start of a cell these run as well. Apostrophes in front belong to it, so that each guard can be told from the text. */
const START = `(?='*(?:[=+\\-@\\t\\r\\n]|${RUNS}))`;
/**
 * Within a text: a spreadsheet that separates cells by another sign than the file (most of Europe: “;”) ignores the quotation
 * marks round the cell, and begins a new cell at its own sign and at each line end.
 */
const INNER = `(?='*${RUNS})`;
const SIGN = "([;,\\t|\\r\\n])";

const FORMULA = new RegExp(`^${START}`);
const INNER_FORMULA = new RegExp(SIGN + INNER, "g");
const GUARDED = new RegExp(`^'${START}`);
const INNER_GUARDED = new RegExp(`${SIGN}'${INNER}`, "g");
const NUMBER = /^[+-]?[\d.,]+(?:e[+-]?\d+)?$/i;

/** A text in which no program finds a formula, whichever sign separates its cells: an apostrophe stands before each. */
export const neutralise = (text: string): string =>
  text.replace(FORMULA, "'").replace(INNER_FORMULA, "$1'");

/** The text that `neutralise` was given. */
export const withoutGuards = (text: string): string =>
  text.replace(INNER_GUARDED, "$1").replace(GUARDED, "");

/** Whether a cell begins with a formula that nothing guards. Numbers are none. */
export const isUnguarded = (text: string): boolean =>
  FORMULA.test(text) && !text.startsWith("'") && !NUMBER.test(text);

/** A cell of a table by RFC 4180; `isRaw` leaves formulas in it. */
export function csvCell(
  value: string | number | null,
  separator: "," | "\t",
  isRaw = false,
): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const safe = isRaw ? value : neutralise(value);
  // Every sign that a program may take for the separator.
  const needsQuotes = safe.includes(separator) || /["\r\n;|\t]/.test(safe) || safe !== safe.trim();
  return needsQuotes ? `"${safe.replaceAll('"', '""')}"` : safe;
}
