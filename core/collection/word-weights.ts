import type { Retina } from "../retina/types.ts";

/** How much a word says about what a text is about, 0..1. */
export type WordWeight = (word: string) => number;

/** A word of more documents than this that is no noun says nothing: "which", "such", "said". */
const COMMON = 0.12;
/** Share of running words at which a noun counts half. */
const HALF_WAY = 1e-3;
/** Of what is no noun; names of persons are not told apart from other unknown words. */
const OTHER = 0.6;

/** By what the retina's corpus says of the words; a word that it does not have is the collection's own, and counts whole. */
export function wordWeights(retina: Retina): WordWeight {
  const known = new Map<string, number>();
  return (word) => {
    const weight = known.get(word) ?? weightIn(retina, word);
    known.set(word, weight);
    return weight;
  };
}

function weightIn(retina: Retina, word: string): number {
  const id = retina.idOf(word);
  if (id === -1) return 1;
  const isNoun = retina.posTypes(id).includes("NOUN");
  if (!isNoun) return retina.documentFrequency(id) > COMMON ? 0 : OTHER;
  return HALF_WAY / (HALF_WAY + retina.frequency(id));
}
