import { CELLS, type Positions } from "../retina/types.ts";
import { type KnownTerms, speakersOf } from "./region-words.ts";

/** A region with the words that may become its name. */
export interface ProposedName {
  readonly cells: Positions;
  readonly words: readonly string[];
}

/** A term lives in a region that has so many times as many of its positions as chance would put there. */
const LIVES_THERE = 2;
/** At least this share of them has to be closer to the name than to any other of the level. */
const LEAST_FOUND = 0.3;
/** A name that goes leaves its terms to others, which may hold then. */
const ROUNDS = 2;

/**
 * Which names of one level its terms lead to. A name that fewer than three in ten of its region's terms are closest to says
 * what lives elsewhere too; without it the region is called by the wider one.
 * @returns for each region whether it keeps its name; false where it has no words
 */
export function foundNames(known: KnownTerms, regions: readonly ProposedName[]): boolean[] {
  const kept = regions.map(({ words }) => words.length > 0);
  const prints = regions.map(({ words }) => printOf(known, words));
  const asked = regions.map(({ cells }) => termsOf(known, cells));
  const closeness = new Float64Array(regions.length);
  for (let round = 0; round < ROUNDS; round++) {
    const byCell = namesByCell(prints, kept);
    const found = asked.map((terms, region) => {
      if (!kept[region]) return false;
      const finding = terms.filter(
        (term) => closestName(known.positionsOf(term), byCell, closeness) === region,
      );
      return finding.length >= LEAST_FOUND * terms.length;
    });
    found.forEach((isFound, region) => {
      kept[region] = isFound;
    });
  }
  return kept;
}

/** How often each cell is a position of the words, each word weighing the same, scaled to length 1. */
function printOf(
  { retina, positionsOf }: KnownTerms,
  words: readonly string[],
): Map<number, number> {
  const print = new Map<number, number>();
  for (const word of words) {
    const positions = positionsOf(retina.idOf(word));
    for (const cell of positions) print.set(cell, (print.get(cell) ?? 0) + 1 / positions.length);
  }
  const length = Math.sqrt([...print.values()].reduce((sum, value) => sum + value * value, 0));
  for (const [cell, value] of print) print.set(cell, value / length);
  return print;
}

/** For each cell the names that have it, one list after the other; `starts[cell]` is where that of a cell begins. */
interface NamesByCell {
  readonly starts: Uint32Array;
  readonly regions: Uint16Array;
  readonly heights: Float64Array;
}

function namesByCell(
  prints: readonly ReadonlyMap<number, number>[],
  kept: readonly boolean[],
): NamesByCell {
  const counts = new Uint32Array(CELLS);
  const shown = prints.map((print, region) => (kept[region] ? print : NO_PRINT));
  for (const print of shown) for (const cell of print.keys()) counts[cell]!++;
  const starts = new Uint32Array(CELLS + 1);
  for (let cell = 0; cell < CELLS; cell++) starts[cell + 1] = starts[cell]! + counts[cell]!;
  const regions = new Uint16Array(starts[CELLS]!);
  const heights = new Float64Array(starts[CELLS]!);
  const next = starts.slice();
  shown.forEach((print, region) => {
    for (const [cell, height] of print) {
      const at = next[cell]!++;
      regions[at] = region;
      heights[at] = height;
    }
  });
  return { starts, regions, heights };
}
const NO_PRINT: ReadonlyMap<number, number> = new Map();

/** The terms that speak for a region, but for those that are everywhere on the map. */
function termsOf({ retina, positionsOf }: KnownTerms, cells: Positions): number[] {
  const isInside = new Uint8Array(CELLS);
  for (const cell of cells) isInside[cell] = 1;
  return speakersOf(retina, cells).filter((term) => {
    const positions = positionsOf(term);
    const inside = positions.reduce((sum, cell) => sum + isInside[cell]!, 0);
    return inside * CELLS >= LIVES_THERE * positions.length * cells.length;
  });
}

/**
 * The region whose name shares most with a term, the first of equals; -1 where none shares anything.
 * @param closeness one number for each region, overwritten
 */
function closestName(
  positions: Positions,
  { starts, regions, heights }: NamesByCell,
  closeness: Float64Array,
): number {
  closeness.fill(0);
  for (let i = 0; i < positions.length; i++) {
    const cell = positions[i]!;
    const end = starts[cell + 1]!;
    for (let at = starts[cell]!; at < end; at++) closeness[regions[at]!]! += heights[at]!;
  }
  let best = -1;
  let most = 0;
  for (let region = 0; region < closeness.length; region++)
    if (closeness[region]! > most) {
      most = closeness[region]!;
      best = region;
    }
  return best;
}
