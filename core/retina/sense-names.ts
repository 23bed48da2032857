import type { InvertedIndex } from "../kernel/inverted-index.ts";
import type { Sense, Senses } from "./senses.ts";
import { POS_TYPES, type Positions } from "./types.ts";

/** What naming needs to know of the terms. */
export interface TermFacts {
  readonly posBits: Uint8Array;
  term(id: number): string;
}

/** Up to this rank terms are mostly function words or too general to name anything. */
const GENERAL_RANK = 400;
const GENERAL_FACTOR = 0.85;
/** Terms much rarer than this rank are less and less known. */
const KNOWN_RANK = 6000;
const NO_NOUN_FACTOR = 0.8;
const NOUN = 1 << POS_TYPES.indexOf("NOUN");
/** A term with more of the fingerprint than this says the same as the fingerprint. */
const SAME_AGAIN = 0.7;
/** An inflected form has at most so many letters more than the word. */
const LONGEST_ENDING = 3;

/**
 * How good each probe would be as a name whatever the sense, 0 for those that cannot be one: known nouns are good, terms that say
 * the same as the fingerprint and forms of its own term are none.
 */
export function worthsOf(
  index: InvertedIndex,
  { posBits, term }: TermFacts,
  query: Positions,
  { probes, whole }: Senses,
): number[] {
  const source = whole.indexOf(query.length);
  const isOfTerm = source >= 0 && index.size(source) === query.length;
  const own = isOfTerm ? term(source) : "";
  return probes.map((probe) => {
    if (whole[probe]! > SAME_AGAIN * query.length || isFormOf(own, term(probe))) return 0;
    const noun = (posBits[probe]! & NOUN) !== 0 ? 1 : NO_NOUN_FACTOR;
    const known = Math.sqrt(1 / (1 + probe / KNOWN_RANK));
    return noun * known * (probe < GENERAL_RANK ? GENERAL_FACTOR : 1);
  });
}

/** "banks" and "banking" are forms of "bank"; "monty python" is none of "python", and names one of its senses. */
function isFormOf(own: string, other: string): boolean {
  const [short, long] = own.length < other.length ? [own, other] : [other, own];
  const isEnding = long.startsWith(short) && !long.includes(" ");
  return short !== "" && isEnding && long.length - short.length <= LONGEST_ENDING;
}

/**
 * The probe that names a sense best: it fills the sense, and to a lesser degree the whole fingerprint. Only square roots, which are
 * exact everywhere, so that every machine chooses the same name.
 */
export function nameOf(
  { probes, whole }: Senses,
  { profile }: Sense,
  worths: readonly number[],
  taken: ReadonlySet<number>,
): number | undefined {
  let name: number | undefined;
  let highest = 0;
  probes.forEach((term, probe) => {
    const inside = profile[probe]!;
    const fitness = worths[probe]! * inside * Math.sqrt(Math.sqrt(inside * whole[term]!));
    if (fitness <= highest || taken.has(term)) return;
    highest = fitness;
    name = term;
  });
  return name;
}
