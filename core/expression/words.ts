/** The lexical rules that reading and printing the one-line syntax share. */

/** Words that are operators where a bare word could be; "but" counts only before "not". */
const KEYWORDS: ReadonlyMap<string, "and" | "or" | "sub" | "xor"> = new Map([
  ["and", "and"],
  ["or", "or"],
  ["sub", "sub"],
  ["xor", "xor"],
]);

export const keywordOf = (word: string) => KEYWORDS.get(word.toLowerCase());

/** Characters that end a bare word wherever they are. */
const BREAKS = /[\s\u200b()",&|+^~“”„«»]/;
/** Prefixes that make a leaf of another kind out of what follows. */
const PREFIXES = ["text", "region", "filter"] as const;
export type Prefix = (typeof PREFIXES)[number];
const PREFIXED = new RegExp(`^(${PREFIXES.join("|")}):`, "i");
/** Dashes that people paste for a minus. Only the hyphen can be part of a word. */
export const DASHES = "-−–—";
/** The code of a language, or `auto`, before a term or text. */
const SPOKEN = /^([a-z]{2,3}|auto):/;
const WILDCARD = /[*?]/;

/** The zero-width space comes along with pasted text. */
export const isSpace = (char: string) => /[\s\u200b]/.test(char);

/** The prefix that a word starts with, in lower case. */
export const prefixOf = (word: string): Prefix | undefined =>
  PREFIXED.exec(word)?.[1]?.toLowerCase() as Prefix | undefined;

/** The language that a word starts with: `de` of `de:hund`. */
export const languageIn = (word: string): string | undefined => SPOKEN.exec(word)?.[1];

/** The signs of AT&T, R&B and C++: beside a single letter, or doubled at the end of a word. */
const SIGN_OF_NAME =
  /(?<=\p{L})(?:&(?=[\p{L}\p{N}])(?:(?<=(?<![\p{L}\p{N}])\p{L}&)|(?=\p{L}(?![\p{L}\p{N}])))|\+\+(?![\p{L}+]))/uy;

/**
 * Where the bare word that begins at `start` ends. A hyphen belongs to the word only between two of its
 * characters (`self-service`); a minus has space or a bracket on at least one side.
 */
export function endOfWord(line: string, start: number): number {
  let end = start;
  while (end < line.length) {
    SIGN_OF_NAME.lastIndex = end;
    const sign = end > start ? SIGN_OF_NAME.exec(line)?.[0] : undefined;
    if (sign !== undefined) end += sign.length;
    else if (BREAKS.test(line[end]!)) return end;
    else if (!DASHES.includes(line[end]!)) end++;
    else {
      const next = endOfDashes(line, end);
      if (!joinsWords(line, end, { start, next })) return end;
      end = next;
    }
  }
  return end;
}

const joinsWords = (line: string, at: number, { start, next }: { start: number; next: number }) =>
  at > start && next < line.length && line[next] !== "[" && !BREAKS.test(line[next]!);

function endOfDashes(line: string, start: number): number {
  let end = start;
  while (end < line.length && DASHES.includes(line[end]!)) end++;
  return end;
}

/** Whether a name reads back as the same single word when written without quotes. */
export const isBareName = (name: string): boolean =>
  name !== "" &&
  !WILDCARD.test(name) &&
  !/^[‘‚]/.test(name) &&
  !UNPRINTABLE.test(name) &&
  endOfWord(name, 0) === name.length;

/** Whether a term reads back as the same term when written without quotes. */
export const isBareTerm = (term: string): boolean =>
  isBareName(term) &&
  keywordOf(term) === undefined &&
  prefixOf(term) === undefined &&
  languageIn(term) === undefined &&
  !/^[@#{[\]]/.test(term);

export const hasWildcard = (word: string) => WILDCARD.test(word);

/** Control and direction characters and halves of surrogate pairs: invisible or misleading in a line. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/u;
const NEEDS_ESCAPE = /["\\\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;
const SHORT_ESCAPES = new Map([
  ["\n", "\\n"],
  ["\t", "\\t"],
  ["\r", "\\r"],
]);

/** Any string in double quotes, on one line: `"say \"hi\""`. */
export const quote = (text: string): string => `"${text.replace(NEEDS_ESCAPE, escapeOne)}"`;

const escapeOne = (char: string) =>
  SHORT_ESCAPES.get(char) ??
  ('"\\'.includes(char) ? `\\${char}` : `\\u{${char.codePointAt(0)!.toString(16)}}`);

const ESCAPED = /\\(?:u\{([0-9a-f]{1,6})\}|(.))/gisu;
const LONG_ESCAPES = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["r", "\r"],
]);

/** What is between two quotes, escapes undone. Never fails: an unknown escape means its letter. */
export const undoEscapes = (inner: string): string =>
  inner.replace(ESCAPED, (_all, hex: string | undefined, letter: string | undefined) =>
    hex === undefined ? (LONG_ESCAPES.get(letter!) ?? letter!) : characterOf(hex),
  );

const characterOf = (hex: string) => {
  const code = Number.parseInt(hex, 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : "\ufffd";
};

/** Text long or quoted enough to be easier to read between triple quotes, and safe there. */
export const suitsTripleQuotes = (text: string): boolean =>
  /["\n]/.test(text) &&
  !text.includes("'''") &&
  !text.endsWith("'") &&
  !UNPRINTABLE.test(text.replace(/[\n\t]/g, ""));

/** A list of cells by its name, as the line writes it. */
export const printCellsName = (name: string): string => `[${quote(name)}]`;
