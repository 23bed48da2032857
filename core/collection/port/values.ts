import type { ColumnType, Value } from "../../api/schema/collection-types.ts";
import { canonical } from "../../kernel/canonical.ts";

/** Longer texts are compared, counted and sorted by this many code units; they are kept whole all the same. */
const LONGEST_KEY = 1000;

/** What a text value is compared, counted and sorted by. Never ends in half a character. */
export function keyOf(given: string): string {
  const text = canonical(given);
  if (text.length <= LONGEST_KEY) return text;
  const last = text.charCodeAt(LONGEST_KEY - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? LONGEST_KEY - 1 : LONGEST_KEY);
}

/** A key for `contains`: lower case of no particular language. */
export const fold = (text: string): string => keyOf(text).toLowerCase();

/** The day of a date value. */
export const dayOf = (date: string): string => date.slice(0, 10);

const DATE = /^(\d{4})-(\d{2})-(\d{2})(?:T([01]\d|2[0-3]):[0-5]\d:[0-5]\d)?$/;

/** `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM:SS`, of a day that exists; years 0001 to 9999. */
export function isDate(text: string): boolean {
  const match = DATE.exec(text);
  if (match === null || match[1] === "0000") return false;
  const [, year, month, day] = match.map(Number) as [number, number, number, number];
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

/** `month` counts from 1. */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/**
 * A value as a store may be given it, or `undefined` when it is no value of the type. Missing are: null, an empty text,
 * a number that is not finite, a list without a text that is not empty. Lone surrogates, which UTF-8 cannot carry, become
 * U+FFFD; so does the character 0.
 */
export function cleanValue(value: Value, type: ColumnType): Value | undefined {
  if (value === null || value === "") return null;
  if (type === "number") return typeof value === "number" ? cleanNumber(value) : undefined;
  if (type === "list") return Array.isArray(value) ? cleanList(value) : undefined;
  if (typeof value !== "string") return undefined;
  if (type === "date") return isDate(value) ? value : undefined;
  return cleanText(value);
}

// Adding 0 makes 0 of -0.
const cleanNumber = (value: number) => (Number.isFinite(value) ? value + 0 : null);

function cleanList(values: readonly string[]): readonly string[] | null {
  const kept = values.map(cleanText).filter((text) => text !== "");
  return kept.length === 0 ? null : kept;
}

const UNSTORABLE = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** A text that every store keeps as it is. */
export const cleanText = (text: string): string => text.replace(UNSTORABLE, "\uFFFD");

/** Order by Unicode code point, which is the order of UTF-8 bytes; `<` on strings differs above U+FFFF. */
export function byCodePoint(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let i = 0; i < length; i++) {
    const a = left.charCodeAt(i);
    const b = right.charCodeAt(i);
    if (a !== b) return weight(a) - weight(b);
  }
  return left.length - right.length;
}

/** Halves of pairs (D800..DFFF) stand for code points above all others. */
const weight = (unit: number) => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);
