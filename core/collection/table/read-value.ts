import type { ColumnType, Value } from "../../api/schema/collection-types.ts";
import { cleanText, cleanValue, isDate } from "../port/values.ts";

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
  const text = plainText(raw);
  return jsonList(text) ?? text.split(SEPARATOR).filter((part) => part !== "");
}

/** A list as an export writes it where a separator is within a part. */
function jsonList(text: string): string[] | undefined {
  if (!/^\s*\[.*\]\s*$/s.test(text)) return undefined;
  try {
    return (JSON.parse(text) as unknown[]).map(plainText);
  } catch {
    return undefined;
  }
}

/**
 * How the numbers of a column are written: `plain` as programs do (1234.5, 1e6), `point` with signs between thousands
 * (1,234.5), `comma` with a decimal comma (1.234,5).
 */
export type Notation = "plain" | "point" | "comma";

const PLAIN = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
/** Between thousands in either notation: space, no-break spaces, apostrophes. */
const GAP = "[ \\u00a0\\u202f'’]";
const withSigns = (thousands: string, decimal: string) =>
  new RegExp(
    `^[+-]?(?:[1-9]\\d{0,2}(?:${thousands}\\d{3})+|[1-9]\\d{0,2}(?:${GAP}\\d{3})+|\\d+)(?:${decimal}\\d+)?(?:e[+-]?\\d+)?$`,
    "i",
  );
const POINT = withSigns(",", "\\.");
const COMMA = withSigns("\\.", ",");
const NOT_KNOWN = /^(nan|null|n\/a|na)$/i;

/** The number that a text means, null for one that says there is none, `undefined` for anything else. */
export function numberOf(text: string, notation: Notation): number | null | undefined {
  if (NOT_KNOWN.test(text)) return null;
  const plain = plainOf(text, notation);
  if (plain === undefined) return undefined;
  const value = Number(plain);
  // Adding 0 makes 0 of -0.
  return Number.isFinite(value) ? value + 0 : undefined;
}

function plainOf(text: string, notation: Notation): string | undefined {
  if (notation === "comma")
    return COMMA.test(text) ? text.replace(/[. \u00a0\u202f'’]/g, "").replace(",", ".") : undefined;
  if (PLAIN.test(text)) return text;
  return notation === "point" && POINT.test(text)
    ? text.replace(/[, \u00a0\u202f'’]/g, "")
    : undefined;
}

/**
 * The notation of each column of a file, `undefined` for those that hold anything but numbers.
 *
 * “3,14” and “1,234.5” can be read in one way only. “1,234” can be read in two: what the other columns of the file are
 * written in decides. Where they do not tell, it is a thousand if whole numbers under 1,000 are beside it and none above are
 * written without a sign. Everything else stays text, since a guess may be wrong by a factor of 1,000. “1.234” in a file
 * that says nothing else is what programs mean by it, a little over 1.
 */
export function notationsOf(columns: readonly (readonly unknown[])[]): (Notation | undefined)[] {
  const looks = columns.map(lookAt);
  const clear = new Set(looks.map(({ only }) => only));
  const usual =
    clear.has("comma") === clear.has("point") ? undefined : clear.has("comma") ? "comma" : "point";
  return looks.map((look) => decide(look, usual));
}

interface Looked {
  readonly texts: readonly string[];
  readonly isPlain: boolean;
  readonly readsPoint: boolean;
  readonly readsComma: boolean;
  /** The notation that alone reads all of them. */
  readonly only: "point" | "comma" | undefined;
}

function lookAt(raws: readonly unknown[]): Looked {
  const others = raws.filter((raw) => typeof raw !== "number" && typeof raw !== "bigint");
  const isText = others.every((raw) => typeof raw === "string");
  const texts = isText ? others.map((raw) => (raw as string).trim()) : [];
  const reads = (notation: Notation) =>
    isText && texts.every((text) => numberOf(text, notation) !== undefined);
  const [isPlain, readsPoint, readsComma] = [reads("plain"), reads("point"), reads("comma")];
  const only =
    readsPoint && !readsComma ? "point" : readsComma && !readsPoint ? "comma" : undefined;
  return { texts, isPlain, readsPoint, readsComma, only };
}

function decide(look: Looked, usual: "point" | "comma" | undefined): Notation | undefined {
  const { texts, isPlain, readsPoint, readsComma } = look;
  if (!readsPoint && !readsComma) return undefined;
  if (!readsComma) return isPlain ? "plain" : "point";
  if (!readsPoint) return "comma";
  if (!texts.some((text) => /[.,]/.test(text))) return isPlain ? "plain" : undefined;
  if (usual === "comma") return "comma";
  if (isPlain) return "plain";
  return usual === "point" || areThousands(texts) ? "point" : undefined;
}

/** Whole numbers under 1,000 are beside those with commas, and none above are written without one. */
function areThousands(texts: readonly string[]): boolean {
  const whole = texts.filter((text) => /^[+-]?\d+$/.test(text)).map((text) => Math.abs(+text));
  return (
    !texts.some((text) => text.includes(".")) &&
    whole.some((value) => value > 0) &&
    whole.every((value) => value < 1000)
  );
}
