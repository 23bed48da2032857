import { CELLS, SIDE } from "../../kernel/grid.ts";
import { TERM_LIMIT } from "../../retina/types.ts";
import type { Codes } from "./encode.ts";

/**
 * How many of the eight cells around a set cell are set, over what chance would give (8 times the share of
 * cells set), averaged over terms. 1 means scattered at random; a readable map has 8 or more.
 */
export function neighbourLift({ rows, sizes, positions }: Codes): number {
  const set = new Uint8Array(CELLS);
  let sum = 0;
  let measured = 0;
  for (let row = 0; row < rows; row++) {
    const size = sizes[row]!;
    const code = positions.subarray(row * TERM_LIMIT, row * TERM_LIMIT + size);
    for (const cell of code) set[cell] = 1;
    let neighbours = 0;
    for (const cell of code) neighbours += neighboursSet(set, cell);
    for (const cell of code) set[cell] = 0;
    if (size < 2) continue;
    sum += neighbours / size / ((8 * size) / CELLS);
    measured++;
  }
  return measured === 0 ? 0 : sum / measured;
}

function neighboursSet(set: Uint8Array, cell: number): number {
  const row = Math.floor(cell / SIDE);
  const column = cell % SIDE;
  let count = -1;
  for (let dr = SIDE - 1; dr <= SIDE + 1; dr++)
    for (let dc = SIDE - 1; dc <= SIDE + 1; dc++)
      count += set[((row + dr) % SIDE) * SIDE + ((column + dc) % SIDE)]!;
  return count;
}
