import type { ColumnType, Value } from "../api/collection-types.ts";
import { type Notation, numberOf } from "./number-notation.ts";
import { cleanText, cleanValue, isDate } from "./values.ts";

const ISO_DATE =
  /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*(?:Z|[+-]\d{2}:?\d{2}|UTC)?)?$/;
const DOTTED_DATE = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/;
/** What separates the parts of a list in one cell. */
const SEPARATOR = /\s*[;|]\s*/;

/**
 * What a cell of a file means as a value of a type, or `undefined` when it means something else. Blank is missing; `notation`
 * is for numbers.
 */
export function readValue(
  raw: unknown,
  type: ColumnType,
  notation: Notation = "plain",
): Value | undefined {
  if (raw === null || raw === undefined) return null;
  if (typeof raw === "string" && raw.trim() === "") return null;
  if (type === "text") return cleanValue(plainText(raw), "text");
  if (type === "number") return readNumber(raw, notation);
  if (type === "list") return cleanValue(listOf(raw), "list");
  return readDate(plainText(raw).trim());
}

/** Text of anything JSON can hold. */
export function plainText(raw: unknown): string {
  if (raw === null || raw === undefined) return "";
  if (typeof raw === "object") return cleanText(JSON.stringify(raw));
  return cleanText(String(raw));
}

function readNumber(raw: unknown, notation: Notation): Value | undefined {
  if (typeof raw === "number" || typeof raw === "bigint") return cleanValue(Number(raw), "number");
  return typeof raw === "string" ? numberOf(raw.trim(), notation) : undefined;
}

/** The moment as it is written: zones and parts of seconds are dropped, never reckoned with. */
function readDate(text: string): string | undefined {
  const dotted = DOTTED_DATE.exec(text);
  if (dotted !== null) return existing(`${dotted[3]}-${two(dotted[2])}-${two(dotted[1])}`);
  const match = ISO_DATE.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second = "00"] = match;
  const date = `${year}-${two(month)}-${two(day)}`;
  return existing(hour === undefined ? date : `${date}T${two(hour)}:${minute}:${second}`);
}

const two = (part: string | undefined) => (part ?? "").padStart(2, "0");
const existing = (date: string) => (isDate(date) ? date : undefined);

function listOf(raw: unknown): string[] {
  if (Array.isArray(raw)) return raw.map(plainText);
  return plainText(raw)
    .split(SEPARATOR)
    .filter((part) => part !== "");
}
