import type { CellCounts } from "../../../kernel/cell-counts.ts";
import { CELLS, type Positions } from "../../../kernel/grid.ts";
import { LIST_ROWS, type RowLists } from "../../../kernel/row-lists.ts";
import { CHECK_BYTES, isChecked, writeCheck } from "./append-file.ts";

/**
 * How cells are written in the two files of a collection: by row and by cell, both as gaps in Golomb-Rice bits, each list with
 * a checksum in front of it; a list of nothing takes no bytes. A block of lists is a table with its checksum and then the lists.
 */

/** Of the files of a collection and of its tables. */
export const FORMAT = 5;

/** Bytes that were read from a file. */
type Bytes = Uint8Array<ArrayBuffer>;

/** Lists of numbers on their way into a file, packed one after the other. */
class PackedLists {
  #bytes: Uint8Array<ArrayBuffer>;
  #length: number;

  /** @param from bytes that are left for something in front of them */
  constructor(from: number, room: number) {
    this.#bytes = new Uint8Array(from + room);
    this.#length = from;
  }

  /** @returns how many bytes it takes */
  add(numbers: Uint16Array, limit: number): number {
    if (numbers.length === 0) return 0;
    const start = this.#length;
    this.#grow(start + CHECK_BYTES + mostBytes(numbers.length, limit));
    this.#length = packInto(this.#bytes, start + CHECK_BYTES, numbers, limit);
    writeCheck(this.#bytes, start, this.#length);
    return this.#length - start;
  }

  get bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length);
  }

  #grow(length: number): void {
    if (length <= this.#bytes.length) return;
    const bytes = new Uint8Array(Math.max(length, 2 * this.#bytes.length));
    bytes.set(this.#bytes);
    this.#bytes = bytes;
  }
}

/** Most rows take less. */
const ROOM_OF_A_ROW = 750;

/** Rows one after the other, and how many bytes each takes. */
export function packRows(rows: readonly Positions[]) {
  const packed = new PackedLists(0, ROOM_OF_A_ROW * rows.length);
  const lengths = rows.map((cells) => packed.add(cells, CELLS));
  return { bytes: packed.bytes, lengths };
}

/** Where a row lies in the input of `CellCounts`. */
interface RowBytes {
  readonly from: number;
  readonly to: number;
  /** Cells. */
  readonly count: number;
}

const NO_CELLS: Positions = new Uint16Array(0);

/** The cells of a row, which are there until the next row is unpacked; `undefined` where they are not as they were written. */
export function unpackRow(rows: CellCounts, { from, to, count }: RowBytes): Positions | undefined {
  if (count === 0) return NO_CELLS;
  if (!isChecked(rows.input, from, to)) return undefined;
  return rows.unpack({ from: from + CHECK_BYTES, to, count }, lowBitsFor(count, CELLS));
}

/** Counts the cells of a row. False where they are not as they were written. */
export function countRow(rows: CellCounts, { from, to, count }: RowBytes): boolean {
  if (count === 0) return true;
  if (!isChecked(rows.input, from, to)) return false;
  return rows.addPacked({ from: from + CHECK_BYTES, to, count }, lowBitsFor(count, CELLS));
}

/** Of each list of a block its bytes and its numbers, behind a checksum. */
export const TABLE_BYTES = CHECK_BYTES + 2 * 2 * CELLS;
/** As the lists of a full block take. */
const ROOM_OF_A_BLOCK = 10_000_000;

export function packBlock(rows: readonly Positions[]): Uint8Array {
  const { offsets, rows: lists } = buildBlock(rows);
  const packed = new PackedLists(TABLE_BYTES, ROOM_OF_A_BLOCK);
  const table = new Uint16Array(2 * CELLS);
  for (let cell = 0; cell < CELLS; cell++) {
    const list = lists.subarray(offsets[cell]!, offsets[cell + 1]!);
    table[cell] = packed.add(list, BLOCK_ROWS);
    table[CELLS + cell] = list.length;
  }
  const { bytes } = packed;
  bytes.set(new Uint8Array(table.buffer), CHECK_BYTES);
  writeCheck(bytes, 0, TABLE_BYTES);
  return bytes;
}

/** Where the lists of a block lie. */
export interface BlockTable {
  /** Cell `c` has the bytes from `starts[c]` of the block up to, not including, `starts[c + 1]`. */
  readonly starts: Uint32Array;
  /** Rows in the list of each cell. */
  readonly counts: Uint16Array;
}

/** @param bytes the first `TABLE_BYTES` of a block. @returns `undefined` where they are not as they were written */
export function readTable(bytes: Bytes): BlockTable | undefined {
  if (!isChecked(bytes, 0, bytes.length)) return undefined;
  const lengths = new Uint16Array(bytes.buffer, CHECK_BYTES, CELLS);
  const starts = new Uint32Array(CELLS + 1);
  starts[0] = TABLE_BYTES;
  for (let cell = 0; cell < CELLS; cell++) starts[cell + 1] = starts[cell]! + lengths[cell]!;
  return { starts, counts: new Uint16Array(bytes.buffer, CHECK_BYTES + 2 * CELLS, CELLS) };
}

/** Has `lists` take a list of `count` rows, which is not empty. False where the bytes are not as they were written. */
export function takeList(bytes: Bytes, count: number, lists: RowLists): boolean {
  if (!isChecked(bytes, 0, bytes.length)) return false;
  const low = lowBitsFor(count, BLOCK_ROWS);
  return lists.unpack({ bytes: bytes.subarray(CHECK_BYTES), count, low });
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
