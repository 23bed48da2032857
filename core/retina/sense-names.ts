import type { InvertedIndex } from "../kernel/inverted-index.ts";
import { neighbourhoodOf } from "./sense-neighbourhood.ts";
import type { Sense, Senses } from "./senses.ts";
import { POS_TYPES, type Positions } from "./types.ts";

/** What naming needs to know of the terms. */
export interface TermFacts {
  /** From `worthsOf`. */
  readonly worths: Float64Array;
  term(id: number): string;
}

/** The fingerprint that is named and what was found in it. */
export interface Named extends Senses {
  readonly query: Positions;
}

/** Only terms up to this rank are known well enough to name anything. */
const KNOWN_TERMS = 16_384;
/** Among them, those much rarer than this rank are less and less known. */
const KNOWN_RANK = 3000;
/** Up to this rank terms are mostly function words or too general to name anything. */
const GENERAL_RANK = 400;
const GENERAL_FACTOR = 0.85;
const NO_NOUN_FACTOR = 0.55;
/** What is a verb too says what happens rather than what it is about. */
const VERB_FACTOR = 0.85;
/** Of two good names the shorter is the better. */
const PHRASE_FACTOR = 0.9;
const NOUN = 1 << POS_TYPES.indexOf("NOUN");
const VERB = 1 << POS_TYPES.indexOf("VERB");
/** A term with more of the fingerprint than this says the same as the fingerprint. */
const SAME_AGAIN = 0.7;
/** An inflected form has at most so many letters more than the word. */
const LONGEST_ENDING = 3;

/**
 * For each sense the term that names it, none twice nor in two forms; undefined where no term does. The terms nearest to a sense
 * are single things, as makes of cars and beasts of prey are to "jaguar". What a person calls the sense is what those things
 * have in common: the well-known noun that lies amid them, fills the sense and is in no other. In numbers, the product of
 *
 * - the worth of the term whatever the sense,
 * - the cosine of the term and the country around the sense,
 * - the fourth root of the share of the sense it fills times the share of its overlap that lies in the sense.
 *
 * What is compared is the fourth power of that, which needs no roots: products come out the same on every machine.
 */
export function namesOf(
  index: InvertedIndex,
  facts: TermFacts,
  named: Named,
): (number | undefined)[] {
  const own = ownTerm(index, facts, named);
  const taken = own === undefined ? [] : [own];
  return named.senses.map((sense) => {
    const products = productsFor(index, facts.worths, { named, sense });
    const name = bestOf(products, (term) => soundOf(facts.term(term), taken));
    if (name !== undefined) taken.push(facts.term(name));
    return name;
  });
}

/** How good each known term is as a name whatever the sense, over the root of its size; as fourth powers. */
export function worthsOf(index: InvertedIndex, posBits: Uint8Array): Float64Array {
  const worths = new Float64Array(Math.min(KNOWN_TERMS, index.termCount));
  for (let term = 0; term < worths.length; term++) {
    const size = index.size(term);
    const noun = (posBits[term]! & NOUN) !== 0 ? 1 : NO_NOUN_FACTOR;
    const verb = (posBits[term]! & VERB) !== 0 ? VERB_FACTOR : 1;
    const general = term < GENERAL_RANK ? GENERAL_FACTOR : 1;
    const known = 1 + term / KNOWN_RANK;
    worths[term] = size === 0 ? 0 : fourth(noun * verb * general) / (known * known * size * size);
  }
  return worths;
}

/** The term that the fingerprint came from, if it came from one. */
function ownTerm(
  index: InvertedIndex,
  { term }: TermFacts,
  { query, whole }: Named,
): string | undefined {
  const source = whole.indexOf(query.length);
  return source >= 0 && index.size(source) === query.length ? term(source) : undefined;
}

interface NamedSense {
  readonly named: Named;
  readonly sense: Sense;
}

/** For each known term how well it names a sense, as fourth powers; 0 for those that say the same as the fingerprint. */
function productsFor(
  index: InvertedIndex,
  worths: Float64Array,
  { named, sense }: NamedSense,
): Float64Array {
  const amid = index.overlaps(neighbourhoodOf(index, named, sense), worths.length);
  const inside = index.overlaps(sense.positions, worths.length);
  const { whole, query } = named;
  const most = SAME_AGAIN * query.length;
  return worths.map((worth, term) => {
    const filled = inside[term]!;
    if (filled === 0 || whole[term]! > most) return 0;
    return worth * fourth(amid[term]!) * ((filled * filled) / whole[term]!);
  });
}

const fourth = (value: number): number => value * value * (value * value);

/** The term with the highest product once its sound is counted in; the more frequent of equals. */
function bestOf(products: Float64Array, soundOf: (term: number) => number): number | undefined {
  let best: number | undefined;
  let highest = 0;
  products.forEach((product, term) => {
    // A sound is at most 1, and costs more than to compare.
    if (product <= highest) return;
    const whole = product * fourth(soundOf(term));
    if (whole <= highest) return;
    highest = whole;
    best = term;
  });
  return best;
}

/** How a word sounds as a name beside those that are given already; 0 where it is one of them in another form. */
function soundOf(word: string, taken: readonly string[]): number {
  if (taken.some((name) => isFormOf(name, word))) return 0;
  return word.includes(" ") ? PHRASE_FACTOR : 1;
}

/** "banks" and "banking" are forms of "bank"; "monty python" is no form of "python", and names one of its senses. */
function isFormOf(own: string, other: string): boolean {
  const [short, long] = own.length < other.length ? [own, other] : [other, own];
  const isEnding = long.startsWith(short) && !long.includes(" ");
  return short !== "" && isEnding && long.length - short.length <= LONGEST_ENDING;
}
