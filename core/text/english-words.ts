import type { Retina } from "../retina/types.ts";

/** Terms this frequent in an English corpus are taken for English words; rarer ones are often names. */
const MOST_FREQUENT = 15_000;

/** Tells common English words by an English retina; for retinas of other languages nothing is. */
export function englishWords(retina: Retina): (word: string) => boolean {
  if (retina.card.language !== "English") return () => false;
  return (word) => {
    const term = retina.idOf(word);
    return term >= 0 && term < MOST_FREQUENT;
  };
}
