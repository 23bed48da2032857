import { normalise } from "../fingerprint/positions.ts";
import { CELLS } from "../kernel/grid.ts";
import type { Leaf, Operator } from "./ast.ts";
import { insertAt, type ProblemList, remove, replace, type Span, shown } from "./problems.ts";
import {
  DASHES,
  endOfWord,
  hasWildcard,
  isSpace,
  keywordOf,
  languageIn,
  type Prefix,
  prefixOf,
  quote,
  undoEscapes,
} from "./words.ts";

/** A piece of a line. `word`: bare words, joined to phrases later. A leaf without node could not be read. */
export type Token = Span &
  (
    | {
        readonly kind: "leaf";
        readonly node: Leaf | undefined;
        /** A list of cells written by its name, to be looked up. */
        readonly cellsName?: string;
      }
    | { readonly kind: "word"; readonly word: string }
    | { readonly kind: "operator"; readonly operator: Operator; readonly isWord: boolean }
    | { readonly kind: "sparsity"; readonly sparsity: number | undefined }
    | { readonly kind: "open" | "close" | "comma" }
  );

const SIGNS: ReadonlyMap<string, Operator> = new Map([
  ["&", "and"],
  ["+", "or"],
  ["|", "or"],
  ["^", "xor"],
  ...[...DASHES].map((dash): [string, Operator] => [dash, "sub"]),
]);
const BRACKETS = new Map([
  ["(", "open"],
  [")", "close"],
  [",", "comma"],
] as const);

/** Cuts a line into tokens, in one pass; what cannot be read is reported and left out or kept as a hole. */
export function scan(line: string, problems: ProblemList): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < line.length) {
    if (isSpace(line[at]!)) at++;
    else {
      const token = scanToken(line, at, problems);
      if (token.kind !== "stray") tokens.push(token);
      at = token.end;
    }
  }
  return tokens;
}

type Scanned = Token | (Span & { readonly kind: "stray" });

function scanToken(line: string, start: number, problems: ProblemList): Scanned {
  const char = line[start]!;
  const bracket = BRACKETS.get(char as "(");
  if (bracket !== undefined) return { kind: bracket, start, end: start + 1 };
  const operator = SIGNS.get(char);
  if (operator !== undefined) return scanSign(line, start, operator);
  if (opensQuote(line, start)) {
    const { value, end } = scanQuoted(line, start, problems);
    return leaf(
      { start, end },
      nonBlank(value, { start, end }, problems) && { kind: "term", term: value },
    );
  }
  if (char === "[") return scanPositions(line, start, problems);
  if (char === "~") return scanSparsity(line, start, problems);
  if (char === "@") return scanSaved(line, start, problems);
  if (char === "]") {
    const span = { start, end: start + 1 };
    problems.report(span, "This “]” closes nothing.", [remove("it", span)]);
    return { kind: "stray", ...span };
  }
  return scanWord(line, start, problems);
}

const leaf = (span: Span, node: Leaf | false): Token => ({
  kind: "leaf",
  ...span,
  node: node === false ? undefined : node,
});

/** `&&` and `||`, which programmers write, count once. */
function scanSign(line: string, start: number, operator: Operator): Token {
  const isDoubled = /[&|]/.test(line[start]!) && line[start + 1] === line[start];
  return { kind: "operator", operator, isWord: false, start, end: start + (isDoubled ? 2 : 1) };
}

function scanWord(line: string, start: number, problems: ProblemList): Token {
  const end = endOfWord(line, start);
  const word = line.slice(start, end);
  const prefix = prefixOf(word);
  if (prefix !== undefined) return scanPrefixed(line, { start, prefix }, problems);
  const language = languageIn(word);
  const inLanguage = language && scanWithLanguage(line, { start, language }, problems);
  if (inLanguage) return inLanguage;
  const operator = keywordOf(word);
  if (operator === "and") return scanAnd(line, { start, end }, problems);
  if (operator !== undefined) return { kind: "operator", operator, isWord: true, start, end };
  const not = word.toLowerCase() === "but" ? wordAfter(line, end, "not") : undefined;
  if (not !== undefined)
    return { kind: "operator", operator: "sub", isWord: false, start, end: not };
  checkWildcard(word, { start, end }, problems);
  return { kind: "word", word, start, end };
}

function checkWildcard(word: string, span: Span, problems: ProblemList): void {
  if (!hasWildcard(word)) return;
  problems.report(
    span,
    `${shown(word)} has a wildcard, which stands for many terms; an expression needs a single one.`,
    [replace("Take the character literally", span, quote(word))],
  );
}

/** `de:hund`, `de:"neue welt"` or `de:text:"..."`; undefined where nothing of the kind follows the language. */
function scanWithLanguage(
  line: string,
  { start, language }: { start: number; language: string },
  problems: ProblemList,
): Token | undefined {
  const after = start + language.length + 1;
  const end = endOfWord(line, after);
  const word = line.slice(after, end);
  const inLanguage = (token: Token): Token =>
    token.kind === "leaf" && (token.node?.kind === "term" || token.node?.kind === "text")
      ? { ...token, start, node: { ...token.node, language } }
      : { ...token, start };
  if (prefixOf(word) === "text")
    return inLanguage(scanPrefixed(line, { start: after, prefix: "text" }, problems));
  if (opensQuote(line, after)) {
    const { value, end: close } = scanQuoted(line, after, problems);
    const span = { start, end: close };
    return inLanguage(leaf(span, nonBlank(value, span, problems) && { kind: "term", term: value }));
  }
  if (word === "") return undefined;
  checkWildcard(word, { start: after, end }, problems);
  return inLanguage(leaf({ start, end }, { kind: "term", term: word }));
}

/** `and not` is a habit from other search boxes; here it would look for the term “not”. */
function scanAnd(line: string, { start, end }: Span, problems: ProblemList): Token {
  const not = wordAfter(line, end, "not");
  const goesOn = not !== undefined && /^\s*[^\s)&|+^~,\]−–—-]/.test(line.slice(not, not + 80));
  if (!goesOn) return { kind: "operator", operator: "and", isWord: true, start, end };
  const span = { start, end: not };
  problems.report(span, "To take something away, write “but not” or “-”.", [
    replace("Write “but not”", span, "but not"),
    replace("Write “-”", span, "-"),
  ]);
  return { kind: "operator", operator: "sub", isWord: false, ...span };
}

/** End of the next word if it is the given one. */
function wordAfter(line: string, at: number, expected: string): number | undefined {
  let start = at;
  while (start < line.length && isSpace(line[start]!)) start++;
  const end = endOfWord(line, start);
  return line.slice(start, end).toLowerCase() === expected ? end : undefined;
}

function scanPrefixed(
  line: string,
  { start, prefix }: { start: number; prefix: Prefix },
  problems: ProblemList,
): Token {
  const { value, end } = scanValue(line, start + prefix.length + 1, { prefix, problems });
  const span = { start, end };
  if (value === "" && end === start + prefix.length + 1) {
    const rest = line.slice(end).trim();
    problems.report(span, `After “${prefix}:” comes ${VALUES[prefix]} in quotes.`, [
      ...(rest === ""
        ? []
        : [replace("Quote the rest", { start, end: line.length }, `${prefix}:${quote(rest)}`)]),
      replace("Take it as a term", span, quote(line.slice(start, end))),
      remove("it", span),
    ]);
    return leaf(span, false);
  }
  if (!nonBlank(value, span, problems)) return leaf(span, false);
  return leaf(
    span,
    prefix === "text" ? { kind: "text", text: value } : { kind: prefix, name: value },
  );
}

const VALUES: Record<Prefix, string> = {
  text: "the text",
  region: "the name of a region",
  filter: "the name of a filter",
};

function scanValue(
  line: string,
  after: number,
  { prefix, problems }: { prefix: Prefix; problems: ProblemList },
): { value: string; end: number } {
  let at = after;
  while (at < line.length && isSpace(line[at]!)) at++;
  if (opensQuote(line, at)) return scanQuoted(line, at, problems);
  if (prefix === "text" && line.startsWith("'''", at)) return scanTriple(line, at, problems);
  const end = endOfWord(line, after);
  return { value: line.slice(after, end), end };
}

function scanSaved(line: string, start: number, problems: ProblemList): Token {
  if (opensQuote(line, start + 1)) {
    const { value, end } = scanQuoted(line, start + 1, problems);
    return leaf(
      { start, end },
      nonBlank(value, { start, end }, problems) && { kind: "saved", name: value },
    );
  }
  const end = Math.max(endOfWord(line, start + 1), start + 1);
  const name = line.slice(start + 1, end);
  if (name !== "") return leaf({ start, end }, { kind: "saved", name });
  const span = { start, end };
  problems.report(span, "After “@” comes the name of a saved expression.", [remove("“@”", span)]);
  return leaf(span, false);
}

const AMOUNT = /~\s*([^\s()[\]",&|+^~“”]*)/y;
const FRACTION = /^((?:\d+\.?\d*|\.\d+)(?:e-?\d+)?)(%?)$/i;

function scanSparsity(line: string, start: number, problems: ProblemList): Token {
  AMOUNT.lastIndex = start;
  const [all = "~", amount = ""] = AMOUNT.exec(line) ?? [];
  const span = { start, end: start + all.trimEnd().length };
  const [, digits, percent] = FRACTION.exec(amount) ?? [];
  const sparsity = Number(digits) / (percent === "%" ? 100 : 1);
  if (sparsity > 0 && sparsity <= 1) return { kind: "sparsity", sparsity, ...span };
  problems.report(
    span,
    "After “~” comes the share of the map to keep: above 0 and at most 100%, such as ~2% or ~0.02.",
    [replace("Keep 2%", span, "~2%"), remove("it", span)],
  );
  return { kind: "sparsity", sparsity: undefined, ...span };
}

const SPACE = /\s*/y;
const BETWEEN = /[\s,;]*/y;
const CLOSED = /[^()[\]"“”]*\]/y;
const NUMBERS_ONLY = /[\d\s,;−–—-]*/y;
const ITEM = /(\d+)(?:\s*[-−–—]\s*(\d+))?(?![^\s,;])|[^\s,;]+/y;

/** Reads `[0, 4, 10-40]`: numbers and ranges, both ends included, in any order; or `["name"]`. */
function scanPositions(line: string, start: number, problems: ProblemList): Token {
  const quoteAt = start + 1 + (matchAt(SPACE, line, start + 1)?.length ?? 0);
  if (opensQuote(line, quoteAt)) return scanNamed(line, { start, end: quoteAt }, problems);
  const closed = matchAt(CLOSED, line, start + 1);
  const inner = closed?.slice(0, -1) ?? matchAt(NUMBERS_ONLY, line, start + 1)?.trimEnd() ?? "";
  const end = start + 1 + (closed ?? inner).length;
  if (closed === undefined)
    problems.report({ start, end }, "The list of positions is not closed.", [
      insertAt("Close the list", end, "]"),
    ]);
  const cells = readItems(line, { start: start + 1, end: start + 1 + inner.length }, problems);
  if (cells.size > 0) {
    const node = { kind: "positions", positions: normalise(Uint16Array.from(cells)) } as const;
    return { kind: "leaf", node, start, end };
  }
  if (inner.trim() === "" && closed !== undefined)
    problems.report({ start, end }, "The list of positions is empty.", [
      remove("the list", { start, end }),
    ]);
  return { kind: "leaf", node: undefined, start, end };
}

/** `["sense car"]`: a list of cells that has a name here; `end` of the span is where the quote begins. */
function scanNamed(line: string, { start, end: quoteAt }: Span, problems: ProblemList) {
  const { value, end: afterQuote } = scanQuoted(line, quoteAt, problems);
  const space = matchAt(SPACE, line, afterQuote)?.length ?? 0;
  const isClosed = line[afterQuote + space] === "]";
  const end = isClosed ? afterQuote + space + 1 : afterQuote;
  const span = { start, end };
  if (!isClosed && !problems.hasOpenQuote)
    problems.report(span, "The list of positions is not closed.", [
      insertAt("Close the list", end, "]"),
    ]);
  const isNamed = isClosed && nonBlank(value, span, problems);
  return {
    kind: "leaf",
    node: undefined,
    ...span,
    ...(isNamed ? { cellsName: value } : {}),
  } as const;
}

function readItems(line: string, { start, end }: Span, problems: ProblemList): Set<number> {
  const cells = new Set<number>();
  let at = start + (matchAt(BETWEEN, line, start)?.length ?? 0);
  // The pattern runs on the whole line, whose next character would hide the end of the list.
  const inner = line.slice(0, end);
  while (at < end) {
    ITEM.lastIndex = at;
    const [item = "", from, to] = ITEM.exec(inner) ?? [];
    readItem({ item, from, to }, { start: at, end: at + item.length }, { cells, problems });
    at += item.length;
    at += matchAt(BETWEEN, line, at)?.length ?? 0;
  }
  return cells;
}

interface Item {
  readonly item: string;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

function readItem(
  { item, from, to = from }: Item,
  span: Span,
  { cells, problems }: { cells: Set<number>; problems: ProblemList },
): void {
  const [first, last] = [Number(from), Number(to)];
  if (from === undefined || first >= CELLS || last >= CELLS) {
    const message = `${shown(item)} is no position: positions are whole numbers from 0 to ${CELLS - 1}, ranges are written 10-40.`;
    problems.report(span, message, [remove("it", span)]);
  } else if (last < first) {
    problems.report(span, `The range ${shown(item)} runs backwards.`, [
      replace("Turn it round", span, `${last}-${first}`),
    ]);
  } else {
    for (let cell = first; cell <= last; cell++) cells.add(cell);
  }
}

function matchAt(pattern: RegExp, line: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(line)?.[0];
}

/** Opens a quoted value; typographic quotes count too. */
/** Quotes as word processors write them, each with what closes it. */
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

/** Whether a quote opens here. A single one that is never closed is an apostrophe, as in `‘tis`. */
function opensQuote(line: string, at: number): boolean {
  const closers = QUOTES.get(line[at] ?? "");
  if (closers === undefined) return false;
  return !"‘‚".includes(line[at]!) || [...closers].some((closer) => line.includes(closer, at + 1));
}

/** What is between the quote at `start` and the one that closes it, escapes undone. */
function scanQuoted(line: string, start: number, problems: ProblemList) {
  const closers = QUOTES.get(line[start]!)!;
  let end = start + 1;
  while (end < line.length && !closers.includes(line[end]!)) end += line[end] === "\\" ? 2 : 1;
  if (end < line.length) return { value: undoEscapes(line.slice(start + 1, end)), end: end + 1 };
  const span = { start, end: line.length };
  problems.hasOpenQuote = true;
  // A lone backslash at the very end would escape the quote that closes.
  const insert = end > line.length ? '\\"' : '"';
  problems.report(span, `The quote that begins at ${shown(line.slice(start))} is not closed.`, [
    insertAt("Close the quote at the end", line.length, insert),
  ]);
  return { value: undoEscapes(line.slice(start + 1)), end: line.length };
}

/** Reports quotes with nothing between them. */
function nonBlank(value: string, span: Span, problems: ProblemList): boolean {
  if (value.trim() !== "") return true;
  problems.report(span, "There is nothing between these quotes.", [remove("the quotes", span)]);
  return false;
}

/** A text between triple quotes, in which nothing needs an escape. */
function scanTriple(line: string, start: number, problems: ProblemList) {
  const close = line.indexOf("'''", start + 3);
  if (close >= 0) return { value: line.slice(start + 3, close), end: close + 3 };
  const span = { start, end: line.length };
  problems.hasOpenQuote = true;
  problems.report(span, "The text between triple quotes is not closed.", [
    insertAt("Close the text at the end", line.length, "'''"),
  ]);
  return { value: line.slice(start + 3), end: line.length };
}
