/** Spreadsheets carry out a cell that begins so; an apostrophe in front makes it a text. */
const FORMULA = /^(?:[=+\-@\t\r]|[ "]*(?:[=@]|[+-][^;,\t\r\n]*[(!|]))/;
/**
 * A formula within a text: a spreadsheet that separates cells by another sign than the file does (most of Europe: “;”) does not
 * see the quotation marks round the cell, and begins a new one at its sign and at the end of each line. Plus and minus stand in front
 * of much else, a list for one; what they begin is harmful only where it calls or names something.
 */
const INNER_FORMULA = /([;,\t|\r\n])(?=[ "]*(?:[=@]|[+-][^;,\t\r\n]*[(!|]))/g;

/** A text in which no program finds a formula, whichever sign separates its cells. */
export const neutralise = (text: string): string =>
  (FORMULA.test(text) ? `'${text}` : text).replace(INNER_FORMULA, "$1'");

/** A cell of a table by RFC 4180; `isRaw` leaves formulas in it. */
export function csvCell(
  value: string | number | null,
  separator: "," | "\t",
  isRaw = false,
): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const safe = isRaw ? value : neutralise(value);
  const needsQuotes = safe.includes(separator) || /["\r\n;]/.test(safe) || safe !== safe.trim();
  return needsQuotes ? `"${safe.replaceAll('"', '""')}"` : safe;
}
