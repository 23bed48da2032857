import { CELLS, type Positions } from "../kernel/grid.ts";
import type { InvertedIndex } from "../kernel/inverted-index.ts";
import { englishNouns, senseWords } from "../wordnet/noun-table.ts";
import type { Retina } from "./types.ts";

/** What looking up the senses of a term needs. */
export type Dictionary = Pick<Retina, "card" | "term" | "idOf" | "documentFrequency"> & {
  readonly index: InvertedIndex;
};

/** A term in more documents than this stands for no sense. */
const TOO_COMMON = 0.05;
/** An inflected form has at most so many letters more than the word. */
const LONGEST_ENDING = 3;

/**
 * For each sense that WordNet knows of a term as a noun, which of its words have each position of the term: the share of them,
 * place by place. None for a term that it lacks, and in other languages than English.
 */
export function dictionarySenses(
  source: Dictionary,
  own: number,
  query: Positions,
): Float64Array[] {
  if (source.card.language !== "English") return [];
  const word = source.term(own);
  const places = new Int16Array(CELLS).fill(-1);
  query.forEach((position, place) => {
    places[position] = place;
  });
  return senseWords(englishNouns(), word).flatMap((words) => {
    const terms = words
      .filter((other) => !isFormOf(word, other))
      .map((other) => source.idOf(other))
      .filter((term) => term >= 0 && source.documentFrequency(term) <= TOO_COMMON);
    if (terms.length === 0) return [];
    const shares = new Float64Array(query.length);
    for (const term of terms)
      for (const position of source.index.positions(term))
        if (places[position]! >= 0) shares[places[position]!]! += 1 / terms.length;
    return [shares];
  });
}

/** "banks" and "banking" are forms of "bank"; "monty python" is no form of "python", and names one of its senses. */
export function isFormOf(own: string, other: string): boolean {
  const [short, long] = own.length < other.length ? [own, other] : [other, own];
  const isEnding = long.startsWith(short) && !long.includes(" ");
  return short !== "" && isEnding && long.length - short.length <= LONGEST_ENDING;
}
