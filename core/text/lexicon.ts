import type { Retina } from "../retina/types.ts";
import { wordForms } from "./word-forms.ts";

/** How a word of a text was matched to a term of the retina. */
export type MatchKind = "exact" | "form" | "spelling";

export interface WordMatch {
  readonly term: number;
  readonly kind: MatchKind;
}

/** Finds the term a word stands for. Answers are remembered, so a repeated word costs one look-up. */
export interface Lexicon {
  readonly retina: Retina;
  /** The exact term, else a near form; undefined when the retina knows neither. */
  find(word: string): WordMatch | undefined;
  /** As `find`; a word that is no name is also tried with one letter corrected. */
  findOrCorrect(word: string): WordMatch | undefined;
  /** Term id of a phrase written with single spaces, or -1. */
  phrase(words: string): number;
  /** How many words the longest phrase that begins with this word has; 1 when none does. */
  longestPhraseFrom(word: string): number;
}

export function createLexicon(retina: Retina): Lexicon {
  const reach = phraseReach(retina);
  const forms = new Memory<WordMatch | undefined>();
  const corrections = new Memory<WordMatch | undefined>();
  const find = (word: string) => {
    const term = retina.idOf(word);
    if (term >= 0) return { term, kind: "exact" } as const;
    return forms.get(word, () => nearForm(retina, word));
  };
  return {
    retina,
    find,
    findOrCorrect: (word) => find(word) ?? corrections.get(word, () => correction(retina, word)),
    phrase: (words) => retina.idOf(words),
    longestPhraseFrom: (word) => reach.get(word) ?? 1,
  };
}

/** Longest phrase by first word, in words. */
function phraseReach(retina: Retina): Map<string, number> {
  const lengths = new Map<string, number>();
  for (let id = 0; id < retina.termCount; id++) {
    const term = retina.term(id);
    const space = term.indexOf(" ");
    if (space < 0) continue;
    const words = term.split(" ").length;
    const first = term.slice(0, space);
    if (words > (lengths.get(first) ?? 1)) lengths.set(first, words);
  }
  return lengths;
}

function nearForm(retina: Retina, word: string): WordMatch | undefined {
  if (word.length > LONGEST_WORD) return undefined;
  for (const form of wordForms(word)) {
    const term = retina.idOf(form);
    if (term >= 0) return { term, kind: "form" };
  }
  return undefined;
}

/** Longer runs of letters are no words, and are not worth guessing at. */
const LONGEST_WORD = 40;
/** Shorter words have too many neighbours for a correction to be more than a guess. */
const SHORTEST_CORRECTED = 6;

/** The most frequent term one letter away that starts alike: the retina numbers terms by falling frequency. */
function correction(retina: Retina, word: string): WordMatch | undefined {
  if (word.length < SHORTEST_CORRECTED || word.length > LONGEST_WORD || !/^[a-z]+$/.test(word))
    return undefined;
  let best = -1;
  for (const guess of neighbours(word)) {
    const term = retina.idOf(guess);
    if (term >= 0 && (best < 0 || term < best)) best = term;
  }
  const isCommon = best >= 0 && best < MOST_COMMON;
  return isCommon ? { term: best, kind: "spelling" } : undefined;
}

/** Only so many of the most frequent terms are taken for what a misspelt word means. */
const MOST_COMMON = 30_000;
const ALPHABET = "abcdefghijklmnopqrstuvwxyz";

function* neighbours(word: string): Generator<string> {
  for (let i = 1; i <= word.length; i++) {
    const head = word.slice(0, i);
    const tail = word.slice(i);
    if (tail !== "") yield head + tail.slice(1);
    if (tail.length > 1) yield head + tail[1] + tail[0] + tail.slice(2);
    for (const letter of ALPHABET) {
      yield head + letter + tail;
      if (tail !== "") yield head + letter + tail.slice(1);
    }
  }
}

/** Remembers answers up to a limit, then starts afresh: bounded, whatever the texts. */
class Memory<T> {
  readonly #answers = new Map<string, T>();

  get(key: string, work: () => T): T {
    if (this.#answers.has(key)) return this.#answers.get(key) as T;
    if (this.#answers.size >= MOST_REMEMBERED) this.#answers.clear();
    const answer = work();
    this.#answers.set(key, answer);
    return answer;
  }
}

const MOST_REMEMBERED = 50_000;
