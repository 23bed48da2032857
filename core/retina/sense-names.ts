import type { InvertedIndex } from "../kernel/inverted-index.ts";
import { neighbourhoodOf } from "./sense-neighbourhood.ts";
import type { Sense, Senses } from "./senses.ts";
import type { Positions } from "./types.ts";

/** What naming needs to know of the terms. */
export interface TermFacts {
  /** From `nameWorths`. */
  readonly worths: Float64Array;
  term(id: number): string;
  /** Whether a term lies among the names of persons and places. */
  isAmongNames(id: number): boolean;
}

/** The fingerprint that is named and what was found in it. */
export interface Named extends Senses {
  readonly query: Positions;
}

/** Of two good names the shorter is the better. */
const PHRASE_FACTOR = 0.8;
/** A term with more of the fingerprint than this says the same as the fingerprint. */
const SAME_AGAIN = 0.7;
/** Words so short are mostly particles of other languages ("de la") and abbreviations. */
const PARTICLE = /(?<!\p{L})\p{L}{1,2}(?!\p{L})/u;
/** An inflected form has at most so many letters more than the word. */
const LONGEST_ENDING = 3;

/**
 * For each sense the term that names it, none twice nor in two forms; undefined where no term does. The terms nearest to a sense
 * are single things, as makes of cars and beasts of prey are to "jaguar". What a person calls the sense is what those things
 * have in common: the well-known noun that lies amid them, fills the sense and is in no other. In numbers, the product of
 *
 * - the worth of the term whatever the sense,
 * - the cosine of the term and the country around the sense,
 * - the root of the share of the sense it fills times the share of its overlap that lies in the sense.
 *
 * What is compared is the square of that, which needs no roots: products come out the same on every machine.
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
    const name = bestWord(products, facts, taken);
    if (name !== undefined) taken.push(facts.term(name));
    return name;
  });
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

/** For each known term how well it names a sense, squared; 0 for those that say the same as the fingerprint. */
function productsFor(
  index: InvertedIndex,
  worths: Float64Array,
  { named, sense }: NamedSense,
): Float64Array {
  const amid = index.overlaps(neighbourhoodOf(index, sense), worths.length);
  const inside = index.overlaps(sense.core, worths.length);
  const { whole, query } = named;
  const most = SAME_AGAIN * query.length;
  const products = new Float64Array(worths.length);
  for (let term = 0; term < worths.length; term++) {
    const filled = inside[term]!;
    if (filled === 0 || whole[term]! > most) continue;
    products[term] = worths[term]! * amid[term]! * amid[term]! * ((filled * filled) / whole[term]!);
  }
  return products;
}

/** Costs a search each, so only what would be chosen is looked at. */
function bestWord(
  products: Float64Array,
  facts: TermFacts,
  taken: readonly string[],
): number | undefined {
  for (;;) {
    const best = bestOf(products, (term) => soundOf(facts.term(term), taken));
    if (best === undefined || !facts.isAmongNames(best)) return best;
    products[best] = 0;
  }
}

/** The term with the highest product once its sound is counted in; the more frequent of equals. */
function bestOf(products: Float64Array, soundOf: (term: number) => number): number | undefined {
  let best: number | undefined;
  let highest = 0;
  products.forEach((product, term) => {
    // A sound is at most 1, and costs more than to compare.
    if (product <= highest) return;
    const whole = product * soundOf(term) ** 2;
    if (whole <= highest) return;
    highest = whole;
    best = term;
  });
  return best;
}

/** How a word sounds as a name beside those that are given already; 0 where it is one of them in another form or no word. */
function soundOf(word: string, taken: readonly string[]): number {
  if (PARTICLE.test(word) || taken.some((name) => isFormOf(name, word))) return 0;
  return word.includes(" ") ? PHRASE_FACTOR : 1;
}

/** "banks" and "banking" are forms of "bank"; "monty python" is no form of "python", and names one of its senses. */
function isFormOf(own: string, other: string): boolean {
  const [short, long] = own.length < other.length ? [own, other] : [other, own];
  const isEnding = long.startsWith(short) && !long.includes(" ");
  return short !== "" && isEnding && long.length - short.length <= LONGEST_ENDING;
}
