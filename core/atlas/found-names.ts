import { CELLS, type Positions } from "../retina/types.ts";
import type { KnownTerms } from "./region-words.ts";

/** A region with the words that may become its name. */
export interface ProposedName {
  readonly cells: Positions;
  readonly words: readonly string[];
}

/** Cells of a region, spread evenly, whose own terms are asked, but for those that are everywhere on the map. */
const ASKED = 48;
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
  for (let round = 0; round < ROUNDS; round++) {
    const byCell = namesByCell(prints, kept);
    const found = asked.map((terms, region) => {
      if (!kept[region]) return false;
      const finding = terms.filter((term) => closestName(known, term, byCell) === region);
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

interface NameAtCell {
  readonly region: number;
  readonly height: number;
}

function namesByCell(
  prints: readonly ReadonlyMap<number, number>[],
  kept: readonly boolean[],
): readonly (readonly NameAtCell[])[] {
  const byCell = Array.from({ length: CELLS }, (): NameAtCell[] => []);
  prints.forEach((print, region) => {
    if (kept[region]) for (const [cell, height] of print) byCell[cell]!.push({ region, height });
  });
  return byCell;
}

function termsOf({ retina, positionsOf }: KnownTerms, cells: Positions): number[] {
  const count = Math.min(ASKED, cells.length);
  const anchors = Array.from({ length: count }, (_, i) =>
    retina.anchor(cells[Math.floor((i * cells.length) / count)]!),
  );
  const isInside = new Uint8Array(CELLS);
  for (const cell of cells) isInside[cell] = 1;
  return [...new Set(anchors)].filter((term) => {
    const positions = positionsOf(term);
    const inside = positions.reduce((sum, cell) => sum + isInside[cell]!, 0);
    return inside * CELLS >= LIVES_THERE * positions.length * cells.length;
  });
}

/** The region whose name shares most with a term, the first of equals; -1 where none shares anything. */
function closestName(
  { positionsOf }: KnownTerms,
  term: number,
  byCell: readonly (readonly NameAtCell[])[],
): number {
  const closeness = new Map<number, number>();
  for (const cell of positionsOf(term))
    for (const { region, height } of byCell[cell]!)
      closeness.set(region, (closeness.get(region) ?? 0) + height);
  let best = -1;
  for (const [region, value] of closeness) {
    const most = closeness.get(best) ?? 0;
    if (value > most || (value === most && region < best)) best = region;
  }
  return best;
}
