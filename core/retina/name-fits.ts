import type { Positions } from "../kernel/grid.ts";
import type { InvertedIndex } from "../kernel/inverted-index.ts";
import { neighbourhoodOf } from "./sense-neighbourhood.ts";

/** A term with more of the fingerprint than this says the same as the fingerprint. */
const SAME_AGAIN = 0.7;

/** What terms are to name, and where it lies. */
export interface Nameable {
  readonly query: Positions;
  /** For each term of the retina the overlap with the whole fingerprint. */
  readonly whole: Uint16Array;
  /** Positions in which one of its meanings shows most clearly. */
  readonly core: Positions;
  /** The terms around that meaning, nearest first. */
  readonly nearest: readonly number[];
}

/**
 * How well each known term names a meaning of a fingerprint; 0 for those that say the same as the fingerprint. The terms nearest to
 * a meaning are single things, as makes of cars and beasts of prey are to "jaguar". What a person calls it is what those
 * things have in common: the well-known noun that lies amid them, fills the meaning and is in no other. In numbers, the product of
 *
 * - the worth of the term whatever it names (`nameWorths`),
 * - the cosine of the term and the country around the meaning,
 * - the root of the share of the meaning it fills times the share of its overlap that lies in the meaning.
 *
 * What is given is the square of that, which needs no roots: products come out the same on every machine.
 */
export function nameFits(
  index: InvertedIndex,
  worths: Float64Array,
  { query, whole, core, nearest }: Nameable,
): Float64Array {
  const amid = index.overlaps(neighbourhoodOf(index, nearest), worths.length);
  const inside = index.overlaps(core, worths.length);
  const most = SAME_AGAIN * query.length;
  const fits = new Float64Array(worths.length);
  for (let term = 0; term < worths.length; term++) {
    const filled = inside[term]!;
    if (filled === 0 || whole[term]! > most) continue;
    fits[term] = worths[term]! * amid[term]! * amid[term]! * ((filled * filled) / whole[term]!);
  }
  return fits;
}
