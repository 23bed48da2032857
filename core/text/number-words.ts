import type { Retina } from "../retina/types.ts";
import { LANGUAGES } from "./languages.ts";
import type { NumberKind } from "./numbers.ts";

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
