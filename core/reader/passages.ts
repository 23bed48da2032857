import { withoutNoise } from "../text/noise.ts";
import { AFTER_NEWLINE, AFTER_SENTENCE, scanTokens } from "../text/tokens.ts";

const SENTENCE_START = AFTER_SENTENCE | AFTER_NEWLINE;
/** An encoder reads the first 128 pieces of words of a text; that many letters have fewer. */
const LONGEST = 400;
/** Of scripts whose every letter is a piece. */
const DENSE = 0x2e80;
const DENSE_WEIGHT = 4;
/** Passages of a long text that are read: enough to know what it is about. */
const MOST_PASSAGES = 32;

/**
 * A text in parts that an encoder reads whole, each of whole sentences where they are not too long. The vector of the text is the
 * mean of theirs.
 */
export function passagesOf(given: string): string[] {
  const text = withoutNoise(given).replaceAll("\u2060", "");
  const passages: string[] = [];
  let start = 0;
  let end = 0;
  let size = 0;
  const close = () => {
    const passage = text.slice(start, end).trim();
    if (passage !== "") passages.push(passage);
    start = end;
    size = 0;
  };
  const add = (to: number) => {
    const own = sizeOf(text, end, to);
    if (size > 0 && size + own > LONGEST) close();
    end = to;
    size += own;
  };
  scanTokens(text, (from, _end, flags) => {
    if (from > 0 && (flags & SENTENCE_START) !== 0) add(from);
  });
  add(text.length);
  close();
  return passages.slice(0, MOST_PASSAGES);
}

function sizeOf(text: string, from: number, to: number): number {
  let size = 0;
  for (let at = from; at < to; at++) size += text.charCodeAt(at) >= DENSE ? DENSE_WEIGHT : 1;
  return size;
}
