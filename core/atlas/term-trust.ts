import type { Retina } from "../retina/types.ts";
import { countryNames } from "./country-names.ts";

/** What counts for less where the map is named is a name, or a word of old books that nobody uses today. */
const LEAST_NAMING = 0.28;
/** A common word counts for more. */
const COMMON_NAMING = 0.4;
/** Names of countries, and words that are used like adjectives, say what lives at a place. */
const NAME_TRUST = 0.7;
/** How much others count: they are taken only where there is nothing else. */
const UNTRUSTED = 0.1;
/** Only more frequent terms are known to most readers. */
const KNOWN_TERMS = 16_384;
/** What says less in a text than its rarity lets expect is no subject: "thanks", "amazing", a particle of another language. */
const LEAST_WEIGHT = 1;

/** Whether a term may be in the name of a large region: a noun that says something, no rare word, nobody's name. */
export const canName = (retina: Retina, term: number): boolean =>
  term < KNOWN_TERMS &&
  retina.weight(term) >= LEAST_WEIGHT &&
  (isNoun(retina, term) || !knowsNouns(retina)) &&
  (retina.naming(term) > LEAST_NAMING || saysWhere(retina, term));

/** "Despised" is met as a noun too, but is none for a reader. */
function isNoun(retina: Retina, term: number): boolean {
  const types = retina.posTypes(term);
  return types.includes("NOUN") && !(types.includes("VERB") && retina.term(term).endsWith("ed"));
}

const withNouns = new WeakMap<Retina, boolean>();

/** Retinas of languages without a tagger know of no term what it is. */
function knowsNouns(retina: Retina): boolean {
  const found = withNouns.get(retina) ?? hasNouns(retina);
  withNouns.set(retina, found);
  return found;
}

function hasNouns(retina: Retina): boolean {
  for (let term = 0; term < Math.min(KNOWN_TERMS, retina.termCount); term++)
    if (retina.posTypes(term).includes("NOUN")) return true;
  return false;
}

/** How much a term is trusted to name a place, 0..1. */
export function trustOf(retina: Retina, term: number): number {
  const naming = retina.naming(term);
  if (naming > LEAST_NAMING) return naming ** 2;
  return saysWhere(retina, term) ? NAME_TRUST : UNTRUSTED * naming;
}

/** A term that counts for more is met in all texts alike, and in small letters. */
const NO_NAME = 0.85;
const A_NAME = 0.3;
/** Terms around one that are looked at, and the share of them that are names around a name. */
const NEAR = 20;
const MOSTLY_NAMES = 0.45;

/** "Ward" and "butler" are words, but they lie among people's names. */
export function liesAmongNames(retina: Retina, term: number): boolean {
  if (retina.naming(term) > NO_NAME || saysWhere(retina, term)) return false;
  const near = retina.similar(retina.positions(term), { offset: 1, limit: NEAR });
  const names = near.filter((match) => retina.naming(match.term) <= A_NAME);
  return names.length >= MOSTLY_NAMES * near.length;
}

/** "Japan", and what begins phrases with common words as "german" and "london" do ("german army") and first names do not. */
const saysWhere = (retina: Retina, term: number): boolean =>
  term < KNOWN_TERMS && placeWordsOf(retina).has(retina.term(term));

const known = new WeakMap<Retina, ReadonlySet<string>>();

function placeWordsOf(retina: Retina): ReadonlySet<string> {
  const words = known.get(retina) ?? findPlaceWords(retina);
  known.set(retina, words);
  return words;
}

/** So many phrases have to go on with a common word, and this share of them. */
const FEWEST_PHRASES = 5;
const LEAST_SHARE = 0.25;
/** "Of" and "the" follow anything. */
const TOO_COMMON = 0.2;

function findPlaceWords(retina: Retina): ReadonlySet<string> {
  const phrases = new Map<string, { all: number; common: Set<string> }>();
  for (let term = 0; term < retina.termCount; term++) {
    const [first = "", next] = retina.term(term).split(" ", 2);
    if (next === undefined) continue;
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

function isCommonWord(retina: Retina, word: string): boolean {
  const term = word.length < SHORTEST ? -1 : retina.idOf(word);
  return (
    term >= 0 && retina.naming(term) > COMMON_NAMING && retina.documentFrequency(term) < TOO_COMMON
  );
}
