import { CELLS, type Positions } from "../kernel/grid.ts";
import type { InvertedIndex } from "../kernel/inverted-index.ts";

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
