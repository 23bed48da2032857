import { saysWhere } from "../retina/place-words.ts";
import type { Retina } from "../retina/types.ts";

/** What counts for less where the map is named is a name, or a word of old books that nobody uses today. */
const LEAST_NAMING = 0.28;
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
