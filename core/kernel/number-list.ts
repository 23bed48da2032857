/** Bytes and how far they have been read. */
export interface Cursor {
  readonly bytes: Uint8Array;
  at: number;
}

/**
 * Reads a JSON list of whole numbers of at most 16 bits into `numbers`, from its first digit on, and moves the cursor
 * behind its bracket. @returns how many there are; -1 where the list is anything else, or longer than `numbers`
 */
export function readNumberList(cursor: Cursor, numbers: Uint16Array): number {
  const { bytes } = cursor;
  let at = cursor.at;
  for (let count = 0; count < numbers.length; ) {
    const start = at;
    let number = at + 4 < bytes.length ? readLong(bytes, at) : -1;
    if (number >= 0) at += number > 9999 ? 5 : 4;
    else {
      for (number = 0; isDigit(bytes[at]); at++) number = number * 10 + bytes[at] - ZERO;
      if (at === start || (at > start + 1 && bytes[start] === ZERO)) return -1;
    }
    if (number > MOST) return -1;
    numbers[count++] = number;
    while (isSpace(bytes[at])) at++;
    if (bytes[at] === CLOSE_BRACKET) {
      cursor.at = at + 1;
      return count;
    }
    if (bytes[at++] !== COMMA) return -1;
    while (isSpace(bytes[at])) at++;
  }
  return -1;
}

/**
 * A number of four or five digits: nearly all positions. Which of the two it is cannot be foretold, so that a branch
 * would cost more than everything else; a mask adds the fifth digit. @returns -1 for any other number
 */
function readLong(bytes: Uint8Array, at: number): number {
  const a = digitAt(bytes, at);
  const b = digitAt(bytes, at + 1);
  const c = digitAt(bytes, at + 2);
  const d = digitAt(bytes, at + 3);
  const e = digitAt(bytes, at + 4);
  if (a === 0 || a > 9 || b > 9 || c > 9 || d > 9) return -1;
  const four = a * 1000 + b * 100 + c * 10 + d;
  return four + (((e - 10) >> 31) & (four * 9 + e));
}

/** More than 9 where there is no digit. */
const digitAt = (bytes: Uint8Array, at: number): number => (bytes[at] - ZERO) & 0xff;

/** The first comparison is enough for nearly all. */
const isSpace = (code: number): boolean =>
  code <= SPACE && (code === SPACE || code === LINE_FEED || code === RETURN || code === TAB);

const isDigit = (code: number): boolean => code >= ZERO && code <= NINE;

const MOST = 0xffff;
const TAB = 0x09;
const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const SPACE = 0x20;
const COMMA = 0x2c;
const ZERO = 0x30;
const NINE = 0x39;
const CLOSE_BRACKET = 0x5d;
