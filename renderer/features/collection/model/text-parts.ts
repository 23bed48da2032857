import type { ExpressionJson } from "../../../../core/api/schema/json-value.ts";
import {
  parseWords,
  placesOfWords,
  tokensOf,
  type WordsQuery,
} from "../../../../core/collection/port/words.ts";
import type { Restriction } from "../../../model/collection/restrictions.ts";

/** A piece of a text; `isHit` where it is what was looked for. */
export interface TextPart {
  readonly text: string;
  readonly isHit: boolean;
}

/** The phrases that restrictions look for: literal words, and the terms that closeness was asked to. */
export function soughtWords(list: readonly Restriction[]): readonly (readonly string[])[] {
  return list.flatMap((each) => {
    if (each.kind === "words") return wordsIn(each.words);
    if (each.kind === "like") return termsIn(each.expression).map(tokensOf);
    return [];
  });
}

/** What cannot be read as words has none: the service says what is wrong with it. */
function wordsIn(words: string): WordsQuery["all"] {
  try {
    return parseWords(words).all;
  } catch {
    return [];
  }
}

/** The terms of an expression, those that are subtracted left out. */
export function termsIn(expression: ExpressionJson): readonly string[] {
  if ("term" in expression) return [expression.term];
  if ("sub" in expression) return expression.sub.slice(0, 1).flatMap(termsIn);
  for (const name of ["and", "or", "xor"] as const) {
    const operands = (expression as Record<string, readonly ExpressionJson[] | undefined>)[name];
    if (operands) return operands.flatMap(termsIn);
  }
  return [];
}

/** A text in pieces, each hit one; the pieces joined are the text. */
export function partsOf(text: string, sought: readonly (readonly string[])[]): readonly TextPart[] {
  const phrases = sought.filter((phrase) => phrase.length > 0);
  const places = phrases.length === 0 ? [] : placesOfWords(text, { all: phrases, none: [] });
  const parts: TextPart[] = [];
  let at = 0;
  for (const { start, end } of places) {
    if (start > at) parts.push({ text: text.slice(at, start), isHit: false });
    parts.push({ text: text.slice(start, end), isHit: true });
    at = end;
  }
  if (at < text.length) parts.push({ text: text.slice(at), isHit: false });
  return parts;
}

/** Characters of a text that a line of a table can show. */
const LINE = 320;
/** Characters before the first hit that stay in sight. */
const BEFORE = 24;

/** A text for one line: from a little before its first hit, without line breaks. */
export function lineParts(
  text: string,
  sought: readonly (readonly string[])[],
): readonly TextPart[] {
  const whole = partsOf(text, sought);
  const lead = whole[0];
  const isCut = lead !== undefined && !lead.isHit && whole.length > 1 && lead.text.length > BEFORE;
  const parts = isCut
    ? [{ text: `…${wordStart(lead.text)}`, isHit: false }, ...whole.slice(1)]
    : whole;
  let left = LINE;
  return parts.flatMap((part) => {
    if (left <= 0) return [];
    const shown = part.text.slice(0, left).replace(/\s+/g, " ");
    left -= part.text.length;
    return [{ ...part, text: shown }];
  });
}

/** The end of a text, from where a word begins. */
function wordStart(text: string): string {
  const end = text.slice(-BEFORE);
  const space = end.indexOf(" ");
  return space < 0 ? end : end.slice(space + 1);
}
