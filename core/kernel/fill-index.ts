import { decodingTable } from "./gap-code.ts";
import { CELLS } from "./grid.ts";
import { allocateIndex, claimScratch, type IndexMemory, viewTables } from "./index-memory.ts";
import { BLOCK } from "./postings.ts";
import { createSearchWasm, type SearchWasm } from "./search-wasm.ts";

/** An index of positions that lie in memory already: `offsets` has one entry more than there are terms. */
export function indexPositions(offsets: Uint32Array, positions: Uint16Array): IndexMemory {
  const index = allocateIndex(offsets.length - 1, positions.length);
  const tables = viewTables(index);
  tables.offsets.set(offsets);
  tables.positions.set(positions);
  fillLists(index, createSearchWasm(index.memory));
  return index;
}

/** What `packGaps` made, and the lengths of its code, which is complete. */
export interface PackedGaps {
  readonly even: Uint32Array;
  readonly odd: Uint32Array;
  readonly codeLengths: Uint8Array;
}

/** An index of packed positions, or `undefined` when the bits do not give them. */
export function indexGaps(offsets: Uint32Array, gaps: PackedGaps): IndexMemory | undefined {
  const table = decodingTable(gaps.codeLengths);
  const need = STREAMS + table.byteLength + gaps.even.byteLength + gaps.odd.byteLength + LOOK_AHEAD;
  const index = allocateIndex(offsets.length - 1, offsets[offsets.length - 1], need);
  const wasm = createSearchWasm(index.memory);
  viewTables(index).offsets.set(offsets);
  if (!unpack(index, wasm, table, gaps)) return undefined;
  fillLists(index, wasm);
  return index;
}

/** Four u32 that tell where the streams lie, padded so that what follows is aligned. */
const STREAMS = 64;
/** A reader may go this far past a stream before it notices: a term's 328 gaps of at most 23 bits, and a pair of words. */
const LOOK_AHEAD = 1024;

/** The packed gaps are laid where the lists will be, and overwritten by them. */
function unpack(
  { memory, layout }: IndexMemory,
  wasm: SearchWasm,
  table: Uint32Array,
  { even, odd }: PackedGaps,
): boolean {
  const tableAt = layout.listTerms + STREAMS;
  const evenAt = tableAt + table.byteLength;
  const oddAt = evenAt + even.byteLength;
  const put = (at: number, words: Uint32Array | readonly number[]) =>
    new Uint32Array(memory.buffer, at, words.length).set(words);
  put(layout.listTerms, [evenAt, oddAt, oddAt, oddAt + odd.byteLength]);
  put(tableAt, table);
  put(evenAt, even);
  put(oddAt, odd);
  const { listTerms, offsets, termCount, positions } = layout;
  return wasm.readGaps(listTerms, tableAt, offsets, termCount, positions) === 1;
}

/** Builds the lists in two passes over the positions: count, then distribute. */
function fillLists(index: IndexMemory, wasm: SearchWasm): void {
  const { layout } = index;
  const { cursors } = claimScratch(index);
  const { offsets, listOffsets, blocks } = viewTables(index);
  for (let block = 0; block < blocks; block++) {
    const end = Math.min((block + 1) * BLOCK, layout.termCount);
    const from = layout.positions + 2 * offsets[block * BLOCK];
    const counts = layout.listOffsets + 4 * (block * CELLS + 1);
    wasm.countValues(from, layout.positions + 2 * offsets[end], counts);
  }
  for (let list = 1; list < listOffsets.length; list++) listOffsets[list] += listOffsets[list - 1];
  const next = new Uint32Array(index.memory.buffer, cursors, CELLS);
  for (let block = 0; block < blocks; block++) {
    next.set(listOffsets.subarray(block * CELLS, (block + 1) * CELLS));
    const first = block * BLOCK;
    const end = Math.min(first + BLOCK, layout.termCount);
    wasm.fillLists(layout.offsets, layout.positions, first, end, cursors, layout.listTerms);
  }
}
