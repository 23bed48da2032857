import { normalise } from "../fingerprint/positions.ts";
import { CELLS } from "../kernel/grid.ts";
import type { Leaf, Operator } from "./ast.ts";
import {
  DASHES,
  endOfWord,
  hasWildcard,
  isSpace,
  keywordOf,
  languageIn,
  type Prefix,
  prefixOf,
  undoEscapes,
} from "./words.ts";

/** Half-open range of UTF-16 offsets into the line. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A mistake with its place: what is wrong, then what to do. */
export interface Mistake {
  readonly span: Span;
  readonly message: string;
}

/** A piece of a line. The parser joins words in a row to one term. */
export type Token = Span &
  (
    | { readonly kind: "leaf"; readonly node: Leaf; readonly isQuoted?: boolean }
    | { readonly kind: "cells"; readonly name: string }
    | { readonly kind: "word"; readonly word: string }
    | { readonly kind: "operator"; readonly operator: Operator; readonly isWord: boolean }
    | { readonly kind: "sparsity"; readonly sparsity: number }
    | { readonly kind: "open" | "close" | "comma" | "broken" }
  );

interface Scanned {
  readonly tokens: readonly Token[];
  /** The first mistake; from there on tokens may be `broken`. */
  readonly mistake: Mistake | undefined;
  /** A quote is not closed, so it contains all that follows. */
  readonly hasOpenQuote: boolean;
}

/** Cuts a line into tokens in one pass. Never throws. */
export const scan = (line: string): Scanned => new Scanner(line).scan();

const SIGNS: ReadonlyMap<string, Operator> = new Map([
  ["&", "and"],
  ["+", "or"],
  ["|", "or"],
  ["^", "xor"],
  ...[...DASHES].map((dash): [string, Operator] => [dash, "sub"]),
]);

const BRACKETS: ReadonlyMap<string, "open" | "close" | "comma"> = new Map([
  ["(", "open"],
  [")", "close"],
  [",", "comma"],
]);

/** Quotes as word processors write them, each with the characters that close it. */
const QUOTES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["“", '”"'],
  ["”", '”"'],
  ["„", '“”"'],
  ["«", '»"'],
  ["»", '«»"'],
  ["‘", "’"],
  ["‚", "‘’"],
]);

const EXPECTED: Readonly<Record<Prefix, string>> = {
  text: "the text",
  region: "the name of a region",
  filter: "the name of a filter",
};

const AMOUNT = /~\s*([^\s()[\]",&|+^~“”]*)/y;
const FRACTION = /^((?:\d+\.?\d*|\.\d+)(?:e-?\d+)?)(%?)$/i;
const LIST = /\[([^()[\]"“”]*)(\]?)/y;
const ITEM = /\d+\s*[-−–—]\s*\d+(?![^\s,;])|[^\s,;]+/g;
const RANGE = /^(\d+)(?:[-−–—](\d+))?$/;

class Scanner {
  private readonly line: string;
  private at = 0;
  private mistake: Mistake | undefined;
  private hasOpenQuote = false;

  constructor(line: string) {
    this.line = line;
  }

  scan(): Scanned {
    const tokens: Token[] = [];
    while (this.at < this.line.length) {
      if (isSpace(this.line[this.at]!)) this.at++;
      else tokens.push(this.token());
    }
    return { tokens, mistake: this.mistake, hasOpenQuote: this.hasOpenQuote };
  }

  private token(): Token {
    const start = this.at;
    const char = this.line[start]!;
    const bracket = BRACKETS.get(char);
    if (bracket !== undefined) return { kind: bracket, ...this.to(start, start + 1) };
    const operator = SIGNS.get(char);
    if (operator !== undefined) {
      // Programmers write `&&` and `||`.
      const isDoubled = /[&|]/.test(char) && this.line[start + 1] === char;
      const span = this.to(start, start + (isDoubled ? 2 : 1));
      return { kind: "operator", operator, isWord: false, ...span };
    }
    if (this.opensQuote(start)) return this.term(start);
    if (char === "[") return this.positions(start);
    if (char === "~") return this.sparsity(start);
    if (char === "@") return this.saved(start);
    if (char === "]") return this.fail(start, start + 1, "This “]” closes nothing. Remove it.");
    return this.word(start);
  }

  private to(start: number, end: number): Span {
    this.at = end;
    return { start, end };
  }

  private fail(start: number, end: number, message: string): Token {
    this.at = Math.max(this.at, end);
    this.mistake ??= { span: { start, end }, message };
    return { kind: "broken", start, end: this.at };
  }

  private leaf(start: number, node: Leaf, isQuoted = false): Token {
    const value =
      "term" in node ? node.term : "text" in node ? node.text : "name" in node && node.name;
    if (typeof value === "string" && value.trim() === "")
      return this.fail(
        start,
        this.at,
        "There is nothing between these quotes. Write a word there.",
      );
    return { kind: "leaf", node, isQuoted, start, end: this.at };
  }

  /** A quoted or bare term that begins at `at`, in the given language. */
  private term(start: number, language?: string): Token {
    const spoken = language === undefined ? {} : { language };
    if (this.opensQuote(this.at))
      return this.leaf(start, { kind: "term", term: this.quoted(), ...spoken }, true);
    const { end } = this.to(this.at, endOfWord(this.line, this.at));
    const term = this.line.slice(start + (language === undefined ? 0 : language.length + 1), end);
    if (hasWildcard(term))
      return this.fail(
        start,
        end,
        `${shown(term)} has a wildcard, which stands for many terms. Write one term, or put it in quotes.`,
      );
    if (language === undefined) return { kind: "word", word: term, start, end };
    return this.leaf(start, { kind: "term", term, ...spoken });
  }

  private word(start: number): Token {
    const end = endOfWord(this.line, start);
    const word = this.line.slice(start, end);
    const prefix = prefixOf(word);
    if (prefix !== undefined) return this.prefixed(start, start, prefix);
    const language = languageIn(word);
    if (language !== undefined) {
      const after = start + language.length + 1;
      const rest = this.line.slice(after, endOfWord(this.line, after));
      if (prefixOf(rest) === "text") return this.prefixed(start, after, "text", language);
      if (rest !== "" || this.opensQuote(after)) {
        this.at = after;
        return this.term(start, language);
      }
    }
    const operator = keywordOf(word);
    const not = operator === "and" || word.toLowerCase() === "but" ? this.notAfter(end) : undefined;
    if (not !== undefined && operator !== "and")
      return { kind: "operator", operator: "sub", isWord: false, ...this.to(start, not) };
    // `and not` is a habit from other search boxes; here it would look for the term “not”.
    if (not !== undefined && /^\s*[^\s)&|+^~,\]−–—-]/.test(this.line.slice(not, not + 80)))
      return this.fail(start, not, "To take something away, write “but not” or “-”.");
    if (operator !== undefined)
      return { kind: "operator", operator, isWord: true, ...this.to(start, end) };
    return this.term(start);
  }

  /** End of the word “not” if it is the next one. */
  private notAfter(end: number): number | undefined {
    let start = end;
    while (start < this.line.length && isSpace(this.line[start]!)) start++;
    const next = endOfWord(this.line, start);
    return this.line.slice(start, next).toLowerCase() === "not" ? next : undefined;
  }

  private prefixed(start: number, at: number, prefix: Prefix, language?: string): Token {
    const after = at + prefix.length + 1;
    const bare = endOfWord(this.line, after);
    let value: string;
    this.at = after;
    while (bare === after && this.at < this.line.length && isSpace(this.line[this.at]!)) this.at++;
    if (this.opensQuote(this.at)) value = this.quoted();
    else if (prefix === "text" && this.line.startsWith("'''", this.at)) value = this.tripleQuoted();
    else if (bare === after)
      return this.fail(start, after, `Write ${EXPECTED[prefix]} in quotes after “${prefix}:”.`);
    else value = this.line.slice(after, this.to(after, bare).end);
    if (prefix !== "text") return this.leaf(start, { kind: prefix, name: value });
    return this.leaf(start, { kind: "text", text: value, ...(language && { language }) });
  }

  private saved(start: number): Token {
    this.at = start + 1;
    if (this.opensQuote(this.at)) return this.leaf(start, { kind: "saved", name: this.quoted() });
    const { end } = this.to(start, Math.max(endOfWord(this.line, start + 1), start + 1));
    const name = this.line.slice(start + 1, end);
    if (name !== "") return this.leaf(start, { kind: "saved", name });
    return this.fail(start, end, "Write the name of something on the shelf after “@”.");
  }

  private sparsity(start: number): Token {
    AMOUNT.lastIndex = start;
    const [all = "~", amount = ""] = AMOUNT.exec(this.line) ?? [];
    const [, digits, percent] = FRACTION.exec(amount) ?? [];
    const sparsity = Number(digits) / (percent === "%" ? 100 : 1);
    const span = this.to(start, start + all.trimEnd().length);
    if (sparsity > 0 && sparsity <= 1) return { kind: "sparsity", sparsity, ...span };
    return this.fail(
      start,
      span.end,
      "Write the share of the map to keep after “~”, above 0 and at most 100%: ~2% or ~0.02.",
    );
  }

  /** `[0, 4, 10-40]`: numbers and ranges, both ends included, in any order; or `["name"]`. */
  private positions(start: number): Token {
    this.at = start + 1;
    while (this.at < this.line.length && isSpace(this.line[this.at]!)) this.at++;
    if (this.opensQuote(this.at)) return this.named(start);
    LIST.lastIndex = start;
    const [all = "[", inner = "", close = ""] = LIST.exec(this.line) ?? [];
    const { end } = this.to(start, start + all.length);
    if (close === "")
      return this.fail(start, end, "The list of cells is not closed. Write “]” after it.");
    const cells = new Set<number>();
    for (const { 0: item, index } of inner.matchAll(ITEM)) {
      const problem = addCells(item, cells);
      const at = start + 1 + index;
      if (problem !== undefined) return this.fail(at, at + item.length, problem);
    }
    if (cells.size === 0)
      return this.fail(start, end, "The list of cells is empty. Write numbers: [7, 10-40].");
    return this.leaf(start, { kind: "positions", positions: normalise(Uint16Array.from(cells)) });
  }

  private named(start: number): Token {
    const name = this.quoted();
    while (this.at < this.line.length && isSpace(this.line[this.at]!)) this.at++;
    if (this.line[this.at] !== "]")
      return this.fail(start, this.at, "The list of cells is not closed. Write “]” after it.");
    this.at++;
    if (name.trim() === "")
      return this.fail(
        start,
        this.at,
        "There is nothing between these quotes. Write a name there.",
      );
    return { kind: "cells", name, start, end: this.at };
  }

  /** Whether a quote opens here. A single one that is never closed is an apostrophe, as in `‘tis`. */
  private opensQuote(at: number): boolean {
    const closers = QUOTES.get(this.line[at] ?? "");
    if (closers === undefined) return false;
    if (!"‘‚".includes(this.line[at]!)) return true;
    return [...closers].some((closer) => this.line.includes(closer, at + 1));
  }

  /** The characters between the quote at `at` and the one that closes it, escapes undone. */
  private quoted(): string {
    const start = this.at;
    const closers = QUOTES.get(this.line[start]!)!;
    let end = start + 1;
    while (end < this.line.length && !closers.includes(this.line[end]!))
      end += this.line[end] === "\\" ? 2 : 1;
    this.at = Math.min(end + 1, this.line.length);
    if (end >= this.line.length) this.leaveOpen(start);
    return undoEscapes(this.line.slice(start + 1, end));
  }

  /** A text between triple quotes, in which nothing needs an escape. */
  private tripleQuoted(): string {
    const start = this.at;
    const close = this.line.indexOf("'''", start + 3);
    this.at = close < 0 ? this.line.length : close + 3;
    if (close < 0) this.leaveOpen(start);
    return this.line.slice(start + 3, close < 0 ? undefined : close);
  }

  private leaveOpen(start: number): void {
    this.hasOpenQuote = true;
    const begin = shown(this.line.slice(start));
    this.fail(
      start,
      this.line.length,
      `The quote at ${begin} is not closed. Write the closing quote.`,
    );
  }
}

/** Adds the cells of `7` or `10-40`; the sentence about what is neither. */
function addCells(item: string, cells: Set<number>): string | undefined {
  const [, from, to = from] = RANGE.exec(item.replace(/\s/g, "")) ?? [];
  const [first, last] = [Number(from), Number(to)];
  if (from === undefined || first >= CELLS || last >= CELLS)
    return `${shown(item)} is no cell. Write whole numbers from 0 to ${CELLS - 1}, and ranges as 10-40.`;
  if (last < first) return `The range ${shown(item)} runs backwards. Write ${last}-${first}.`;
  for (let cell = first; cell <= last; cell++) cells.add(cell);
  return undefined;
}

/** A piece of the line in a message: short and in quotes. */
export const shown = (text: string): string =>
  text.length > 40 ? `“${text.slice(0, 39).trimEnd()}…”` : `“${text}”`;
