import type { InvertedIndex } from "../kernel/inverted-index.ts";
import { englishNouns } from "../wordnet/noun-table.ts";
import type { Retina } from "./types.ts";

/**
 * Which terms may name a region of the map or a sense of a term: one policy, asked by both. `naming` of a retina says how
 * often a term is met in small letters, 0..1; names of people and places hardly ever are.
 */

/** Terms are in order of frequency: only so many are known to most readers, and may name anything. */
export const KNOWN_TERMS = 16_384;
/** So many are met often enough to say where they live; rarer ones say little about a region or a sense. */
export const MET_TERMS = 30_000;

/** What counts for less where the map is named is the name of a person or place. */
const A_NAME = 0.3;

/** What finding the words of places needs. */
type Words = Pick<Retina, "card" | "termCount" | "term" | "idOf" | "naming" | "documentFrequency">;

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

/** What counts for less where the map is named is a name, or a word of old books that nobody uses today. */
const LEAST_NAMING = 0.28;
/** Names of countries, and words that are used like adjectives, say what lives at a place. */
const NAME_TRUST = 0.7;
/** How much others count: they are taken only where there is nothing else. */
const UNTRUSTED = 0.1;
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
  const isParticiple = types.includes("VERB") && retina.term(term).endsWith("ed");
  return types.includes("NOUN") && !isParticiple && isNounInUse(retina, term);
}

/** Whether the dictionary, where there is one, has the word as a noun rather than as an adjective or a verb: not "chemical". */
export function isNounInUse(retina: Pick<Retina, "card" | "term">, term: number): boolean {
  if (retina.card.language !== "English") return true;
  const nouns = englishNouns();
  const place = nouns.placeOf(retina.term(term));
  return place < 0 || nouns.worths[place]! > 0;
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

/** What is met with a capital nearly always, and is no name of a country or the like: of a person, a company, an abbreviation. */
export const isName = (retina: Words, term: number): boolean =>
  retina.naming(term) <= LEAST_NAMING && !saysWhere(retina, term);

/** How much a term is trusted to name a place, 0..1. */
export function trustOf(retina: Retina, term: number): number {
  const naming = retina.naming(term);
  if (naming > LEAST_NAMING) return naming ** 2;
  return saysWhere(retina, term) ? NAME_TRUST : UNTRUSTED * naming;
}

/** A term that counts for more is met in all texts alike, and in small letters. */
const NO_NAME = 0.85;
/** Terms around one that are looked at, and the share of them that are names around a name. */
const NEAR_TERMS = 20;
const MOSTLY_NAMES_NEAR = 0.45;

/** "Ward" and "butler" are words, but they lie among people's names. */
export function liesAmongNames(retina: Retina, term: number): boolean {
  if (retina.naming(term) > NO_NAME || saysWhere(retina, term)) return false;
  const near = retina.similar(retina.positions(term), { offset: 1, limit: NEAR_TERMS });
  const names = near.filter((match) => retina.naming(match.term) <= A_NAME);
  return names.length >= MOSTLY_NAMES_NEAR * near.length;
}

/** Terms around one that are looked at, and of those the single words. */
const NEAR_WORDS = 40;
/** The share of them that are names around a name. */
const MOSTLY_NAMES = 0.5;
/** What counts for more is met in small letters nearly always: "archipelago" lies among islands, but is no name. */
const SMALL_LETTERS = 0.9;
/**
 * A short one that is never met as several, with hardly anything but names around it, is a particle of another language:
 * "della", "von".
 */
const NEARLY_ALL_NAMES = 0.75;
const LONGEST_PARTICLE = 5;

/** What it needs to know of the terms. */
type Neighbours = Pick<Retina, "term" | "naming" | "idOf" | "frequency">;

/** Tells words that lie among names: first names and surnames that are words too ("heather", "butler"), particles ("del"). */
export class NameCompany {
  readonly #index: InvertedIndex;
  readonly #retina: Neighbours;
  readonly #known = new Map<number, boolean>();

  constructor(index: InvertedIndex, retina: Neighbours) {
    this.#index = index;
    this.#retina = retina;
  }

  /** Costs a search among the better known terms when a term is first asked for. */
  has(term: number): boolean {
    const known = this.#known.get(term) ?? this.#isAmongNames(term);
    this.#known.set(term, known);
    return known;
  }

  #isAmongNames(term: number): boolean {
    const isWord = this.#retina.naming(term) > SMALL_LETTERS;
    if (isWord && !this.#mayBeParticle(term)) return false;
    const positions = this.#index.positions(term);
    const { ids } = this.#index.rank(
      positions,
      { offset: 0, limit: NEAR_WORDS },
      { first: MET_TERMS },
    );
    const words = ids.filter((id) => id !== term && !this.#retina.term(id).includes(" "));
    const names = words.filter((id) => this.#retina.naming(id) <= A_NAME);
    return names.length > (isWord ? NEARLY_ALL_NAMES : MOSTLY_NAMES) * words.length;
  }

  #mayBeParticle(term: number): boolean {
    return this.#retina.term(term).length <= LONGEST_PARTICLE && !isCounted(this.#retina, term);
  }
}

/** A noun that is counted is met in its other number at least so often, beside its own frequency. */
const RAREST_FORM = 0.02;

/** What telling the number of a term needs. */
type Forms = Pick<Retina, "term" | "idOf" | "frequency">;

/** Whether a term is met both as one and as several. */
const isCounted = (retina: Forms, id: number): boolean =>
  isPlural(retina, id) || hasPlural(retina, id);

export const isPlural = (retina: Forms, id: number): boolean =>
  singularsOf(retina.term(id)).some((form) => isMet(retina, form, id));

export const hasPlural = (retina: Forms, id: number): boolean =>
  pluralsOf(retina.term(id)).some((form) => isMet(retina, form, id));

function isMet(retina: Forms, form: string, id: number): boolean {
  const other = retina.idOf(form);
  return other >= 0 && retina.frequency(other) >= RAREST_FORM * retina.frequency(id);
}

const pluralsOf = (term: string): string[] =>
  term.endsWith("y") ? [`${term.slice(0, -1)}ies`, `${term}s`] : [`${term}s`, `${term}es`];

function singularsOf(term: string): string[] {
  if (!term.endsWith("s") || term.endsWith("ss")) return [];
  const forms = [term.slice(0, -1)];
  if (term.endsWith("es")) forms.push(term.slice(0, -2));
  if (term.endsWith("ies")) forms.push(`${term.slice(0, -3)}y`);
  return forms;
}

const LETTERS = [..."abcdefghijklmnopqrstuvwxyz"];
const PAIRS = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
/** Codes of the parts of the world (UN M49) have three digits. */
const PARTS = Array.from({ length: 1000 }, (_, part) => String(part).padStart(3, "0"));

const namesByLanguage = new Map<string, ReadonlySet<string>>();

/**
 * Names of countries, of parts of the world and of languages in a language: lower case, of one word. They are written with a
 * capital as the names of people are, but say what lives at a place.
 * @param language its English name; in a language without a code of two letters none are known
 */
export function countryNames(language: string): ReadonlySet<string> {
  const names = namesByLanguage.get(language) ?? listNames(language);
  namesByLanguage.set(language, names);
  return names;
}

function listNames(language: string): ReadonlySet<string> {
  const inEnglish = namesIn("en", "language");
  const locale = PAIRS.find((code) => inEnglish.of(code) === language);
  if (locale === undefined) return new Set();
  const regions = namesIn(locale, "region");
  const languages = namesIn(locale, "language");
  const names = [
    ...[...PAIRS.map((pair) => pair.toUpperCase()), ...PARTS].map((code) => regions.of(code)),
    ...PAIRS.map((code) => languages.of(code)),
  ];
  return new Set(
    names
      .filter((name) => name !== undefined)
      .map((name) => name.toLocaleLowerCase(locale))
      .filter((name) => /^\p{L}+$/u.test(name)),
  );
}

const namesIn = (locale: string, type: Intl.DisplayNamesType) =>
  new Intl.DisplayNames([locale], { type, fallback: "none" });
