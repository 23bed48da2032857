import { CELLS } from "../kernel/grid.ts";
import type { Retina } from "../retina/types.ts";
import { beyondChance, homesOf, livingIn } from "./homes.ts";
import { termsOf } from "./name-words.ts";
import type { Atlas, Region } from "./types.ts";

/** Terms that speak for a region: spread evenly over those that live there. */
const SPEAKERS = 30;

/** How far the name of a region says what lives there. */
export interface JudgedName {
  readonly region: Region;
  /** The region of the level in which the name's own fingerprint lies most, beyond what chance gives; undefined for a name without one. */
  readonly liesIn: Region | undefined;
  /** The terms that live in the region, and those of them that are closer to its name than to any other name of the level. */
  readonly heard: number;
  readonly finding: number;
}

/** A name holds where its own cells lie in its region and at least half of the terms that live there are closest to it. */
export const holds = (judged: JudgedName): boolean => lies(judged) && isFound(judged);
export const lies = ({ region, liesIn }: JudgedName): boolean => liesIn?.id === region.id;
export const isFound = ({ heard, finding }: JudgedName): boolean => 2 * finding >= heard;

/**
 * Tests the names of one level of an atlas.
 * @param isName the regions whose label is to be read as a name; others have no part in the test
 */
export function judgeNames(
  retina: Retina,
  { regions, regionOf }: Pick<Atlas, "regions" | "regionOf">,
  level: number,
  isName: (region: Region) => boolean = () => true,
): JudgedName[] {
  const own = regions.filter((region) => region.level === level);
  const [first] = own;
  if (first === undefined) return [];
  const numbers = regionOf[level]!.map((id) => id - first.id);
  const named = own.filter((region) => region.label !== "" && isName(region));
  const names = namesByCell(named, retina);
  const living = livingIn(
    homesOf(retina, { numbers, sizes: own.map(({ cells }) => cells) }),
    own.length,
  );
  return named.map((region) => {
    const speakers = spread(living[region.id - first.id]!);
    return {
      region,
      liesIn: strongest(fingerprintOf(region, retina), { numbers, own }),
      ...hearing(region, { speakers, names, retina }),
    };
  });
}

/** From the most frequent on. */
function spread(terms: readonly number[]): number[] {
  const step = Math.max(1, terms.length / SPEAKERS);
  const count = Math.min(SPEAKERS, terms.length);
  return Array.from({ length: count }, (_, i) => terms[Math.floor(i * step)]!);
}

/** How often each cell is a position of the words of a name, scaled to length 1. */
function fingerprintOf({ label }: Region, retina: Retina): Float32Array {
  const map = new Float32Array(CELLS);
  for (const term of termsOf(retina, label)) retina.addTo(map, term, 1 / retina.size(term));
  const length = Math.sqrt(map.reduce((sum, value) => sum + value * value, 0));
  return length === 0 ? map : map.map((value) => value / length);
}

/** For each cell the names that have it. */
type NamesByCell = readonly { readonly region: number; readonly height: number }[][];

function namesByCell(named: readonly Region[], retina: Retina): NamesByCell {
  const cells: { region: number; height: number }[][] = Array.from({ length: CELLS }, () => []);
  for (const region of named)
    fingerprintOf(region, retina).forEach((height, cell) => {
      if (height > 0) cells[cell]!.push({ region: region.id, height });
    });
  return cells;
}

interface Ground {
  /** For each cell the place of its region in `own`. */
  readonly numbers: Uint16Array;
  readonly own: readonly Region[];
}

/** The region in which a fingerprint lies most beyond chance, in standard deviations. */
function strongest(print: Float32Array, { numbers, own }: Ground): Region | undefined {
  const sums = new Float64Array(own.length);
  let total = 0;
  print.forEach((height, cell) => {
    total += height;
    sums[numbers[cell]!]! += height;
  });
  let best: Region | undefined;
  let most = 0;
  own.forEach((region, number) => {
    const beyond = beyondChance(sums[number]!, total, region.cells);
    // Without a position nothing is beyond anything.
    if (!(beyond > most)) return;
    most = beyond;
    best = region;
  });
  return best;
}

interface Hearing {
  readonly speakers: readonly number[];
  readonly names: NamesByCell;
  readonly retina: Retina;
}

/** How many of the terms that live in a region, but for those of its name, find its name. */
function hearing({ id, label }: Region, { speakers, names, retina }: Hearing) {
  const words = new Set(termsOf(retina, label));
  const heard = speakers.filter((term) => !words.has(term));
  const finding = heard.filter((term) => {
    const closeness = new Map<number, number>();
    for (const cell of retina.positions(term))
      for (const { region, height } of names[cell]!)
        closeness.set(region, (closeness.get(region) ?? 0) + height);
    const own = closeness.get(id) ?? 0;
    return own > 0 && [...closeness.values()].every((value) => value <= own);
  });
  return { heard: heard.length, finding: finding.length };
}
