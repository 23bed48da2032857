import { packAscending, unpackAscending, unpackGaps } from "../../collection/gap-bytes.ts";
import { BLOCK_ROWS, buildBlock } from "../../collection/posting-block.ts";
import { CELLS } from "../../kernel/grid.ts";
import { hashOf } from "./block-hash.ts";
import type { CellFormat } from "./cell-format.ts";

const numbers = new Uint16Array(BLOCK_ROWS);

/** Format 1, which collections had first: gaps as bytes. A block is its offsets and then its lists, with one hash. */
export const formatOfBytes: CellFormat = {
  packRow: packAscending,
  unpackRow(bytes, { from, to, count }, cells) {
    const found = unpackAscending(bytes.subarray(from, to), count, CELLS);
    if (found !== undefined) cells.set(found);
    return found !== undefined;
  },
  countRow(counts, { from, to, count }) {
    const found = unpackAscending(counts.input.subarray(from, to), count, CELLS);
    if (found !== undefined) counts.addNumbers(found);
    return found !== undefined;
  },
  packBlock(rows) {
    const { offsets, lists } = buildBlock(rows);
    const bytes = new Uint8Array(4 * Math.ceil((offsets.byteLength + lists.length) / 4));
    bytes.set(new Uint8Array(offsets.buffer));
    bytes.set(lists, offsets.byteLength);
    return { bytes, hash: hashOf(bytes) };
  },
  tableLength: (blockLength) => blockLength,
  readTable(bytes, length, hash) {
    if (hashOf(bytes.subarray(0, length)) !== hash) return undefined;
    const offsets = new Uint32Array(bytes.buffer.slice(0, 4 * (CELLS + 1)));
    return {
      starts: offsets.map((offset) => offset + offsets.byteLength),
      takeList(cell, packed, from, lists) {
        const size = offsets[cell + 1]! - offsets[cell]!;
        lists.take(numbers, unpackGaps(packed, from, from + size, numbers));
        return true;
      },
    };
  },
};
