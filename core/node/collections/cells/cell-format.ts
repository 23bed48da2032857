import { CELLS, type Positions } from "../../../kernel/grid.ts";
import { LIST_ROWS } from "../../../kernel/row-lists.ts";

/** How cells are written, of a row in the tables and of a block in the lists: as gaps in Golomb-Rice bits. */

/** A row's cells; nothing for a row without one. */
export const packRow = (cells: Positions): Uint8Array =>
  cells.length === 0 ? new Uint8Array(0) : packBits(cells, CELLS);

/** Lists of a block: of each its bytes, and how many rows are in it. */
export const TABLE_BYTES = 2 * 2 * CELLS;
/** As the lists of a full block take. */
const ROOM_OF_A_BLOCK = 10_000_000;

/** For each cell the rows that have it, packed one after the other behind their table. */
export function packBlock(rows: readonly Positions[]): Uint8Array {
  const { offsets, rows: lists } = buildBlock(rows);
  const table = new Uint16Array(2 * CELLS);
  let bytes = new Uint8Array(ROOM_OF_A_BLOCK);
  let length = TABLE_BYTES;
  for (let cell = 0; cell < CELLS; cell++) {
    const list = lists.subarray(offsets[cell]!, offsets[cell + 1]!);
    if (list.length === 0) continue;
    const room = length + mostBytes(list.length, BLOCK_ROWS);
    if (room > bytes.length) bytes = grown(bytes, room);
    const end = packInto(bytes, length, list, BLOCK_ROWS);
    table[cell] = end - length;
    table[CELLS + cell] = list.length;
    length = end;
  }
  bytes.set(new Uint8Array(table.buffer));
  return bytes.subarray(0, length);
}

function grown(bytes: Uint8Array, room: number): Uint8Array<ArrayBuffer> {
  const more = new Uint8Array(Math.max(room, 2 * bytes.length));
  more.set(bytes);
  return more;
}

/** Where the lists of a block lie. */
export interface BlockTable {
  /** Cell `c` has the bytes from `starts[c]` of the block up to, not including, `starts[c + 1]`. */
  readonly starts: Uint32Array;
  /** Rows in the list of each cell. */
  readonly counts: Uint16Array;
}

/** @param bytes the first `TABLE_BYTES` of a block */
export function readTable(bytes: Uint8Array<ArrayBuffer>): BlockTable {
  const lengths = new Uint16Array(bytes.buffer, 0, CELLS);
  const starts = new Uint32Array(CELLS + 1);
  starts[0] = TABLE_BYTES;
  for (let cell = 0; cell < CELLS; cell++) starts[cell + 1] = starts[cell]! + lengths[cell]!;
  return { starts, counts: new Uint16Array(bytes.buffer, 2 * CELLS, CELLS) };
}

/**
 * Ascending numbers below a limit as bits (Golomb-Rice): each gap to the number before, less one, is split into its
 * `lowBits` low bits and the rest; the rest is that many zeros and a one, then come the low bits. How many low bits there
 * are follows from how many numbers there are, so it is not kept. Numbers that are spread like those of a text's
 * fingerprint take little more than their entropy: 983 of 16,384 about 650 bytes, where a byte each would be 983.
 */

/** As many low bits as give the shortest code where gaps are spread as by chance: up to three quarters of the mean gap. */
export function lowBitsFor(count: number, limit: number): number {
  let bits = 0;
  while (count * 2 ** (bits + 1) <= 0.75 * limit) bits++;
  return bits;
}

/** Bytes that `packInto` may touch: all zeros of all gaps together are at most the limit in steps of the low bits. */
function mostBytes(count: number, limit: number): number {
  const low = lowBitsFor(count, limit);
  return ((count * (1 + low) + (limit >> low)) >> 3) + 4;
}

/**
 * Packs numbers into bytes that are all zero from `from` on.
 *
 * @param numbers ascending, unique, below `limit`, which is at most 65,536
 * @returns where the next byte may be
 */
function packInto(
  bytes: Uint8Array,
  from: number,
  numbers: ArrayLike<number>,
  limit: number,
): number {
  const low = lowBitsFor(numbers.length, limit);
  const mask = (1 << low) - 1;
  let at = 8 * from;
  let before = -1;
  for (let i = 0; i < numbers.length; i++) {
    const number = numbers[i]!;
    const gap = number - before - 1;
    before = number;
    at += gap >> low;
    // The one and at most 16 bits, which may reach into a third byte.
    const code = ((1 << low) | (gap & mask)) << (23 - low - (at & 7));
    const byte = at >> 3;
    bytes[byte] = bytes[byte]! | (code >> 16);
    bytes[byte + 1] = bytes[byte + 1]! | ((code >> 8) & 255);
    bytes[byte + 2] = bytes[byte + 2]! | (code & 255);
    at += 1 + low;
  }
  return (at + 7) >> 3;
}

/** The same by themselves. */
export function packBits(numbers: ArrayLike<number>, limit: number): Uint8Array {
  const bytes = new Uint8Array(mostBytes(numbers.length, limit));
  return bytes.slice(0, packInto(bytes, 0, numbers, limit));
}

/** Rows of a block: their counts (32 KB) stay in the fastest cache while a search adds to them. */
export const BLOCK_ROWS = LIST_ROWS;

/** The rows of a block transposed: for each cell the rows that have it, ascending. */
interface PostingBlock {
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
