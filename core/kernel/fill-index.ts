import { decodingTable } from "./gap-code.ts";
import { CELLS } from "./grid.ts";
import {
  allocateIndex,
  BLOCK,
  claimScratch,
  type IndexMemory,
  releaseScratch,
  viewTables,
} from "./index-memory.ts";
import { createSearchWasm, type SearchWasm } from "./wasm.ts";

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
interface PackedGaps {
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

/**
 * Terms per call: a loop that is entered once runs as it was first compiled, and only a later call gets the optimised code.
 * Even, and a divisor of the block size.
 */
const STRETCH = 1024;

/** Room for what `readGaps` is given about the streams, so that what follows is aligned. */
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
  put(layout.listTerms, [evenAt, oddAt, oddAt, oddAt + odd.byteLength, 0, 0, 0, 0]);
  put(tableAt, table);
  put(evenAt, even);
  put(oddAt, odd);
  const { listTerms, offsets, termCount, positions } = layout;
  for (let first = 0; first < termCount; first += STRETCH) {
    const end = Math.min(first + STRETCH, termCount);
    if (wasm.readGaps(listTerms, tableAt, offsets, first, end, positions) === 0) return false;
  }
  const [evenBit, oddBit] = new BigUint64Array(memory.buffer, listTerms + 16, 2);
  return endsIn(Number(evenBit), even) && endsIn(Number(oddBit), odd);
}

/** A stream ends within its last word but one; the last is to spare. */
const endsIn = (bits: number, words: Uint32Array) => Math.ceil(bits / 32) + 1 === words.length;

/** Builds the lists in two passes over the positions: count, then distribute. */
function fillLists(index: IndexMemory, wasm: SearchWasm): void {
  const { layout } = index;
  const { offsets, listOffsets } = viewTables(index);
  forStretches(layout.termCount, (first, end, block) => {
    const counts = layout.listOffsets + 4 * (block * CELLS + 1);
    const from = layout.positions + 2 * offsets[first];
    wasm.countValues(from, layout.positions + 2 * offsets[end], counts);
  });
  for (let list = 1; list < listOffsets.length; list++) listOffsets[list] += listOffsets[list - 1];
  const { cursors } = claimScratch(index);
  const next = new Uint32Array(index.memory.buffer, cursors, CELLS);
  forStretches(layout.termCount, (first, end, block) => {
    if (first === block * BLOCK) next.set(listOffsets.subarray(block * CELLS, (block + 1) * CELLS));
    wasm.fillLists(layout.offsets, layout.positions, first, end, cursors, layout.listTerms);
  });
  // Nobody else knows of the index yet.
  releaseScratch(index);
}

function forStretches(
  termCount: number,
  visit: (first: number, end: number, block: number) => void,
): void {
  for (let first = 0; first < termCount; first += STRETCH)
    visit(first, Math.min(first + STRETCH, termCount), Math.floor(first / BLOCK));
}
