import type { ColumnType, Value } from "../../api/schema/collection-types.ts";
import type { DateFormat, ListFormat } from "../../api/schema/column-formats.ts";
import { badInput } from "../../errors.ts";
import { cleanText, cleanValue } from "../port/values.ts";
import { readDate } from "./read-date.ts";
import { splitList } from "./read-list.ts";

/** How the values of a column are written; what each type needs. */
export interface Written {
  readonly notation?: Notation | undefined;
  /** Of numbers: what stands before or after each. */
  readonly unit?: string | undefined;
  readonly date?: DateFormat | undefined;
  readonly list?: ListFormat | undefined;
}

/**
 * What a cell of a file means as a value of a type, or `undefined` when it means something else. Blank cells and words such as
 * “NaN” are missing.
 */
export function readValue(
  raw: unknown,
  type: ColumnType,
  written: Written = {},
): Value | undefined {
  if (raw === null || raw === undefined || isMissingWord(raw)) return null;
  if (typeof raw === "string" && raw.trim() === "") return null;
  if (type === "text") return cleanValue(plainText(raw), "text");
  if (type === "number")
    return readNumber(withoutUnit(raw, written.unit), written.notation ?? "plain");
  if (type === "list") return cleanValue(listOf(raw, written.list), "list");
  return readDate(plainText(raw).trim(), written.date);
}

/** Words as programs write them where a value is missing; “none” may be an answer. */
const MISSING =
  /^\s*(?:-?nan|-?NaN|NAN|NaT|None|null|NULL|Null|\(null\)|\[null\]|<null>|n\/a|N\/A|n\.a\.|N\.A\.|#N\/A|#(?:VALUE|REF|NUM|NULL|DIV\/0)!|#NAME\?|<NA>|\\N)\s*$/;
const LONGEST_MISSING = 20;

/** Whether a cell holds a word for a missing value, such as “NaN”. */
export const isMissingWord = (raw: unknown): boolean =>
  typeof raw === "string" && raw.length <= LONGEST_MISSING && MISSING.test(raw);

/** Text of anything JSON can hold. */
export function plainText(raw: unknown): string {
  if (raw === null || raw === undefined) return "";
  if (typeof raw === "object") return cleanText(jsonOf(raw));
  const text = cleanText(String(raw));
  // Readers of CSV take a lone "\r" for a space, so no format keeps one.
  return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
}

/** @throws bad-input where the stack does not suffice: what reads JSON takes any depth, what writes it does not */
function jsonOf(raw: object): string {
  try {
    return JSON.stringify(raw);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw badInput(
      "file",
      "The file contains a value that is nested too deeply to become a text; flatten it, or take its column out.",
    );
  }
}

function readNumber(raw: unknown, notation: Notation): Value | undefined {
  if (typeof raw === "number" || typeof raw === "bigint") return cleanValue(Number(raw), "number");
  return typeof raw === "string" ? numberOf(raw.trim(), notation) : undefined;
}

function listOf(raw: unknown, format: ListFormat = ";"): string[] {
  return Array.isArray(raw) ? raw.map(plainText) : splitList(plainText(raw), format);
}

/**
 * How the numbers of a column are written: `plain` as programs do (1234.5, 1e6), `point` with signs between thousands
 * (1,234.5), `comma` with a decimal comma (1.234,5).
 */
export type Notation = "plain" | "point" | "comma";

/** No sign, zero or exponent in front that a code may have: it would not come back as it was. */
const PLAIN = /^-?(?:0|[1-9]\d*|(?=\.))(?:\.\d+)?(?:e[+-]\d+)?$|^-?\d\.\d+e\d+$/;
/** Between thousands in either notation: space, no-break spaces, apostrophes. */
const GAP = "[ \\u00a0\\u202f'’]";
const withSigns = (thousands: string, decimal: string) =>
  new RegExp(
    `^-?(?:[1-9]\\d{0,2}(?:${thousands}\\d{3})+|[1-9]\\d{0,2}(?:${GAP}\\d{3})+|0|[1-9]\\d*)(?:${decimal}\\d+)?$`,
  );
const POINT = withSigns(",", "\\.");
const COMMA = withSigns("\\.", ",");
/** Digits that a double keeps. */
const EXACT = 15;

/** What people write among numbers where one is missing. */
const NO_NUMBER = /^(?:na|[-–—]{1,3}|\?|\.{1,3})$/i;

/** Before figures: a sign of money, or its three letters. After them: a sign, or letters that make no ordinal, time or code of it. */
const BEFORE = /^((?:[A-Z]{1,2})?\p{Sc}|[A-Z]{3}(?=\s))\s?[\d.-]/u;
const AFTER =
  /\d(?:\s?(\p{Sc}|[%‰°]|°[CF]|(?!(?:st|nd|rd|th|er|[ap]m)$)\p{L}{2,}(?:[²³]|\/\p{L}+)?)|\s(?![ap]\.?m\.?$)(\p{L}[\p{L}.]{0,14}(?:[²³]|\/\p{L}+)?))$/iu;

/** What stands before or after every number of a column, such as “$” or “min”; undefined where it is not the same in all. */
export function unitOf(raws: readonly unknown[]): string | undefined {
  const texts = raws.filter((raw) => !isMissingWord(raw) && !NO_NUMBER.test(String(raw)));
  const [first] = texts;
  if (typeof first !== "string" || new Set(texts).size < 2) return undefined;
  const [, sign] = BEFORE.exec(first.trim()) ?? [];
  const [, close, apart] = AFTER.exec(first.trim()) ?? [];
  const unit = sign ?? close ?? apart;
  if (unit === undefined) return undefined;
  return texts.every((raw) => typeof raw === "string" && withoutUnit(raw, unit) !== undefined)
    ? unit
    : undefined;
}

/** A cell without its unit; undefined for a text that has none. */
export function withoutUnit(raw: unknown, unit: string | undefined): unknown {
  if (unit === undefined || typeof raw !== "string") return raw;
  const text = raw.trim();
  if (NO_NUMBER.test(text) || isMissingWord(text)) return text;
  if (text.startsWith(unit)) return text.slice(unit.length).trim();
  return text.endsWith(unit) ? text.slice(0, -unit.length).trim() : undefined;
}

/** The number that a text means, null for one that says there is none, `undefined` for anything else. */
export function numberOf(text: string, notation: Notation): number | null | undefined {
  if (NO_NUMBER.test(text) || isMissingWord(text)) return null;
  const plain = plainOf(text, notation);
  if (plain === undefined) return undefined;
  const value = Number(plain);
  const digits = plain.replace(/e.*|\D/g, "").replace(/^0+/, "").length;
  if (digits > EXACT && !plain.includes("e") && String(value) !== plain) return undefined;
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
  // Who writes days as 31.12.2024 writes a thousand as 1.000.
  if (!clear.has("point") && looks.some(({ texts }) => areDottedDays(texts))) clear.add("comma");
  const usual =
    clear.has("comma") === clear.has("point") ? undefined : clear.has("comma") ? "comma" : "point";
  return looks.map((look) => decide(look, usual));
}

const areDottedDays = (texts: readonly string[]): boolean =>
  texts.length > 0 && texts.every((text) => /^\d{1,2}\.\s?\d{1,2}\.\s?(?:\d{2}|\d{4})$/.test(text));

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
    isText &&
    (texts.length === 0 || texts.some((text) => !NO_NUMBER.test(text))) &&
    texts.every((text) => numberOf(text, notation) !== undefined) &&
    !haveUnevenZeros(texts, notation);
  const [isPlain, readsPoint, readsComma] = [reads("plain"), reads("point"), reads("comma")];
  const only =
    readsPoint && !readsComma ? "point" : readsComma && !readsPoint ? "comma" : undefined;
  return { texts, isPlain, readsPoint, readsComma, only };
}

/** Whether decimals such as 1.10 stand beside 1.1: versions and sections, of which two would become one. 1.0 is what pandas writes. */
function haveUnevenZeros(texts: readonly string[], notation: Notation): boolean {
  const sign = notation === "comma" ? /,(\d+)$/ : /\.(\d+)$/;
  const decimals = texts.flatMap((text) => sign.exec(text)?.[1] ?? []);
  const lengths = new Set(decimals.map(({ length }) => length));
  return lengths.size > 1 && decimals.some((each) => each.length > 1 && each.endsWith("0"));
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
