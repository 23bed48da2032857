import type { InvertedIndex } from "../kernel/inverted-index.ts";
import { sensesOf } from "./senses.ts";
import { type Context, POS_TYPES, type Positions } from "./types.ts";

/**
 * The senses of a fingerprint, largest first, each named by a term: one that fills the sense, has little of the fingerprint
 * outside it, and is known. The term the fingerprint came from, and its other forms, have all of it and name nothing;
 * no term names two senses.
 */
export function findContexts(
  index: InvertedIndex,
  posBits: Uint8Array,
  query: Positions,
): Context[] {
  const whole = index.overlaps(query);
  const taken = new Set<number>();
  return sensesOf(index, query).map((positions, id) => {
    const label = nameOf({ index, posBits, whole, query, positions, taken });
    taken.add(label);
    return { id, label, positions };
  });
}

interface Naming {
  readonly index: InvertedIndex;
  readonly posBits: Uint8Array;
  /** For each term how much of the whole fingerprint it has. */
  readonly whole: Uint16Array;
  readonly query: Positions;
  readonly positions: Positions;
  readonly taken: ReadonlySet<number>;
}

/** Terms that are tried as a name: those that fill the sense best. */
const CANDIDATES = 100;
/** A term with more of the fingerprint than this is the fingerprint's own, or a form of it. */
const ITS_OWN = 0.7;

function nameOf(naming: Naming): number {
  const { index, positions, taken, whole, query } = naming;
  const { ids, counts } = index.rank(positions, { offset: 0, limit: CANDIDATES });
  let name = ids.find((term) => !taken.has(term)) ?? 0;
  let highest = 0;
  for (let i = 0; i < ids.length; i++) {
    const term = ids[i]!;
    if (taken.has(term) || whole[term]! > ITS_OWN * query.length) continue;
    const fitness = fitnessOf(naming, term, counts[i]!);
    if (fitness > highest) {
      highest = fitness;
      name = term;
    }
  }
  return name;
}

/** Up to this rank terms are mostly function words or too general to name anything. */
const GENERAL_RANK = 400;
const GENERAL_FACTOR = 0.85;
/** Terms much rarer than this rank are less and less known. */
const KNOWN_RANK = 3000;
const NO_NOUN_FACTOR = 0.8;
const NOUN = 1 << POS_TYPES.indexOf("NOUN");

/**
 * Coverage of the sense, times the root of how much of the shared positions lie in it, times the fourth root of how much of the
 * term's own do. Only square roots, which are exact everywhere, so that every machine chooses the same name.
 */
function fitnessOf(
  { index, posBits, whole, positions }: Naming,
  term: number,
  inside: number,
): number {
  const coverage = inside / positions.length;
  const sharedInside = inside / whole[term]!;
  const ownInside = inside / index.size(term);
  const fit = coverage * Math.sqrt(sharedInside) * Math.sqrt(Math.sqrt(ownInside));
  const known = Math.sqrt(Math.sqrt(1 / (1 + term / KNOWN_RANK)));
  const noun = (posBits[term]! & NOUN) !== 0 ? 1 : NO_NOUN_FACTOR;
  return fit * known * noun * (term < GENERAL_RANK ? GENERAL_FACTOR : 1);
}
