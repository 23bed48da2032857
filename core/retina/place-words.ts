import { countryNames } from "./country-names.ts";
import type { Retina } from "./types.ts";

/** What finding them needs. */
type Words = Pick<Retina, "card" | "termCount" | "term" | "idOf" | "naming" | "documentFrequency">;

/** Only more frequent terms are known to most readers. */
const KNOWN_TERMS = 16_384;
/** A common word counts for more where the map is named. */
const COMMON_NAMING = 0.4;

/** "Japan", and what begins phrases with common words as "german" and "london" do ("german army") and first names do not. */
export const saysWhere = (retina: Words, term: number): boolean =>
  term < KNOWN_TERMS && placeWordsOf(retina).has(retina.term(term));

const known = new WeakMap<Words, ReadonlySet<string>>();

function placeWordsOf(retina: Words): ReadonlySet<string> {
  const words = known.get(retina) ?? findPlaceWords(retina);
  known.set(retina, words);
  return words;
}

/** So many phrases have to go on with a common word, and this share of them. */
const FEWEST_PHRASES = 5;
const LEAST_SHARE = 0.25;
/** "Of" and "the" follow anything. */
const TOO_COMMON = 0.2;

function findPlaceWords(retina: Words): ReadonlySet<string> {
  const phrases = new Map<string, { all: number; common: Set<string> }>();
  for (let term = 0; term < retina.termCount; term++) {
    const phrase = retina.term(term);
    // Most terms are no phrases, and to part them all takes most of the time.
    if (!phrase.includes(" ")) continue;
    const [first = "", next = ""] = phrase.split(" ", 2);
    const counts = phrases.get(first) ?? { all: 0, common: new Set() };
    phrases.set(first, counts);
    counts.all++;
    if (isCommonWord(retina, next)) counts.common.add(next);
  }
  const used = [...phrases].filter(
    ([, { all, common }]) => common.size >= Math.max(FEWEST_PHRASES, LEAST_SHARE * all),
  );
  return new Set([...countryNames(retina.card.language), ...used.map(([word]) => word)]);
}

/** Short ones are mostly particles of other languages, as in "ludwig van". */
const SHORTEST = 4;

function isCommonWord(retina: Words, word: string): boolean {
  const term = word.length < SHORTEST ? -1 : retina.idOf(word);
  return (
    term >= 0 && retina.naming(term) > COMMON_NAMING && retina.documentFrequency(term) < TOO_COMMON
  );
}
