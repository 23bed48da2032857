import { CELLS } from "../kernel/grid.ts";
import { MET_TERMS } from "../retina/name-policy.ts";
import type { Retina } from "../retina/types.ts";
import type { Atlas } from "./types.ts";

/** A term in more documents than this is about nothing in particular. */
const TOO_COMMON = 0.2;

/** One level of the map. */
interface Level {
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

export function homesOf(retina: Retina, { numbers, sizes }: Level): Homes {
  const count = Math.min(MET_TERMS, retina.termCount);
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

/** The terms that live in each region, in order of frequency. */
export function livingIn({ regions }: Homes, count: number): number[][] {
  const living = Array.from({ length: count }, (): number[] => []);
  regions.forEach((home, term) => {
    if (home >= 0) living[home]!.push(term);
  });
  return living;
}

/** So many of a list at most, evenly spread over it. */
export function evenly<T>(list: readonly T[], most: number): T[] {
  const count = Math.min(most, list.length);
  return Array.from(
    { length: count },
    (_, i) => list[Math.floor(((i + 0.5) * list.length) / count)]!,
  );
}

/** For each region the terms that live there, those first that are there most beyond chance. */
export function characteristicTerms(
  retina: Retina,
  { regions, regionOf }: Pick<Atlas, "regions" | "regionOf">,
  count: number,
): string[][] {
  return regionOf.flatMap((ids, level) => {
    const own = regions.filter((region) => region.level === level);
    const first = own[0]?.id ?? 0;
    const numbers = ids.map((id) => id - first);
    const homes = homesOf(retina, { numbers, sizes: own.map(({ cells }) => cells) });
    return livingIn(homes, own.length).map((terms) =>
      terms
        .sort((a, b) => homes.strengths[b]! - homes.strengths[a]! || a - b)
        .slice(0, count)
        .map((term) => retina.term(term)),
    );
  });
}
