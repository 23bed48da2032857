/** What a character means to the tokenizer. Anything at or above `LETTER` belongs to a word. */
export const SPACE = 0;
const OTHER = 1;
export const NEWLINE = 2;
export const STOP = 3;
export const COMMA = 4;
export const DASH = 5;
export const APOSTROPHE = 6;
export const SURROGATE = 7;
export const LETTER = 8;
export const DIGIT = 9;
/** Combining marks and invisible joiners: inside a word they belong to it, but they start none. */
export const MARK = 10;

const BMP = 65_536;
const PATTERNS: readonly (readonly [RegExp, number])[] = [
  [/\p{L}/u, LETTER],
  [/\p{N}/u, DIGIT],
  [/\p{M}|\u00ad|\u200c|\u200d|\u2060/u, MARK],
  [/[\n\u0085\u2028\u2029]/u, NEWLINE],
  [/\s/u, SPACE],
  [/[.!?…。！？]/u, STOP],
  [/[,，、]/u, COMMA],
  [/[-\u2010\u2011]/u, DASH],
  [/['’ʼ＇]/u, APOSTROPHE],
];

let table: Uint8Array | undefined;

/** The class of each UTF-16 unit, worked out once (about 20 ms) on first use. */
export function charClasses(): Uint8Array {
  table ??= Uint8Array.from({ length: BMP }, (_, code) => classify(code));
  return table;
}

/** The class of a character outside the basic plane: letters and digits only, everything else is `OTHER`. */
export function astralClass(codePoint: number): number {
  const char = String.fromCodePoint(codePoint);
  return /\p{L}/u.test(char) ? LETTER : /\p{N}/u.test(char) ? DIGIT : OTHER;
}

function classify(code: number): number {
  if (code >= 0xd800 && code <= 0xdfff) return SURROGATE;
  // U+02BC is a letter to Unicode but an apostrophe to writers.
  if (code === 0x2bc) return APOSTROPHE;
  const char = String.fromCharCode(code);
  return PATTERNS.find(([pattern]) => pattern.test(char))?.[1] ?? OTHER;
}
