import type { Phrase } from "./phrases.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** All terms of a training as rows: the words, then the phrases. */
export interface TermRows {
  readonly vocabulary: Vocabulary;
  readonly phrases: readonly Phrase[];
  readonly names: readonly string[];
  readonly counts: Uint32Array;
  readonly documents: Uint32Array;
}

/** Joins words and phrases to one table. */
export function termRows(vocabulary: Vocabulary, phrases: readonly Phrase[]): TermRows {
  const { words } = vocabulary;
  const join = (own: Uint32Array, theirs: readonly number[]) => {
    const all = new Uint32Array(words.length + phrases.length);
    all.set(own);
    all.set(theirs, words.length);
    return all;
  };
  return {
    vocabulary,
    phrases,
    names: [...words, ...phrases.map((phrase) => phrase.words.map((id) => words[id]!).join(" "))],
    counts: join(
      vocabulary.counts,
      phrases.map(({ count }) => count),
    ),
    documents: join(
      vocabulary.documents,
      phrases.map(({ documents }) => documents),
    ),
  };
}
