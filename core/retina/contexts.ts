import type { InvertedIndex } from "../kernel/inverted-index.ts";
import { findSenses, type Sense, type Senses } from "./senses.ts";
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
  const found = findSenses(index, query);
  const most = ITS_OWN * query.length;
  const candidates = found.probes.map((term) =>
    found.whole[term]! > most ? 0 : knownAsName(term, posBits[term]!),
  );
  const taken = new Set<number>();
  return found.senses.map((sense, id) => {
    const label = nameOf(index, found, sense, (probe) =>
      taken.has(found.probes[probe]!) ? 0 : candidates[probe]!,
    );
    taken.add(label);
    return { id, label, positions: sense.positions };
  });
}

/** A term with more of the fingerprint than this is the fingerprint's own, or a form of it. */
const ITS_OWN = 0.7;

/** The probe that fits the sense best, its fitness times `worth`; the best filling one where none is worth anything. */
function nameOf(
  index: InvertedIndex,
  { probes, whole }: Senses,
  { positions, profile }: Sense,
  worth: (probe: number) => number,
): number {
  let name = index.rank(positions, { offset: 0, limit: 1 }).ids[0] ?? 0;
  let highest = 0;
  probes.forEach((term, probe) => {
    const inside = profile[probe]!;
    const shares = {
      coverage: inside / positions.length,
      shared: inside / whole[term]!,
      own: inside / index.size(term),
    };
    const fitness = worth(probe) * fitnessOf(shares);
    if (fitness > highest) {
      highest = fitness;
      name = term;
    }
  });
  return name;
}

/** Up to this rank terms are mostly function words or too general to name anything. */
const GENERAL_RANK = 400;
const GENERAL_FACTOR = 0.85;
/** Terms much rarer than this rank are less and less known. */
const KNOWN_RANK = 3000;
const NO_NOUN_FACTOR = 0.8;
const NOUN = 1 << POS_TYPES.indexOf("NOUN");

/** How well known a term is, and whether it is a noun: 0..1. */
function knownAsName(term: number, posBits: number): number {
  const known = Math.sqrt(Math.sqrt(1 / (1 + term / KNOWN_RANK)));
  const noun = (posBits & NOUN) !== 0 ? 1 : NO_NOUN_FACTOR;
  return known * noun * (term < GENERAL_RANK ? GENERAL_FACTOR : 1);
}

/**
 * `coverage` is the share of the sense that the term fills, `shared` how much of what it shares with the fingerprint lies in the
 * sense, `own` how much of all it has. Only square roots, which are exact everywhere, so that every machine chooses the
 * same name.
 */
function fitnessOf({
  coverage,
  shared,
  own,
}: Readonly<Record<"coverage" | "shared" | "own", number>>): number {
  return coverage * Math.sqrt(shared) * Math.sqrt(Math.sqrt(own));
}
