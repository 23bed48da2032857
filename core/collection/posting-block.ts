import { CELLS, type Positions } from "../kernel/grid.ts";
import { LIST_ROWS } from "../kernel/row-lists.ts";
import { countPacked } from "./gap-bytes.ts";

/** Rows of a block: their counts (32 KB) stay in the fastest cache while a search adds to them. */
export const BLOCK_ROWS = LIST_ROWS;

/** For each cell, the rows of the block that have it, packed as in `gap-bytes.ts`. */
export interface PostingBlock {
  /** Cell `c` is `lists[offsets[c]]` up to, not including, `lists[offsets[c + 1]]`. */
  readonly offsets: Uint32Array;
  readonly lists: Uint8Array;
}

/** Packs the rows of a block; each row is its ascending cells, the shortest way from a row store to an index. */
export function buildBlock(rows: readonly Positions[]): PostingBlock {
  const lengths = countBytes(rows);
  const offsets = new Uint32Array(CELLS + 1);
  for (let cell = 0; cell < CELLS; cell++) offsets[cell + 1] = offsets[cell]! + lengths[cell]!;
  const lists = new Uint8Array(offsets[CELLS]!);
  const at = offsets.slice(0, CELLS);
  const before = new Int32Array(CELLS).fill(-1);
  for (let row = 0; row < rows.length; row++) {
    const cells = rows[row]!;
    for (let i = 0; i < cells.length; i++) {
      const cell = cells[i]!;
      let gap = row - before[cell]! - 1;
      let write = at[cell]!;
      for (; gap >= 255; gap -= 255) lists[write++] = 255;
      lists[write] = gap;
      at[cell] = write + 1;
      before[cell] = row;
    }
  }
  return { offsets, lists };
}

/** How many bytes the list of each cell takes. The loops are written out: a million rows have a thousand million cells. */
function countBytes(rows: readonly Positions[]): Uint32Array {
  const lengths = new Uint32Array(CELLS);
  const before = new Int32Array(CELLS).fill(-1);
  for (let row = 0; row < rows.length; row++) {
    const cells = rows[row]!;
    for (let i = 0; i < cells.length; i++) {
      const cell = cells[i]!;
      const gap = row - before[cell]! - 1;
      lengths[cell] = lengths[cell]! + (gap < 255 ? 1 : 1 + Math.floor(gap / 255));
      before[cell] = row;
    }
  }
  return lengths;
}

/** Adds to `counts`, one for each row of the block, how many of the query's cells the row has. */
export function addMatches(block: PostingBlock, query: Positions, counts: Uint16Array): void {
  const { offsets, lists } = block;
  for (let i = 0; i < query.length; i++)
    countPacked(lists, offsets[query[i]!]!, offsets[query[i]! + 1]!, counts);
}
