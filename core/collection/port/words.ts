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
export function hasWords(tokens: readonly string[], { all, none }: WordsQuery): boolean {
  return (
    all.every((phrase) => holdsPhrase(tokens, phrase)) &&
    !none.some((phrase) => holdsPhrase(tokens, phrase))
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
