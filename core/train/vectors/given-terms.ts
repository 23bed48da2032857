import { POS_TYPES } from "../../retina/types.ts";
import type { Phrase } from "../phrases.ts";
import { UNTAGGED } from "../tag-sentences.ts";
import { runInOrder } from "../tasks-in-order.ts";
import { type TermRows, termRows } from "../term-rows.ts";
import type { TrainContext } from "../types.ts";
import type { GivenVectors } from "./given-vectors.ts";

/** Words of the text that the words are taken to come from, and of one of its documents. */
export const ESTIMATED_WORDS = 1_000_000_000;
const DOCUMENT_WORDS = 300;
export const ESTIMATED_DOCUMENTS = Math.round(ESTIMATED_WORDS / DOCUMENT_WORDS);
/** The word of rank r, from 0 on, is about as frequent as 1 / (r + 2.7). */
const RANK_SHIFT = 2.7;
const TAGGED_AT_ONCE = 2000;

/**
 * The given words as terms, those of several words as phrases where all of their words are known. How often they occur is
 * estimated from their order, since files of vectors begin with the most frequent words and tell no counts.
 */
export function givenTerms({ words }: GivenVectors, most: number): TermRows {
  const kept = words.slice(0, most);
  const singles = kept.filter((word) => !word.includes(" "));
  const idOf = new Map(singles.map((word, id) => [word, id]));
  const countOf = zipfCounts(kept.length);
  const counts = new Map(kept.map((word, rank) => [word, countOf[rank]!]));
  const own = Uint32Array.from(singles, (word) => counts.get(word) ?? 1);
  const vocabulary = {
    words: singles,
    counts: own,
    documents: own.map(documentsOf),
    inner: own,
    innerCapitals: new Uint32Array(singles.length),
    mapCounts: Float64Array.from(own),
    total: ESTIMATED_WORDS,
  };
  const phrases = kept
    .filter((word) => word.includes(" "))
    .flatMap((word): Phrase[] => {
      const ids = word.split(" ").map((part) => idOf.get(part) ?? -1);
      const count = counts.get(word) ?? 1;
      if (ids.includes(-1)) return [];
      return [{ words: ids, count, documents: documentsOf(count), capitals: 0 }];
    });
  return termRows(vocabulary, phrases);
}

function zipfCounts(words: number): Uint32Array {
  let total = 0;
  for (let rank = 0; rank < words; rank++) total += 1 / (rank + RANK_SHIFT);
  const scale = ESTIMATED_WORDS / total;
  return Uint32Array.from({ length: words }, (_, rank) => Math.ceil(scale / (rank + RANK_SHIFT)));
}

/** Documents that hold a word of so many occurrences, if it lay anywhere by chance. */
const documentsOf = (count: number) =>
  Math.round(ESTIMATED_DOCUMENTS * (1 - Math.exp((-count * DOCUMENT_WORDS) / ESTIMATED_WORDS)));

/** One bit a part of speech for each term: that of its last word as the tagger sees it alone. */
export async function partsOfGiven(
  { names }: TermRows,
  context: TrainContext,
): Promise<Uint8Array> {
  const unknown = 1 << POS_TYPES.indexOf("UNKNOWN");
  const bits = new Uint8Array(names.length).fill(unknown);
  const last = names.map((name) => name.slice(name.lastIndexOf(" ") + 1));
  const batch = (i: number) => last.slice(i * TAGGED_AT_ONCE, (i + 1) * TAGGED_AT_ONCE);
  await runInOrder(context, {
    name: "tagSentences",
    count: Math.ceil(last.length / TAGGED_AT_ONCE),
    input: batch,
    output: (places, i) => {
      if (places.length !== batch(i).length) return;
      places.forEach((place, at) => {
        if (place !== UNTAGGED) bits[i * TAGGED_AT_ONCE + at] = 1 << place;
      });
    },
  });
  return bits;
}
