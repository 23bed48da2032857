import { badInput } from "../../errors.ts";
import { canonical } from "../../kernel/canonical.ts";
import { withoutMarkup } from "../../text/noise.ts";

/** A token of a text, with its place in the text as given. */
export interface Token {
  readonly token: string;
  readonly start: number;
  readonly end: number;
}

/** Longer tokens are cut to this many code points, of one or two units each: some indexes refuse more. */
const LONGEST_TOKEN = 100;
/** Soft hyphens and joiners may be within a word. */
const TOKEN = /[\p{L}\p{M}\p{N}]+(?:(?:\u00ad|\u200c|\u200d|\u2060)+[\p{L}\p{M}\p{N}]+)*/gu;

/**
 * What `words` looks at, the same for every store: runs of letters, marks and digits, each in its canonical form and in lower case of no
 * particular language. Everything else separates, so `U.S.` is two tokens and `don't` too. Markup is no word.
 */
export function* tokensWithPlaces(text: string): Generator<Token> {
  for (const match of withoutMarkup(text).matchAll(TOKEN)) {
    const [word] = match;
    yield { token: normal(word), start: match.index, end: match.index + word.length };
  }
}

/** Plain letters alone are most texts, and need neither Unicode's tables nor composing. */
const PLAIN = /^[\0-\x7f]*$/;
const PLAIN_TOKEN = /[a-z0-9]+/g;

const isPlain = (text: string): boolean => PLAIN.test(text);

/** The tokens alone. */
export function tokensOf(given: string): string[] {
  const text = withoutMarkup(given);
  if (isPlain(text)) return (text.toLowerCase().match(PLAIN_TOKEN) ?? []).map(shortened);
  return (text.match(TOKEN) ?? []).map(normal);
}

const JOINERS = /\u200c|\u200d/g;

function normal(word: string): string {
  return shortened(canonical(word).replace(JOINERS, "").toLowerCase());
}

function shortened(token: string): string {
  if (token.length <= LONGEST_TOKEN) return token;
  return [...token.slice(0, 2 * LONGEST_TOKEN)].slice(0, LONGEST_TOKEN).join("");
}

/** What `words` asks for: each phrase is one or more tokens that follow one another. */
export interface WordsQuery {
  /** Phrases that all have to be there. */
  readonly all: readonly (readonly string[])[];
  /** Phrases none of which may be there. */
  readonly none: readonly (readonly string[])[];
  /** At least one of these has to be there; no restriction when left out. */
  readonly any?: readonly WordForm[];
}

/** Quotes as word processors write them, in all languages. */
const QUOTES = /[“”„‟«»″＂]/g;
/** Dashes, of which one before a word excludes it. */
const DASHES = /(?<=^|\s)[−–—‒―‑‐－](?=[^\s])/g;

/** `-` excludes at the beginning or after a space; a quote that is never closed reaches to the end. */
const PART =
  /(?<=^|\s)(?<minus>-?)"(?<phrase>[^"]*)"?|(?<=^|\s)(?<minus2>-?)(?<word>[^\s"]+)|"(?<inner>[^"]*)"?/gu;

/** Different words and phrases: a store goes through all its texts for each. */
const MOST_PHRASES = 100;

/**
 * Reads `tariff "free trade" -war`: all of them. A word that has several tokens (`U.S.`, `don't`) is a phrase of those;
 * one that is repeated counts once.
 *
 * @throws bad-input when there is no word in it, or too many
 */
export function parseWords(words: string, field = "words"): WordsQuery {
  const all = new Map<string, string[]>();
  const none = new Map<string, string[]>();
  for (const { groups = {} } of words.replace(QUOTES, '"').replace(DASHES, "-").matchAll(PART)) {
    const phrase = tokensOf(groups.phrase ?? groups.word ?? groups.inner ?? "");
    const isExcluded = groups.minus === "-" || groups.minus2 === "-";
    if (phrase.length > 0) (isExcluded ? none : all).set(phrase.join(" "), phrase);
  }
  const count = all.size + none.size;
  if (count === 0)
    throw badInput(
      field,
      `“${field}” has no word in it; write at least one word, or leave it out.`,
    );
  if (count > MOST_PHRASES)
    throw badInput(
      field,
      `“${field}” has ${count} different words and phrases, of which ${MOST_PHRASES} can be looked for at a time; ask in several steps.`,
      { limit: MOST_PHRASES },
    );
  return { all: [...all.values()], none: [...none.values()] };
}

/** Whether a text with these tokens is what the words ask for. */
export function hasWords(tokens: readonly string[], { all, none, any }: WordsQuery): boolean {
  return (
    all.every((phrase) => holdsPhrase(tokens, phrase)) &&
    !none.some((phrase) => holdsPhrase(tokens, phrase)) &&
    (any === undefined ||
      any.some((form) => tokens.some((_, at) => lengthAt(form, tokens, at) > 0)))
  );
}

function holdsPhrase(tokens: readonly string[], phrase: readonly string[]): boolean {
  for (let at = tokens.indexOf(phrase[0]!); at !== -1; at = tokens.indexOf(phrase[0]!, at + 1))
    if (phrase.every((token, i) => tokens[at + i] === token)) return true;
  return false;
}

/** Where the words that are asked for occur in a text, for highlighting; ascending, possibly touching. */
export function placesOfWords(text: string, { all }: WordsQuery): { start: number; end: number }[] {
  const tokens = [...tokensWithPlaces(text)];
  const isHit = new Array<boolean>(tokens.length).fill(false);
  for (const phrase of all)
    for (let at = 0; at + phrase.length <= tokens.length; at++)
      if (phrase.every((token, i) => tokens[at + i]!.token === token))
        isHit.fill(true, at, at + phrase.length);
  return tokens.filter((_, i) => isHit[i]).map(({ start, end }) => ({ start, end }));
}

/** One form of a word whose lines are listed. */
export interface WordForm {
  /** They follow one another; a `start` or an `inside` has one. */
  readonly tokens: readonly string[];
  /**
   * `whole`: these tokens. `start`: a token that begins so (`tariff*`). `inside`: part of a token, in scripts that put
   * no space between words.
   */
  readonly match: "whole" | "start" | "inside";
}

const BETWEEN_FORMS = /\s+or\s+|\s*[,|]\s*/iu;
const UNSPACED =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}ー]+$/u;
const MOST_FORMS = 20;

/**
 * The forms in `tariff* or "free trade" or duty`: words and phrases between `or`, a comma or a bar.
 *
 * @throws bad-input without a word, for `*` anywhere but at the end of a single word, and for more than 20 forms
 */
export function parseForms(word: string, field = "word"): WordForm[] {
  const forms = new Map<string, WordForm>();
  for (const part of word.replace(QUOTES, '"').split(BETWEEN_FORMS)) {
    const form = formOf(part.replaceAll('"', " ").trim(), field);
    if (form !== undefined) forms.set(`${form.match} ${form.tokens.join(" ")}`, form);
  }
  if (forms.size === 0) throw badInput(field, `“${field}” contains no word. Write a word.`);
  if (forms.size > MOST_FORMS)
    throw badInput(
      field,
      `“${field}” has ${forms.size} forms; the limit is ${MOST_FORMS}. Ask in several steps.`,
      { limit: MOST_FORMS },
    );
  return [...forms.values()];
}

function formOf(part: string, field: string): WordForm | undefined {
  const isStart = part.endsWith("*");
  const tokens = tokensOf(part);
  const [only = ""] = tokens;
  if (
    part.indexOf("*") !== -1 &&
    (!isStart || part.indexOf("*") !== part.length - 1 || tokens.length !== 1)
  )
    throw badInput(
      field,
      `“${part.slice(0, 100)}”: “*” is possible only at the end of a single word, such as tariff*.`,
    );
  if (tokens.length === 0) return undefined;
  if (isStart) return { tokens, match: "start" };
  return { tokens, match: tokens.length === 1 && UNSPACED.test(only) ? "inside" : "whole" };
}

/** How many tokens a form takes at a place; 0 where it is not there. */
function lengthAt({ tokens, match }: WordForm, all: readonly string[], at: number): number {
  const [first = ""] = tokens;
  if (match === "start") return all[at]!.startsWith(first) ? 1 : 0;
  if (match === "inside") return all[at]!.includes(first) ? 1 : 0;
  return tokens.every((token, i) => all[at + i] === token) ? tokens.length : 0;
}

/** Where forms occur in a text, ascending, without overlaps; of two at one place the longer. */
export function placesOfForms(
  text: string,
  forms: readonly WordForm[],
): { readonly start: number; readonly end: number }[] {
  const tokens = [...tokensWithPlaces(text)];
  const names = tokens.map(({ token }) => token);
  const places: { start: number; end: number }[] = [];
  for (let at = 0; at < tokens.length; ) {
    const taken = Math.max(0, ...forms.map((form) => lengthAt(form, names, at)));
    if (taken > 1) places.push({ start: tokens[at]!.start, end: tokens[at + taken - 1]!.end });
    else if (taken === 1) places.push(...placesInToken(tokens[at]!, forms));
    at += Math.max(1, taken);
  }
  return places;
}

/** A form within a token is a place of its own; every other form takes the token whole. */
function placesInToken({ token, start, end }: Token, forms: readonly WordForm[]) {
  const inside = forms.filter(({ match }) => match === "inside").map(({ tokens }) => tokens[0]!);
  const isWhole = forms.some((form) => form.match !== "inside" && lengthAt(form, [token], 0) === 1);
  // Normal form may change lengths; then the place within the token is not known.
  if (isWhole || inside.length === 0 || token.length !== end - start) return [{ start, end }];
  const places: { start: number; end: number }[] = [];
  for (let at = 0; at < token.length; ) {
    const own = inside.filter((part) => token.startsWith(part, at));
    const length = Math.max(0, ...own.map((part) => part.length));
    if (length > 0) places.push({ start: start + at, end: start + at + length });
    at += Math.max(1, length);
  }
  return places;
}
