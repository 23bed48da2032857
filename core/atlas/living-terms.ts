import { CELLS } from "../kernel/grid.ts";
import type { Retina } from "../retina/types.ts";

/** Only the more frequent terms are asked where they live. */
const KNOWN_TERMS = 30_000;
/** A term in more documents than this is about nothing in particular. */
const TOO_COMMON = 0.2;

/** One level of the map. */
interface Division {
  /** For each cell the number of its region. */
  readonly numbers: Uint16Array;
  /** Cells of each region. */
  readonly sizes: readonly number[];
}

/** Where each of the known terms lives. */
export interface Homes {
  /** For each term its region, -1 for a common one or one that lives nowhere. */
  readonly regions: Int16Array;
  /** By how many standard deviations it has more cells there than by chance. */
  readonly strengths: Float32Array;
}

export function homesOf(retina: Retina, { numbers, sizes }: Division): Homes {
  const count = Math.min(KNOWN_TERMS, retina.termCount);
  const homes = { regions: new Int16Array(count).fill(-1), strengths: new Float32Array(count) };
  const inside = new Uint16Array(sizes.length);
  for (let term = 0; term < count; term++) {
    if (retina.documentFrequency(term) > TOO_COMMON) continue;
    const positions = retina.positions(term);
    inside.fill(0);
    for (let i = 0; i < positions.length; i++) inside[numbers[positions[i]!]!]!++;
    for (let region = 0; region < sizes.length; region++) {
      if (inside[region] === 0) continue;
      const strength = beyondChance(inside[region]!, positions.length, sizes[region]!);
      if (strength <= homes.strengths[term]!) continue;
      homes.strengths[term] = strength;
      homes.regions[term] = region;
    }
  }
  return homes;
}

/** By how many standard deviations so many of a term's positions in so many cells are more than chance gives. */
export function beyondChance(inside: number, positions: number, cells: number): number {
  const usual = (positions * cells) / CELLS;
  return (inside - usual) / Math.sqrt(usual);
}

/** For each region at most so many of the terms that live there, evenly spread from frequent to rare. */
export function residents(homes: Homes, regions: number, most: number): number[][] {
  const living = Array.from({ length: regions }, (): number[] => []);
  homes.regions.forEach((home, term) => {
    if (home >= 0) living[home]!.push(term);
  });
  return living.map((terms) => {
    const count = Math.min(most, terms.length);
    return Array.from(
      { length: count },
      (_, i) => terms[Math.floor(((i + 0.5) * terms.length) / count)]!,
    );
  });
}
