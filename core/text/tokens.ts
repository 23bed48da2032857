import { canonical } from "../kernel/canonical.ts";

/** A sentence ended before this token. */
export const AFTER_SENTENCE = 1;
/** A comma comes before this token. */
export const AFTER_COMMA = 2;
/** Another mark (bracket, quote, colon, dash) comes before this token. */
export const AFTER_BREAK = 4;
/** Joined to the token before by a hyphen and nothing else. */
export const AFTER_HYPHEN = 8;
/** Starts with a capital letter. */
export const CAPITALISED = 16;
/** A line break comes before this token. */
export const AFTER_NEWLINE = 32;
/** Starts with a digit: 1990s, 3.14, 10th. */
export const NUMERIC = 64;
/** A phrase never reaches across any of these. */
export const PHRASE_BARRIER = AFTER_SENTENCE | AFTER_COMMA | AFTER_BREAK | AFTER_NEWLINE;

/** Whether a token begins with a capital within a sentence, as names do. */
export const isNameAt = (flags: number): boolean =>
  (flags & CAPITALISED) !== 0 && (flags & AFTER_SENTENCE) === 0;

/** Receives each token as `text.slice(start, end)` with its flags. */
export type TokenVisitor = (start: number, end: number, flags: number) => void;

/** A word of a text, and where it is. */
export interface Token {
  /** As in a vocabulary: lower case, no possessive 's, plain apostrophes. */
  readonly text: string;
  /** Offsets into the text as given. */
  readonly start: number;
  readonly end: number;
  /** Sum of the flags above. */
  readonly flags: number;
}

/**
 * The tokens of a text, in order: runs of letters and digits with inner apostrophes, numbers with inner
 * points and commas, dotted abbreviations (`u.s.`). A hyphen parts two tokens but does not part a phrase, so
 * `well-known` is found as the phrase `well known`. The same function serves training and every query.
 */
export function tokens(text: string): Token[] {
  const found: Token[] = [];
  scanTokens(text, (start, end, flags) => {
    found.push({ text: tokenText(text, start, end), start, end, flags });
  });
  return found;
}

/** As `tokens`, without making an object or a string for each; about 20 M tokens a second. */
export function scanTokens(text: string, visit: TokenVisitor): void {
  const classes = charClasses();
  const length = text.length;
  let flags = AFTER_SENTENCE;
  let last = 0;
  let at = 0;
  while (at < length) {
    const kind = classes[text.charCodeAt(at)]!;
    const width = kind === SURROGATE ? 2 : 1;
    const sort = kind === SURROGATE ? astralClass(text.codePointAt(at) ?? 0) : kind;
    if (sort === LETTER || sort === DIGIT) {
      const end = wordEnd(text, at, classes, sort);
      if (text.charCodeAt(at - 1) === HASH) visitTag(text, { start: at, end, flags }, visit);
      else visit(at, end, flags | shapeFlags(text, at, sort));
      last = at;
      at = end;
      flags = 0;
    } else {
      flags |= gapFlag(text, at, sort, last);
      at += width;
    }
  }
}

const HASH = 35;
/** Where the next word of `ClimateChange`, `NHSReform` or `G20Summit` begins. */
const NEXT_WORD = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

/** The words that a tag such as `#ClimateChange` is made of. */
function visitTag(
  text: string,
  { start, end, flags }: { start: number; end: number; flags: number },
  visit: TokenVisitor,
): void {
  let from = start;
  for (const word of text.slice(start, end).split(NEXT_WORD)) {
    const sort = /^\p{N}/u.test(word) ? DIGIT : LETTER;
    const isFirst = from === start;
    visit(from, from + word.length, (isFirst ? flags : 0) | shapeFlags(text, from, sort));
    from += word.length;
  }
}

/** The form of a token that a vocabulary holds. */
export function tokenText(text: string, start: number, end: number): string {
  const lower = text.slice(start, end).toLowerCase();
  if (PLAIN.test(lower)) return lower;
  const clean = canonical(lower).toLowerCase().replace(JOINERS, "").replace(APOSTROPHES, "'");
  return clean.length > 2 && clean.endsWith("'s") ? clean.slice(0, -2) : clean;
}

const PLAIN = /^[a-z]*$/;
const JOINERS = /\u200c|\u200d/g;
const APOSTROPHES = /[’ʼ＇]/g;
/** A point after these ends no sentence. */
const ABBREVIATIONS = new Set(
  "mr mrs ms dr st jr sr prof gen col capt lt sgt rev hon vs vol fig ft mt inc ltd co messrs mme mlle".split(
    " ",
  ),
);

function gapFlag(text: string, at: number, kind: number, last: number): number {
  if (kind === SPACE) return 0;
  if (kind === STOP) return isAbbreviation(text, last, at) ? 0 : AFTER_SENTENCE;
  if (kind === COMMA) return AFTER_COMMA;
  if (kind === NEWLINE) return AFTER_NEWLINE;
  if (kind === DASH && joinsWords(text, at)) return AFTER_HYPHEN;
  return kind === MARK ? 0 : AFTER_BREAK;
}

function joinsWords(text: string, at: number): boolean {
  const classes = charClasses();
  const before = classes[text.charCodeAt(at - 1)] ?? SPACE;
  const after = classes[text.charCodeAt(at + 1)] ?? SPACE;
  return before >= SURROGATE && after >= SURROGATE;
}

function isAbbreviation(text: string, start: number, end: number): boolean {
  const length = end - start;
  if (text.charCodeAt(end) !== POINT || length > LONGEST_ABBREVIATION || length < 1) return false;
  return length === 1
    ? charClasses()[text.charCodeAt(start)] === LETTER
    : ABBREVIATIONS.has(text.slice(start, end).toLowerCase());
}

const POINT = 46;
const LONGEST_ABBREVIATION = 6;

function shapeFlags(text: string, start: number, kind: number): number {
  if (kind === DIGIT) return NUMERIC;
  const code = text.charCodeAt(start);
  if (code >= 97 && code <= 122) return 0;
  if (code >= 65 && code <= 90) return CAPITALISED;
  const first = String.fromCodePoint(text.codePointAt(start) ?? 0);
  return first !== first.toLowerCase() ? CAPITALISED : 0;
}

function wordEnd(text: string, start: number, classes: Uint8Array, first: number): number {
  let at = start;
  for (;;) {
    const kind = classes[text.charCodeAt(at)] ?? SPACE;
    if (kind >= LETTER) at++;
    else if (kind === SURROGATE && isAstralWord(text, at)) at += 2;
    else if (kind === APOSTROPHE && classes[text.charCodeAt(at + 1)] === LETTER) at++;
    else if (first === DIGIT && joinsDigits(text, at, classes, kind)) at++;
    else break;
  }
  return at === start + 1 && first === LETTER ? dottedEnd(text, start, classes) : at;
}

function isAstralWord(text: string, at: number): boolean {
  return astralClass(text.codePointAt(at) ?? 0) !== 1;
}

/** A point or comma between two digits belongs to the number. */
function joinsDigits(text: string, at: number, classes: Uint8Array, kind: number): boolean {
  return (
    (kind === STOP || kind === COMMA) &&
    classes[text.charCodeAt(at - 1)] === DIGIT &&
    classes[text.charCodeAt(at + 1)] === DIGIT
  );
}

/** `U.S.` and `e.g.` are one token, with their last point; a lone `J.` is not. */
function dottedEnd(text: string, start: number, classes: Uint8Array): number {
  let at = start;
  let letters = 0;
  while (classes[text.charCodeAt(at)] === LETTER && text.charCodeAt(at + 1) === POINT) {
    at += 2;
    letters++;
  }
  return letters > 1 && (classes[text.charCodeAt(at)] ?? SPACE) < LETTER ? at : start + 1;
}

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
