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
