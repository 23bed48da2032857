import { ApiError } from "../errors.ts";
import { CELLS, type Positions } from "../kernel/grid.ts";
import type { Retina } from "../retina/types.ts";
import { kinship, likeness } from "./cell-features.ts";
import { COUNTS, type Division, divide } from "./division.ts";
import { type EditedRegion, editedNamesOf, ownersOf } from "./edited-names.ts";
import { splitRegions } from "./merge-regions.ts";
import { nameSingly, nameTogether, type Unnamed } from "./name-levels.ts";
import { namesFor } from "./name-regions.ts";
import { termsOf } from "./name-words.ts";
import { type KnownTerms, knownTerms, type RegionName } from "./region-words.ts";
import { neighboursOf, squaredDistance } from "./torus.ts";
import { type Atlas, type Region, WORD_BREAK } from "./types.ts";

/** Regions that turn out as mixtures are parted so many times: the widest are mixtures of more. */
const SPLITS = [5, 3, 3];
/** Further terms that are kept of a region whose name was edited. */
const OTHERS = 5;

interface Naming {
  /** The text of a file of names; "" for those that the terms give. */
  readonly names?: string;
  /** Told why the names of the file are not used. */
  readonly say?: (reason: string) => void;
}

/**
 * Divides the map into named regions at four levels, by what the terms of neighbouring cells have in common. The three wider levels
 * are those of the file of names beside the retina, where there is one that fits.
 * The same retina and names give the same atlas. Takes some seconds for a full retina.
 */
export function buildAtlas(
  retina: Retina,
  { names = retina.regionNames, say = () => {} }: Naming = {},
): Atlas {
  const division = divide(retina);
  const known = knownTerms(retina);
  const levels = editedLevels(retina, { division, names, say }) ?? foundLevels(known, division);
  const own = Int32Array.from({ length: CELLS }, (_, region) => region);
  const { features, smallest } = division;
  const narrow = nameNarrow(known, numbered(smallest, own), levels);
  return { ...asAtlas(features, [...levels, narrow]), kinship: kinship(features) };
}

/** The wider levels as an editor named them; undefined where nobody did, or for another map. */
function editedLevels(
  retina: Retina,
  { division: { smallest, into }, names, say }: Required<Naming> & { readonly division: Division },
): NamedLevel[] | undefined {
  try {
    const edited = editedNamesOf({ regionNames: names, checksum: retina.checksum });
    if (edited === undefined) return undefined;
    const partOf = numbered(smallest, into(COUNTS[COUNTS.length - 1]!));
    const levels: NamedLevel[] = [];
    for (const owners of ownersOf(edited.regions, partOf)) {
      const ownerAt = (cell: number) => owners[partOf[cell]!]!;
      const lines = Int32Array.from(owners, ({ line }) => line);
      const level = unnamed(numbered(partOf, lines), levels);
      const names = level.cellLists.map((cells) => editedName(retina, cells, ownerAt(cells[0]!)));
      levels.push({ ...level, names });
    }
    return levels;
  } catch (cause) {
    if (!(cause instanceof ApiError)) throw cause;
    say(cause.message);
    return undefined;
  }
}

function editedName(
  retina: Retina,
  cells: Positions,
  { name, isScraps }: EditedRegion,
): LabelledName {
  const words = termsOf(retina, name).map((term) => retina.term(term));
  const others = namesFor(retina, cells, new Set(words)).slice(0, OTHERS);
  return { label: name, isEdited: true, isScraps, words, others };
}

/**
 * The wider levels with names that their terms give. A region whose terms its best name does not lead to is a mixture, and is
 * parted where it was joined last.
 */
function foundLevels(known: KnownTerms, division: Division): NamedLevel[] {
  const levels: NamedLevel[] = [];
  COUNTS.forEach((count, level) => {
    const next = COUNTS[level + 1] ?? count;
    const finer = Array.from({ length: next - count }, (_, more) =>
      division.into(count + 1 + more),
    );
    levels.push(nameWide(known, { division, finer, above: levels }, division.into(count)));
  });
  return levels;
}

/** A level whose regions are named. */
interface NamedLevel {
  /** For each cell the number of its region. */
  readonly numbers: Uint16Array;
  readonly cellLists: readonly Positions[];
  /** For each region the number of the one that holds it. */
  readonly parents: readonly number[];
  readonly names: readonly LabelledName[];
}

interface LabelledName extends RegionName {
  /** What people read. */
  readonly label: string;
  /** An editor has read what lives there. */
  readonly isEdited: boolean;
  readonly isScraps: boolean;
}

const labelled = (name: RegionName): LabelledName => ({
  ...name,
  label: name.words.join(WORD_BREAK),
  isEdited: false,
  isScraps: false,
});

interface Wide {
  readonly division: Division;
  /** Divisions into more regions, down to those of the next level. */
  readonly finer: readonly Int32Array[];
  readonly above: readonly NamedLevel[];
}

function nameWide(
  known: KnownTerms,
  { division: { smallest }, finer, above }: Wide,
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
    if (parted.every((root, region) => root === roots[region]))
      return { ...level, names: names.map(labelled) };
    roots = parted;
  }
}

function nameNarrow(
  known: KnownTerms,
  numbers: Uint16Array,
  above: readonly NamedLevel[],
): NamedLevel {
  const level = unnamed(numbers, above);
  return { ...level, names: nameSingly(known, level).map(labelled) };
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

/** Numbers from 0 on for what the parts that cells lie in belong to, in order of each one's first cell. */
function numbered(partOf: Uint16Array, rootOf: Int32Array): Uint16Array {
  const numbers = new Map<number, number>();
  return partOf.map((part) => {
    const root = rootOf[part]!;
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
      const { label, isEdited, isScraps, others } = names[number]!;
      const coherence = coherenceOf(features, cells, ids);
      const parent = level === 0 ? null : firstAbove + parents[number]!;
      const isInScraps = parent !== null && regions[parent]!.isScraps === true;
      const isClear = isEdited || coherence >= leastCoherence(cells.length);
      regions.push({
        id: first + number,
        level,
        label: isClear && !isInScraps ? label : "",
        parent,
        runnersUp: others,
        cells: cells.length,
        centre: middleOf(cells),
        coherence,
        ...((isScraps || isInScraps) && { isScraps: true }),
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

/**
 * Below this a region's cells are hardly nearer in meaning than random ones, so a name that their terms give would mislead. Small
 * regions reach more by chance: on a map in random order 1 of 100 with so many cells comes this far.
 */
const leastCoherence = (cells: number): number => 0.03 + 0.36 / Math.sqrt(cells);

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
