import { CELLS, type Positions, type Retina } from "../retina/types.ts";
import { cellFeatures, likeness } from "./cell-features.ts";
import { divideMap } from "./divide-map.ts";
import { foundNames } from "./found-names.ts";
import { kinship } from "./kinship.ts";
import { mergeRegions } from "./merge-regions.ts";
import { knownTerms, type RegionName, wordsFor } from "./region-words.ts";
import { neighboursOf, squaredDistance } from "./torus.ts";
import { type Atlas, type Region, WORD_BREAK } from "./types.ts";

/** Regions of each level, the widest first; those of the last level are what the map is first divided into. */
const COUNTS = [20, 64, 160];

/**
 * Divides the map into named regions at four levels, by what the terms of neighbouring cells have in common.
 * The same retina gives the same atlas. Takes about three seconds for a full retina.
 */
export function buildAtlas(retina: Retina): Atlas {
  const features = cellFeatures(retina);
  const smallest = divideMap(features);
  const merged = mergeRegions(features, smallest, COUNTS);
  const levels = [
    ...merged.map((roots) => numbered(smallest, roots)),
    numbered(
      smallest,
      Int32Array.from({ length: CELLS }, (_, i) => i),
    ),
  ];
  return { ...nameLevels(retina, features, levels), kinship: kinship(features) };
}

/** Region numbers from 0 on, in order of each region's first cell. */
function numbered(smallest: Uint16Array, rootOf: Int32Array): Uint16Array {
  const numbers = new Map<number, number>();
  return smallest.map((region) => {
    const root = rootOf[region]!;
    const known = numbers.get(root);
    if (known !== undefined) return known;
    numbers.set(root, numbers.size);
    return numbers.size - 1;
  });
}

function nameLevels(
  retina: Retina,
  features: Float32Array,
  levels: readonly Uint16Array[],
): Omit<Atlas, "kinship"> {
  const known = knownTerms(retina);
  const regions: Region[] = [];
  const regionOf: Uint16Array[] = [];
  levels.forEach((numbers, level) => {
    const parents = regionOf[level - 1];
    const first = regions.length;
    const cellLists = cellsOf(numbers);
    const ids = numbers.map((number) => first + number);
    const taken = new Set<string>();
    const named = cellLists.map((cells) => ({ cells, name: NO_NAME }));
    for (const number of bySize(cellLists)) {
      const cells = cellLists[number]!;
      const above = parents === undefined ? [] : lineage(regions, parents[cells[0]!]!);
      const inUse = { has: (name: string) => taken.has(name) || above.includes(name) };
      const name = wordsFor(known, cells, inUse);
      for (const word of name.words) taken.add(word);
      named[number] = { cells, name };
    }
    const proposed = named.map(({ cells, name: { words } }) => ({ cells, words }));
    // The smallest places are too small to be told from each other by their terms.
    const kept = level < COUNTS.length ? foundNames(known, proposed) : proposed.map(() => true);
    named.forEach(({ cells, name: { words, others } }, number) => {
      regions[first + number] = {
        id: first + number,
        level,
        label: kept[number] ? words.join(WORD_BREAK) : "",
        parent: parents === undefined ? null : parents[cells[0]!]!,
        runnersUp: others,
        cells: cells.length,
        centre: middleOf(cells),
        coherence: coherenceOf(features, cells, ids),
      };
    });
    regionOf.push(ids);
  });
  return { regions, regionOf };
}

const NO_NAME: RegionName = { words: [], others: [] };

/** Large regions choose their names first. */
function bySize(cellLists: readonly Positions[]): number[] {
  return [...cellLists.keys()].sort((a, b) => cellLists[b]!.length - cellLists[a]!.length || a - b);
}

/** Words of the names of a region and of all that hold it. */
function lineage(regions: readonly Region[], id: number): string[] {
  const words: string[] = [];
  for (let at: number | null = id; at !== null; at = regions[at]!.parent)
    words.push(...regions[at]!.label.split(WORD_BREAK));
  return words;
}

function cellsOf(numbers: Uint16Array): Positions[] {
  const lists: number[][] = [];
  numbers.forEach((number, cell) => {
    lists[number] ??= [];
    lists[number].push(cell);
  });
  return lists.map((list) => Uint16Array.from(list));
}

/** The cell with the smallest sum of distances to a sample of the others: it always lies inside. */
function middleOf(cells: Positions): number {
  const step = Math.max(1, Math.floor(cells.length / SAMPLE));
  const sample = cells.filter((_, i) => i % step === 0);
  let best = cells[0]!;
  let lowest = Number.POSITIVE_INFINITY;
  for (const cell of sample) {
    let sum = 0;
    for (const other of sample) sum += squaredDistance(cell, other);
    if (sum < lowest) {
      lowest = sum;
      best = cell;
    }
  }
  return best;
}
const SAMPLE = 64;

/** Mean likeness of neighbours inside the region; random cells have 0 on average, since features are centred. */
function coherenceOf(features: Float32Array, cells: Positions, ids: Uint16Array): number {
  let sum = 0;
  let pairs = 0;
  for (const cell of cells) {
    const [right, below] = neighboursOf(cell);
    for (const other of [right, below]) {
      if (ids[other] !== ids[cell]) continue;
      sum += likeness(features, cell, other);
      pairs++;
    }
  }
  return pairs === 0 ? 0 : Math.min(1, Math.max(0, sum / pairs));
}
