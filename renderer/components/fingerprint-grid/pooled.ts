import { SIDE } from "../../../core/kernel/grid.ts";

/** Set cells per block of a coarser grid, row by row; the counts add up to the number of positions. */
export function pool(positions: Iterable<number>, blocks: number): Uint32Array {
  const cellsPerBlock = SIDE / blocks;
  const counts = new Uint32Array(blocks * blocks);
  for (const position of positions) {
    const column = position % SIDE;
    const row = (position - column) / SIDE;
    counts[Math.floor(row / cellsPerBlock) * blocks + Math.floor(column / cellsPerBlock)]!++;
  }
  return counts;
}
