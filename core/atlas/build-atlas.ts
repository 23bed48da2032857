import { CELLS, type Positions } from "../kernel/grid.ts";
import type { Retina } from "../retina/types.ts";
import { cellFeatures, kinship, likeness } from "./cell-features.ts";
import { divideMap } from "./divide-map.ts";
import { mergeRegions, splitRegions } from "./merge-regions.ts";
import { nameSingly, nameTogether, type Unnamed } from "./name-levels.ts";
import { type KnownTerms, knownTerms, type RegionName } from "./region-words.ts";
import { neighboursOf, squaredDistance } from "./torus.ts";
import { type Atlas, type Region, WORD_BREAK } from "./types.ts";

/** Regions of each level to begin with, the widest first; those of the last level are what the map is first divided into. */
const COUNTS = [20, 64, 160];
/** Regions that turn out as mixtures are parted so many times: the widest are mixtures of more. */
const SPLITS = [5, 3, 3];

/**
 * Divides the map into named regions at four levels, by what the terms of neighbouring cells have in common. A wide region
 * whose terms its best name does not lead to is a mixture, and is parted where it was joined last.
 * The same retina gives the same atlas. Takes some seconds for a full retina.
 */
export function buildAtlas(retina: Retina): Atlas {
  const features = cellFeatures(retina);
  const smallest = divideMap(features);
  const most = COUNTS[COUNTS.length - 1]!;
  const merged = mergeRegions(
    features,
    smallest,
    Array.from({ length: most - COUNTS[0]! + 1 }, (_, more) => COUNTS[0]! + more),
  );
  const known = knownTerms(retina);
  const levels: NamedLevel[] = [];
  COUNTS.forEach((count, level) => {
    const finer = merged.slice(count + 1 - COUNTS[0]!, (COUNTS[level + 1] ?? 0) + 1 - COUNTS[0]!);
    levels.push(nameWide(known, { smallest, finer, above: levels }, merged[count - COUNTS[0]!]!));
  });
  const own = Int32Array.from({ length: CELLS }, (_, region) => region);
  levels.push(nameNarrow(known, numbered(smallest, own), levels));
  return { ...asAtlas(features, levels), kinship: kinship(features) };
}

/** A level whose regions are named. */
interface NamedLevel {
  /** For each cell the number of its region. */
  readonly numbers: Uint16Array;
  readonly cellLists: readonly Positions[];
  /** For each region the number of the one that holds it. */
  readonly parents: readonly number[];
  readonly names: readonly RegionName[];
}

interface Division {
  readonly smallest: Uint16Array;
  /** Divisions into more regions, down to those of the next level. */
  readonly finer: readonly Int32Array[];
  readonly above: readonly NamedLevel[];
}

function nameWide(
  known: KnownTerms,
  { smallest, finer, above }: Division,
  start: Int32Array,
): NamedLevel {
  let roots = start;
  for (let splits = 0; ; splits++) {
    const level = unnamed(numbered(smallest, roots), above);
    const names = nameTogether(known, level);
    const mixtures = new Set<number>();
    level.cellLists.forEach(([first], region) => {
      if (names[region]!.isMixture) mixtures.add(roots[smallest[first!]!]!);
    });
    const parted = splits < SPLITS[above.length]! ? splitRegions(roots, finer, mixtures) : roots;
    if (parted.every((root, region) => root === roots[region])) return { ...level, names };
    roots = parted;
  }
}

function nameNarrow(
  known: KnownTerms,
  numbers: Uint16Array,
  above: readonly NamedLevel[],
): NamedLevel {
  const level = unnamed(numbers, above);
  return { ...level, names: nameSingly(known, level) };
}

function unnamed(numbers: Uint16Array, above: readonly NamedLevel[]): Unnamed {
  const cellLists = cellsOf(numbers);
  const wider = above[above.length - 1];
  const holders = cellLists.map(([first]) => above.map((level) => level.numbers[first!]!));
  return {
    numbers,
    cellLists,
    parents: cellLists.map(([first]) => wider?.numbers[first!] ?? 0),
    above: holders.map((own) => own.flatMap((region, level) => above[level]!.names[region]!.words)),
  };
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

function asAtlas(features: Float32Array, levels: readonly NamedLevel[]): Omit<Atlas, "kinship"> {
  const regions: Region[] = [];
  const regionOf: Uint16Array[] = [];
  let firstAbove = 0;
  levels.forEach(({ numbers, cellLists, parents, names }, level) => {
    const first = regions.length;
    const ids = numbers.map((number) => first + number);
    cellLists.forEach((cells, number) => {
      regions.push({
        id: first + number,
        level,
        label: names[number]!.words.join(WORD_BREAK),
        parent: level === 0 ? null : firstAbove + parents[number]!,
        runnersUp: names[number]!.others,
        cells: cells.length,
        centre: middleOf(cells),
        coherence: coherenceOf(features, cells, ids),
      });
    });
    regionOf.push(ids);
    firstAbove = first;
  });
  return { regions, regionOf };
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
