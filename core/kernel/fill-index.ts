import { decodingTable } from "./gap-code.ts";
import { CELLS } from "./grid.ts";
import {
  allocateIndex,
  BLOCK,
  type IndexMemory,
  padTo,
  type Scratch,
  viewTables,
} from "./index-memory.ts";
import { createSearchWasm, type SearchWasm } from "./wasm.ts";

/** An index of positions that lie in memory already: `offsets` has one entry more than there are terms. */
export function indexPositions(offsets: Uint32Array, positions: Uint16Array): IndexMemory {
  const index = allocateIndex(offsets.length - 1, positions.length);
  const tables = viewTables(index);
  tables.offsets.set(offsets);
  tables.positions.set(positions);
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
  const index = allocateIndex(offsets.length - 1, offsets[offsets.length - 1]);
  const { positions } = viewTables(index);
  if (!unpack(offsets, gaps, positions)) return undefined;
  viewTables(index).offsets.set(offsets);
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

const PAGE = 65_536;
/** 4 GiB of address space. */
const MOST_PAGES = 65_536;

/**
 * Where packed gaps are read: one memory for all that a thread opens, for what an index has once touched it keeps.
 * It is as large as the largest needed so far.
 */
let workshop: WebAssembly.Memory | undefined;

function workshopOf(bytes: number): WebAssembly.Memory {
  const pages = Math.ceil(bytes / PAGE);
  workshop ??= new WebAssembly.Memory({ initial: pages, maximum: MOST_PAGES, shared: true });
  const missing = bytes - workshop.buffer.byteLength;
  if (missing > 0) workshop.grow(Math.ceil(missing / PAGE));
  return workshop;
}

/** @returns whether the streams hold these terms and nothing else */
function unpack(
  offsets: Uint32Array,
  { even, odd, codeLengths }: PackedGaps,
  positions: Uint16Array,
): boolean {
  const table = decodingTable(codeLengths);
  const termCount = offsets.length - 1;
  const ends = (first: number) => Math.min(first + STRETCH, termCount);
  let most = 0;
  for (let first = 0; first < termCount; first += STRETCH)
    most = Math.max(most, offsets[ends(first)] - offsets[first]);
  const sizesAt = STREAMS + table.byteLength;
  const stretchAt = sizesAt + 4 * (STRETCH + 1);
  const evenAt = stretchAt + padTo(4, 2 * most);
  const oddAt = evenAt + even.byteLength;
  const end = oddAt + odd.byteLength;
  const memory = workshopOf(end + LOOK_AHEAD);
  const wasm = createSearchWasm(memory);
  const put = (at: number, words: Uint32Array | readonly number[]) =>
    new Uint32Array(memory.buffer, at, words.length).set(words);
  put(0, [evenAt, oddAt, oddAt, end, 0, 0, 0, 0]);
  put(STREAMS, table);
  put(evenAt, even);
  put(oddAt, odd);
  for (let first = 0; first < termCount; first += STRETCH) {
    const start = offsets[first];
    const terms = ends(first) - first;
    const own = offsets.subarray(first, first + terms + 1).map((offset) => offset - start);
    put(sizesAt, own);
    if (wasm.readGaps(0, STREAMS, sizesAt, 0, terms, stretchAt) === 0) return false;
    positions.set(new Uint16Array(memory.buffer, stretchAt, own[terms]), start);
  }
  const [evenBit, oddBit] = new BigUint64Array(memory.buffer, 16, 2);
  return endsIn(Number(evenBit), even) && endsIn(Number(oddBit), odd);
}

/** A stream ends within its last word but one; the last is to spare. */
const endsIn = (bits: number, words: Uint32Array) => Math.ceil(bits / 32) + 1 === words.length;

/**
 * Builds the lists in two passes over the positions, count, then distribute, unless that was done; a millisecond for 1,000 terms.
 * Threads that come at the same time write the same numbers to the same places, so none waits for another, which may be ended.
 */
export function ensureLists(index: IndexMemory, wasm: SearchWasm, { cursors }: Scratch): void {
  const { layout } = index;
  const { filled, offsets, listOffsets } = viewTables(index);
  if (Atomics.load(filled, 0) === 1) return;
  const next = new Uint32Array(index.memory.buffer, cursors, CELLS);
  let entries = 0;
  forBlocks(layout.termCount, (stretches, block) => {
    next.fill(0);
    for (const [first, end] of stretches) {
      const from = layout.positions + 2 * offsets[first];
      wasm.countValues(from, layout.positions + 2 * offsets[end], cursors);
    }
    for (let cell = 0; cell < CELLS; cell++) {
      entries += next[cell];
      listOffsets[block * CELLS + cell + 1] = entries;
    }
  });
  forBlocks(layout.termCount, (stretches, block) => {
    next.set(listOffsets.subarray(block * CELLS, (block + 1) * CELLS));
    for (const [first, end] of stretches)
      wasm.fillLists(layout.offsets, layout.positions, first, end, cursors, layout.listTerms);
  });
  Atomics.store(filled, 0, 1);
}

type Stretch = readonly [first: number, end: number];

function forBlocks(
  termCount: number,
  visit: (stretches: readonly Stretch[], block: number) => void,
): void {
  for (let from = 0; from < termCount; from += BLOCK) {
    const stretches: Stretch[] = [];
    const end = Math.min(from + BLOCK, termCount);
    for (let first = from; first < end; first += STRETCH)
      stretches.push([first, Math.min(first + STRETCH, end)]);
    visit(stretches, from / BLOCK);
  }
}
