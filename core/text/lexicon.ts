import type { Retina } from "../retina/types.ts";
import { Memory } from "./memory.ts";
import { wordForms } from "./word-forms.ts";

/** How a word of a text was matched to a term of the retina. */
export type MatchKind = "exact" | "form" | "spelling";

export interface WordMatch {
  readonly term: number;
  readonly kind: MatchKind;
}

/** The phrases that go on from some words. */
export interface PhraseStep {
  /** The phrase that ends here; -1 for none. */
  term: number;
  /** By next word. */
  next: Map<string, PhraseStep> | undefined;
}

/** What is known of a word, found once and then remembered. */
export class WordEntry {
  readonly text: string;
  /** The exact term, else a near form; undefined when the retina knows neither. */
  readonly match: WordMatch | undefined;
  /** The phrases that begin with it. */
  readonly phrases: PhraseStep | undefined;
  readonly #retina: Retina;
  /** Null where a correction was sought in vain; seeking one tries a thousand spellings. */
  #corrected: WordMatch | null | undefined;

  constructor(text: string, retina: Retina, phrases: PhraseStep | undefined) {
    const term = retina.idOf(text);
    this.text = text;
    this.match = term >= 0 ? { term, kind: "exact" } : nearForm(retina, text);
    this.phrases = phrases;
    this.#retina = retina;
  }

  /** As `match`; where there is none, also with one letter corrected. */
  get corrected(): WordMatch | undefined {
    if (this.match !== undefined) return this.match;
    if (this.#corrected === undefined)
      this.#corrected = correction(this.#retina, this.text) ?? null;
    return this.#corrected ?? undefined;
  }
}

/** Finds the term a word stands for. Answers are remembered, so a repeated word costs one look-up. */
export interface Lexicon {
  readonly retina: Retina;
  word(text: string): WordEntry;
}

const MOST_REMEMBERED = 30_000;

export function createLexicon(retina: Retina): Lexicon {
  const phrases = phraseSteps(retina);
  const words = new Memory<WordEntry>(MOST_REMEMBERED);
  return {
    retina,
    word: (text) => words.get(text, (own) => new WordEntry(own, retina, phrases.get(own))),
  };
}

/** All phrases of the vocabulary, word by word. */
function phraseSteps(retina: Retina): Map<string, PhraseStep> {
  const first = new Map<string, PhraseStep>();
  for (let id = 0; id < retina.termCount; id++) {
    const term = retina.term(id);
    if (!term.includes(" ")) continue;
    let steps = first;
    let step: PhraseStep | undefined;
    for (const word of term.split(" ")) {
      if (step !== undefined) steps = step.next ??= new Map();
      step = steps.get(word) ?? { term: -1, next: undefined };
      steps.set(word, step);
    }
    if (step !== undefined) step.term = id;
  }
  return first;
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
