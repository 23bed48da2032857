import type { Retina } from "../retina/types.ts";
import { Memory } from "./memory.ts";
import { Slips } from "./slips.ts";
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

  constructor(text: string, { retina, phrases, slips }: LexiconParts) {
    const term = retina.idOf(text);
    this.text = text;
    this.match = term >= 0 ? { term, kind: "exact" } : nearForm(retina, text);
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
}

/** Finds the term a word stands for. Answers are remembered, so a repeated word costs one look-up. */
export interface Lexicon {
  readonly retina: Retina;
  word(text: string): WordEntry;
}

const MOST_REMEMBERED = 30_000;

export function createLexicon(retina: Retina): Lexicon {
  let made: Slips | undefined;
  const slips = () => {
    made ??= new Slips(retina);
    return made;
  };
  const parts = { retina, phrases: phraseSteps(retina), slips };
  const words = new Memory<WordEntry>(MOST_REMEMBERED);
  return { retina, word: (text) => words.get(text, (own) => new WordEntry(own, parts)) };
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
