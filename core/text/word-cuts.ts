import { createCutter } from "../language/cut.ts";
import type { Reading } from "../language/reading.ts";
import type { Retina } from "../retina/types.ts";
import { Memory } from "./memory.ts";
import {
  AFTER_BREAK,
  AFTER_COMMA,
  AFTER_HYPHEN,
  AFTER_NEWLINE,
  AFTER_SENTENCE,
  CAPITALISED,
  isNameAt,
  NUMERIC,
  tokenText,
} from "./tokens.ts";

/** A word of a token; offsets into the token. */
export interface CutWord<T> {
  readonly known: T;
  readonly start: number;
  readonly end: number;
  readonly flags: number;
}

/** The words of a token as written, with its flags. */
export type WordCuts<T> = (written: string, flags: number) => readonly CutWord<T>[];

/** What stands before a token, and so before the first of its words only. */
const BEFORE = AFTER_SENTENCE | AFTER_COMMA | AFTER_BREAK | AFTER_HYPHEN | AFTER_NEWLINE;
const MOST_REMEMBERED = 30_000;
const DIGIT = /^\p{N}/u;

/**
 * Cuts tokens by the rules of a language; those of up to a hundred letters are remembered.
 * @param word what is known of a word
 */
export function createWordCuts<T>(
  retina: Retina,
  reading: Reading,
  word: (text: string) => T,
): WordCuts<T> {
  const cutter = createCutter(retina, reading, (written) => tokenText(written, 0, written.length));
  const wordsOf = (written: string, isName: boolean): CutWord<T>[] =>
    cutter.cut({ written, isName }).map(({ text, start, end }) => ({
      known: word(text),
      start,
      end,
      flags: (isName ? CAPITALISED : 0) | (DIGIT.test(text) ? NUMERIC : 0),
    }));
  const plain = new Memory<CutWord<T>[]>(MOST_REMEMBERED);
  const names = new Memory<CutWord<T>[]>(MOST_REMEMBERED);
  return (written, flags) => {
    const isName = isNameAt(flags);
    const words = isName
      ? names.get(written, (own) => wordsOf(own, true))
      : plain.get(written, (own) => wordsOf(own, false));
    const before = flags & BEFORE;
    if (before === 0) return words;
    return words.map((each, i) => (i === 0 ? { ...each, flags: each.flags | before } : each));
  };
}
