import { emptyText, tooLarge } from "../errors.ts";

/** Most items of a bulk call. */
export const MOST_TEXTS = 20_000;
/** The same for expressions and for pairs of them. */
export const MOST_EXPRESSIONS = 10_000;
/** The same for pictures, which are dear. */
export const MOST_PICTURES = 100;

/** @throws too-large */
export function checkCount(what: string, count: number, most: number): void {
  if (count > most) throw tooLarge(`The number of ${what}`, count, most);
}

/** @throws empty-text for one without a visible character */
export function requireText(text: string, field = "text"): string {
  if (text.trim() === "") throw emptyText(field);
  return text;
}
