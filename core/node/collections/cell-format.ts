import { unpackGaps } from "../../collection/gap-bytes.ts";
import { BLOCK_ROWS, buildBlock } from "../../collection/posting-block.ts";
import { lowBitsFor, packBits, unpackBits } from "../../collection/rice.ts";
import type { CellCounts } from "../../kernel/cell-counts.ts";
import { CELLS, type Positions } from "../../kernel/grid.ts";
import { murmur3 } from "../../kernel/murmur3.ts";
import type { RowLists } from "../../kernel/row-lists.ts";

/**
 * How cells are written in the two files of a collection: by row and by cell, both as gaps in Golomb-Rice bits. A block of
 * lists is a table and then its lists. The table has a hash, which is kept elsewhere, and each list a check in the table, so
 * that a list can be read without the rest.
 */

/** Of the files of a collection and of its tables. */
export const FORMAT = 4;

/** Bytes that were read from a file, with `READ_AHEAD` more behind them. */
export type Bytes = Uint8Array<ArrayBuffer>;

interface RowBytes {
  readonly from: number;
  readonly to: number;
  /** Cells. */
  readonly count: number;
}

/** Of each list of a block: its bytes, its numbers, and a check of them. */
export const TABLE_BYTES = 3 * 2 * CELLS;
const numbers = new Uint16Array(Math.max(BLOCK_ROWS, CELLS));

export const packRow = (cells: Positions): Uint8Array => packBits(cells, CELLS);

/** Into the beginning of `cells`. False where the bytes are not so many cells. */
export const unpackRow = (bytes: Bytes, { from, to, count }: RowBytes, cells: Uint16Array) =>
  unpackBits(viewOf(bytes), { from, to, count, limit: CELLS }, cells);

/** Counts the cells of a row in the input of `counts`. False where the bytes are not so many cells. */
export const countRow = (counts: CellCounts, place: RowBytes): boolean =>
  counts.addPacked(place, lowBitsFor(place.count, CELLS));

/** @returns the bytes, and the hash of the table */
export function packBlock(rows: readonly Positions[]): {
  readonly bytes: Uint8Array;
  readonly hash: string;
} {
  const { offsets, lists } = buildBlock(rows);
  const table = new Uint16Array(3 * CELLS);
  const packed: Uint8Array[] = [new Uint8Array(table.buffer)];
  for (let cell = 0; cell < CELLS; cell++) {
    const count = unpackGaps(lists, offsets[cell]!, offsets[cell + 1]!, numbers);
    const own = numbers.subarray(0, count);
    const bytes = packBits(own, BLOCK_ROWS);
    table[cell] = bytes.length;
    table[CELLS + cell] = count;
    table[2 * CELLS + cell] = checkOf(own);
    packed.push(bytes);
  }
  return { bytes: Buffer.concat(packed), hash: murmur3(new Uint32Array(table.buffer)) };
}

/** Where the lists of a block lie, and how they are read. */
export interface BlockTable {
  /** Cell `c` has the bytes from `starts[c]` of the block up to, not including, `starts[c + 1]`. */
  readonly starts: Uint32Array;
  /** Has `lists` take the list of a cell, which begins at `from`. False where it is not as it was written. */
  takeList(cell: number, bytes: Bytes, from: number, lists: RowLists): boolean;
}

/** @param bytes the first `TABLE_BYTES` of a block. @returns `undefined` where they are not as they were written */
export function readTable(bytes: Bytes, hash: string): BlockTable | undefined {
  if (murmur3(new Uint32Array(bytes.buffer, 0, TABLE_BYTES / 4)) !== hash) return undefined;
  const table = new Uint16Array(bytes.buffer, 0, 3 * CELLS);
  const starts = new Uint32Array(CELLS + 1);
  starts[0] = TABLE_BYTES;
  for (let cell = 0; cell < CELLS; cell++) starts[cell + 1] = starts[cell]! + table[cell]!;
  return {
    starts,
    takeList(cell, packed, from, lists) {
      const own = packed.subarray(from, from + table[cell]!);
      const count = table[CELLS + cell]!;
      const low = lowBitsFor(count, BLOCK_ROWS);
      return lists.unpack({ bytes: own, count, low, check: table[2 * CELLS + cell]! });
    },
  };
}

const viewOf = (bytes: Uint8Array) =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** FNV-1a, folded to 16 bits. */
function checkOf(list: Uint16Array): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < list.length; i++) hash = Math.imul(hash ^ list[i]!, 0x01000193);
  return (hash ^ (hash >>> 16)) & 0xffff;
}
