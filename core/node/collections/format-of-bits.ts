import { unpackGaps } from "../../collection/gap-bytes.ts";
import { BLOCK_ROWS, buildBlock } from "../../collection/posting-block.ts";
import { lowBitsFor, packBits, unpackBits } from "../../collection/rice.ts";
import { CELLS } from "../../kernel/grid.ts";
import { hashOf } from "./block-hash.ts";
import type { CellFormat } from "./cell-format.ts";

/** Of each list: its bytes, its numbers, and a check of them. */
const TABLE_BYTES = 3 * 2 * CELLS;
const numbers = new Uint16Array(Math.max(BLOCK_ROWS, CELLS));

/**
 * Format 2: gaps as bits, which take two thirds of the room. A block is a table and then its lists; the hash is that of the
 * table, and each list has a check in it, so that a list can be read without the rest.
 */
export const formatOfBits: CellFormat = {
  packRow: (cells) => packBits(cells, CELLS),
  unpackRow: (bytes, { from, to, count }, cells) =>
    unpackBits(viewOf(bytes), { from, to, count, limit: CELLS }, cells),
  countRow: (counts, place) => counts.addPacked(place, lowBitsFor(place.count, CELLS)),
  packBlock(rows) {
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
    return { bytes: Buffer.concat(packed), hash: hashOf(packed[0]!) };
  },
  tableLength: () => TABLE_BYTES,
  readTable(bytes, length, hash) {
    if (hashOf(bytes.subarray(0, length)) !== hash) return undefined;
    const table = new Uint16Array(bytes.buffer, 0, 3 * CELLS);
    const starts = new Uint32Array(CELLS + 1);
    starts[0] = TABLE_BYTES;
    for (let cell = 0; cell < CELLS; cell++) starts[cell + 1] = starts[cell]! + table[cell]!;
    return {
      starts,
      takeList(cell, packed, from, lists) {
        const bytes = packed.subarray(from, from + table[cell]!);
        const count = table[CELLS + cell]!;
        const low = lowBitsFor(count, BLOCK_ROWS);
        return lists.unpack({ bytes, count, low, check: table[2 * CELLS + cell]! });
      },
    };
  },
};

const viewOf = (bytes: Uint8Array) =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** FNV-1a, folded to 16 bits. */
function checkOf(list: Uint16Array): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < list.length; i++) hash = Math.imul(hash ^ list[i]!, 0x01000193);
  return (hash ^ (hash >>> 16)) & 0xffff;
}
