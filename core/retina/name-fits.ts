import { CELLS, type Positions } from "../kernel/grid.ts";
import type { InvertedIndex } from "../kernel/inverted-index.ts";

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

/** So many terms around a sense tell what it is about. */
const NEIGHBOURS = 30;
/** As many cells as a term has. */
const CELLS_OF_A_TERM = 328;

/**
 * The cells that most of the terms around a sense have: about as many as a term has, and all that are as common as the last.
 * Where a sense is a corner of the fingerprint, this is the country around that corner.
 */
export function neighbourhoodOf(index: InvertedIndex, nearest: readonly number[]): Positions {
  const counts = new Uint8Array(CELLS);
  for (const term of nearest.slice(0, NEIGHBOURS)) {
    const positions = index.positions(term);
    for (let i = 0; i < positions.length; i++) counts[positions[i]!]!++;
  }
  const fewest = fewestOf(counts);
  const cells: number[] = [];
  for (let cell = 0; cell < CELLS; cell++) if (counts[cell]! >= fewest) cells.push(cell);
  return Uint16Array.from(cells);
}

/** The highest count that leaves enough cells; at least 1. */
function fewestOf(counts: Uint8Array): number {
  const having = new Uint16Array(NEIGHBOURS + 1);
  for (let cell = 0; cell < CELLS; cell++) having[counts[cell]!]!++;
  let fewest = NEIGHBOURS;
  for (let cells = having[fewest]!; fewest > 1 && cells < CELLS_OF_A_TERM; cells += having[fewest]!)
    fewest--;
  return fewest;
}
