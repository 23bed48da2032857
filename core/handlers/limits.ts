import { answerTooLarge, emptyText, tooLarge } from "../errors.ts";

/** Most items of a bulk call. */
export const MOST_TEXTS = 20_000;
/** The same for expressions and for pairs of them. */
export const MOST_EXPRESSIONS = 10_000;
/** The same for pictures, which are expensive. */
export const MOST_PICTURES = 100;

/** Most rows, and most positions, that one bulk call answers: about 200 MB of JSON. */
const MOST_ROWS = 1_000_000;
const MOST_POSITIONS = 30_000_000;

/** The parts of an answer's item that decide its size. */
export interface Row {
  readonly positions?: ArrayLike<unknown>;
  readonly fingerprint?: { readonly positions: ArrayLike<unknown> };
}

/** Counts what a bulk call answers as it grows: no answer outgrows the memory. */
export class AnswerSize {
  #rows = 0;
  #positions = 0;

  /** @returns the rows as they are @throws too-large */
  count<T extends Row>(rows: T[]): T[] {
    this.#rows += rows.length;
    for (const { positions, fingerprint } of rows)
      this.#positions += (positions ?? fingerprint?.positions ?? []).length;
    if (this.#rows > MOST_ROWS) throw answerTooLarge("rows", MOST_ROWS);
    if (this.#positions > MOST_POSITIONS) throw answerTooLarge("positions", MOST_POSITIONS);
    return rows;
  }

  /** @returns the row as it is @throws too-large */
  countOne<T extends Row>(row: T): T {
    this.count([row]);
    return row;
  }
}

/** @throws too-large */
export function checkCount(what: string, count: number, most: number): void {
  if (count > most) throw tooLarge(`The number of ${what}`, count, most);
}

/** @throws empty-text for one without a visible character */
export function requireText(text: string, field = "text"): string {
  if (text.trim() === "") throw emptyText(field);
  return text;
}
