import { CELLS, type Positions } from "../kernel/grid.ts";
import { LIST_ROWS } from "../kernel/row-lists.ts";

/** Rows of a block: their counts (32 KB) stay in the fastest cache while a search adds to them. */
export const BLOCK_ROWS = LIST_ROWS;

/** The rows of a block transposed: for each cell the rows that have it, ascending. */
export interface PostingBlock {
  /** Cell `c` is `rows[offsets[c]]` up to, not including, `rows[offsets[c + 1]]`. */
  readonly offsets: Uint32Array;
  readonly rows: Uint16Array;
}

/** By counting first how many rows each cell has. The loops are written out: a million rows have a thousand million cells. */
export function buildBlock(rows: readonly Positions[]): PostingBlock {
  const offsets = new Uint32Array(CELLS + 1);
  for (let row = 0; row < rows.length; row++) {
    const cells = rows[row]!;
    for (let i = 0; i < cells.length; i++) offsets[cells[i]! + 1]!++;
  }
  for (let cell = 0; cell < CELLS; cell++) offsets[cell + 1]! += offsets[cell]!;
  const lists = new Uint16Array(offsets[CELLS]!);
  const next = offsets.slice(0, CELLS);
  for (let row = 0; row < rows.length; row++) {
    const cells = rows[row]!;
    for (let i = 0; i < cells.length; i++) lists[next[cells[i]!]!++] = row;
  }
  return { offsets, rows: lists };
}

/** Adds to `counts`, one for each row of the block, how many of the query's cells the row has. */
export function addMatches(block: PostingBlock, query: Positions, counts: Uint16Array): void {
  const { offsets, rows } = block;
  for (let i = 0; i < query.length; i++) {
    const end = offsets[query[i]! + 1]!;
    for (let k = offsets[query[i]!]!; k < end; k++) counts[rows[k]!]!++;
  }
}
