import { normalise } from "../fingerprint/positions.ts";
import { type Positions, SIDE } from "../kernel/grid.ts";
import type { InvertedIndex } from "../kernel/inverted-index.ts";
import type { Match } from "./types.ts";

/**
 * Terms that use the cell, the most at home there first: by how many cells of the window they use (the score), then by
 * how large a part of the term that is, then by frequency. The first `terms` terms of the retina only.
 */
export function termsAtCell(
  index: InvertedIndex,
  terms: number,
  { position, radius, limit }: { position: number; radius: number; limit: number },
): Match[] {
  const near = index.overlaps(windowAround(position, radius));
  const matches = index
    .termsAt(position)
    .filter((term) => term < terms)
    .map((term) => ({ term, score: near[term]!, size: index.size(term) }));
  matches.sort((a, b) => b.score - a.score || a.size - b.size || a.term - b.term);
  return matches.slice(0, limit).map(({ term, score }) => ({ term, score }));
}

/** All cells at most `radius` rows and columns from a position, over the edges of the map. */
export function windowAround(position: number, radius: number): Positions {
  const reach = Math.min(radius, SIDE / 2);
  const row = Math.floor(position / SIDE);
  const cells: number[] = [];
  for (let down = -reach; down <= reach; down++) {
    const start = SIDE * wrap(row + down);
    for (let right = -reach; right <= reach; right++)
      cells.push(start + wrap((position % SIDE) + right));
  }
  return normalise(Uint16Array.from(cells));
}

const wrap = (index: number) => (index + SIDE) % SIDE;
