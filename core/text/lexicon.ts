import { readingOf } from "../language/reading.ts";
import type { Retina } from "../retina/types.ts";
import { Memory } from "./memory.ts";
import { createWordCuts, type WordCuts } from "./word-cuts.ts";
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
  readonly #slips: () => Slips;
  /** Null where a correction was sought in vain. */
  #corrected: WordMatch | null | undefined;

  constructor(text: string, { retina, phrases, slips, isEnglish }: LexiconParts) {
    const term = retina.idOf(text);
    this.text = text;
    this.match =
      term >= 0 ? { term, kind: "exact" } : isEnglish ? nearForm(retina, text) : undefined;
    this.phrases = phrases.get(text);
    this.#slips = slips;
  }

  /** As `match`; where there is none, also with one letter corrected. */
  get corrected(): WordMatch | undefined {
    if (this.match !== undefined) return this.match;
    if (this.#corrected === undefined) {
      const term = this.#slips().meant(this.text);
      this.#corrected = term < 0 ? null : { term, kind: "spelling" };
    }
    return this.#corrected ?? undefined;
  }
}

/** What a lexicon looks words up in. */
interface LexiconParts {
  readonly retina: Retina;
  readonly phrases: ReadonlyMap<string, PhraseStep>;
  readonly slips: () => Slips;
  /** Endings and spellings of English words are known. */
  readonly isEnglish: boolean;
}

/** Finds the term a word stands for. Answers are remembered, so a repeated word costs one look-up. */
export interface Lexicon {
  readonly retina: Retina;
  word(text: string): WordEntry;
  /** For a language whose words a space does not part: the words of a token. */
  readonly cut: WordCuts<WordEntry> | undefined;
}

const MOST_REMEMBERED = 30_000;

export function createLexicon(retina: Retina): Lexicon {
  let made: Slips | undefined;
  const slips = () => {
    made ??= new Slips(retina);
    return made;
  };
  const reading = readingOf(retina.card);
  const isEnglish = reading === undefined;
  const parts = { retina, phrases: phraseSteps(retina), slips, isEnglish };
  const words = new Memory<WordEntry>(MOST_REMEMBERED);
  const word = (text: string) => words.get(text, (own) => new WordEntry(own, parts));
  const cut = reading === undefined ? undefined : createWordCuts(retina, reading, word);
  return { retina, word, cut };
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

/** The likeliest term of which an English word is another form, as `walked` is of `walk`. A letter (the T of AT&T) is none. */
export function nearForm(retina: Retina, word: string): WordMatch | undefined {
  if (word.length > LONGEST_WORD || word.length === 1) return undefined;
  for (const form of wordForms(word)) {
    const term = retina.idOf(form);
    if (term >= 0) return { term, kind: "form" };
  }
  return undefined;
}

/** Longer runs of letters are no words, and are not worth guessing at. */
const LONGEST_WORD = 40;

/** Only so many of the most frequent terms are taken for what a misspelt word means. */
const MOST_COMMON = 30_000;
/** Shorter words have too many neighbours for a correction to be more than a guess; longer ones are no words. */
const SHORTEST = 6;
const LONGEST = 40;
const WORD = /^[a-z]+$/;

const BITS = 21;
const BASE = 0x01000193;
const A = 97;
const LETTERS = 26;

/**
 * Finds what words with one slip were meant to be: a letter too many or too few, another one, or two in the wrong order,
 * but never the first. A word of ten letters has 550 neighbours. None of them is written out: the hash of each follows from those
 * of the word's beginnings and ends, and a bit tells whether a common term has it. So a word costs a microsecond or two
 * and not one look-up for each neighbour, which made texts of unknown words a hundred times as slow as others.
 */
export class Slips {
  readonly #retina: Retina;
  /** By hash: whether a common term has it. */
  readonly #bits = new Uint32Array(2 ** (BITS - 5));
  /** BASE to the power of each length, of which no guess has more. */
  readonly #powers = new Uint32Array(LONGEST + 2);
  /** Of the word: the hash of the letters before each place, and of those from each place on. */
  readonly #before = new Uint32Array(LONGEST + 2);
  readonly #after = new Uint32Array(LONGEST + 2);

  constructor(retina: Retina) {
    this.#retina = retina;
    this.#powers[0] = 1;
    for (let i = 1; i < this.#powers.length; i++)
      this.#powers[i] = Math.imul(this.#powers[i - 1]!, BASE);
    const count = Math.min(MOST_COMMON, retina.termCount);
    for (let id = 0; id < count; id++) {
      const term = retina.term(id);
      if (term.length > LONGEST + 1 || !WORD.test(term)) continue;
      let hash = 0;
      for (let i = 0; i < term.length; i++) hash = Math.imul(hash, BASE) + term.charCodeAt(i);
      const place = placeOf(hash);
      this.#bits[place >>> 5]! |= 1 << (place & 31);
    }
  }

  /** The most frequent common term that is one slip away; -1 where there is none. */
  meant(word: string): number {
    if (word.length < SHORTEST || word.length > LONGEST || !WORD.test(word)) return -1;
    this.#read(word);
    let best = MOST_COMMON;
    const consider = (guess: string) => {
      const id = this.#retina.idOf(guess);
      if (id >= 0 && id < best) best = id;
    };
    for (let i = 1; i <= word.length; i++) this.#lookAt(word, i, consider);
    return best === MOST_COMMON ? -1 : best;
  }

  #read(word: string): void {
    const { length } = word;
    this.#before[0] = 0;
    this.#after[length] = 0;
    for (let i = 0; i < length; i++) {
      const end = length - 1 - i;
      this.#before[i + 1] = Math.imul(this.#before[i]!, BASE) + word.charCodeAt(i);
      this.#after[end] = Math.imul(word.charCodeAt(end), this.#powers[i]!) + this.#after[end + 1]!;
    }
  }

  /** Hands over the neighbours that differ from a place on and may be terms. */
  #lookAt(word: string, at: number, consider: (guess: string) => void): void {
    const powers = this.#powers;
    const head = word.slice(0, at);
    const rest = word.length - at;
    const before = this.#before[at]!;
    const inserted = Math.imul(before, powers[rest + 1]!) + this.#after[at]!;
    this.#eachLetter(inserted, powers[rest]!, (letter) => consider(head + letter + word.slice(at)));
    if (rest === 0) return;
    const afterNext = this.#after[at + 1]!;
    const replaced = Math.imul(before, powers[rest]!) + afterNext;
    this.#eachLetter(replaced, powers[rest - 1]!, (letter) =>
      consider(head + letter + word.slice(at + 1)),
    );
    if (this.#mayBe(Math.imul(before, powers[rest - 1]!) + afterNext))
      consider(head + word.slice(at + 1));
    if (rest === 1) return;
    const swapped =
      Math.imul(before, powers[rest]!) +
      Math.imul(word.charCodeAt(at + 1), powers[rest - 1]!) +
      Math.imul(word.charCodeAt(at), powers[rest - 2]!) +
      this.#after[at + 2]!;
    if (this.#mayBe(swapped)) consider(head + word[at + 1] + word[at] + word.slice(at + 2));
  }

  /** The letters that, times `power`, make a hash of a common term. */
  #eachLetter(without: number, power: number, take: (letter: string) => void): void {
    for (let code = A; code < A + LETTERS; code++)
      if (this.#mayBe(without + Math.imul(code, power))) take(String.fromCharCode(code));
  }

  #mayBe(hash: number): boolean {
    const place = placeOf(hash);
    return ((this.#bits[place >>> 5]! >>> (place & 31)) & 1) === 1;
  }
}

const placeOf = (hash: number): number =>
  Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> (32 - BITS);
