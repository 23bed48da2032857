import type { Retina } from "../retina/types.ts";
import { LANGUAGES } from "./language.ts";

/** What a number counts, as far as it can be known without knowing the language. */
export type NumberKind = "year" | "amount" | "share" | "small";

const FIRST_YEAR = 1000;
const LAST_YEAR = 2100;
/** Whole numbers below this are small ones: counts, days, scores. */
const NOT_SMALL = 100;
const SHARE_SIGN = /^\s?[%‰％٪]/;
const CURRENCY = /\p{Sc}\s?$/u;
const GROUPED = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$|^\d{1,3}(?:\.\d{3}){2,}$/;

/** What surrounds a number in its text; a few characters are enough. */
export interface Surroundings {
  readonly before: string;
  readonly after: string;
}

/** A number of a text as a key: its digits without separators of thousands, and its kind. */
export function numberKey(token: string, around: Surroundings): string {
  const plain = westernDigits(token);
  if (!GROUPED.test(plain)) return `${plain} ${kindOf(plain, around)}`;
  return `${withoutGroups(plain)} ${SHARE_SIGN.test(around.after) ? "share" : "amount"}`;
}

/** A comma is a decimal sign nowhere in a number that has groups parted by commas. */
const withoutGroups = (value: string): string =>
  value.replaceAll(value.includes(",") ? "," : ".", "");

/** The kind in a key; undefined for a word, which never has a space. */
export function kindInKey(key: string): NumberKind | undefined {
  const space = key.indexOf(" ");
  return space < 0 ? undefined : (key.slice(space + 1) as NumberKind);
}

function kindOf(value: string, { before, after }: Surroundings): NumberKind {
  if (SHARE_SIGN.test(after)) return "share";
  if (CURRENCY.test(before)) return "amount";
  if (/^\d{4}(?:\D|$)/.test(value)) {
    const year = Number(value.slice(0, 4));
    if (year >= FIRST_YEAR && year <= LAST_YEAR && !/[.,]/.test(value)) return "year";
  }
  if (/^\d+[.,]\d/.test(value)) return "share";
  return Number.parseInt(value, 10) < NOT_SMALL ? "small" : "amount";
}

/** Digits of any script as 0 to 9. */
function westernDigits(token: string): string {
  if (/^[\x20-\x7e]*$/.test(token)) return token;
  return token.replace(/\p{Nd}/gu, (digit) => String(digitValue(digit.codePointAt(0) ?? 0)));
}

/** Unicode lists the ten digits of a script in a row, from zero on; several scripts may follow each other. */
function digitValue(codePoint: number): number {
  let first = codePoint;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first--;
  return (codePoint - first) % 10;
}

type Words = Readonly<Record<NumberKind, readonly string[]>>;

const ENGLISH: Words = {
  year: ["decade", "century", "january", "year"],
  amount: ["million", "billion", "thousand", "dollars"],
  share: ["percent", "rate", "increase"],
  small: ["two", "three", "four", "five", "six", "seven"],
};
/** Terms with a digit that are used instead where a retina knows no word of a kind. */
const MOST_STAND_INS = 8;

/**
 * The terms near which numbers of each kind belong: words that occur with them, in the language of the retina; where it
 * knows none of them, its most frequent terms that hold a digit. None where it has no such terms either.
 */
export function numberTerms(retina: Retina): Readonly<Record<NumberKind, readonly number[]>> {
  const words = wordsFor(retina.card.language);
  const known = (kind: NumberKind) => {
    const ids = words[kind].map((word) => retina.idOf(word)).filter((id) => id >= 0);
    return ids.length > 0 ? [...new Set(ids)] : termsWithDigits(retina);
  };
  return {
    year: known("year"),
    amount: known("amount"),
    share: known("share"),
    small: known("small"),
  };
}

function wordsFor(language: string): Words {
  const code = [...LANGUAGES.values()].find(({ name }) => name === language)?.code ?? "en";
  return code === "en" ? ENGLISH : localWords(code);
}

/** The names of units in any language that the host has; they are part of every JavaScript engine. */
function localWords(code: string): Words {
  const unit = (name: string) => partsOf(code, { style: "unit", unit: name, unitDisplay: "long" });
  const month = new Intl.DateTimeFormat(code, { month: "long", timeZone: "UTC" });
  return {
    year: [...unit("year"), ...[0, 5].map((i) => month.format(Date.UTC(2000, i, 1)).toLowerCase())],
    amount: [
      ...partsOf(code, { notation: "compact", compactDisplay: "long" }),
      ...partsOf(code, { style: "currency", currency: "USD", currencyDisplay: "name" }),
    ],
    share: unit("percent"),
    small: ["day", "week", "month", "hour", "minute"].flatMap(unit),
  };
}

/** The words that come with some numbers, without digits and signs. */
function partsOf(code: string, options: Intl.NumberFormatOptions): string[] {
  const format = new Intl.NumberFormat(code, options);
  const words = [1, 2, 5, 2e3, 2e6, 2e9]
    .flatMap((number) => format.formatToParts(number))
    .filter(({ type }) => type === "unit" || type === "compact" || type === "currency")
    .flatMap(({ value }) => value.toLowerCase().split(/[^\p{L}\p{M}]+/u));
  return [...new Set(words)].filter((word) => word !== "");
}

function termsWithDigits(retina: Retina): number[] {
  const found: number[] = [];
  for (let id = 0; id < retina.termCount && found.length < MOST_STAND_INS; id++)
    if (/\p{N}/u.test(retina.term(id))) found.push(id);
  return found;
}
