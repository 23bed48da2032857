import { CELLS } from "./grid.ts";

/**
 * The inverted index: for each block of terms, for each position, the terms that hold it, ascending.
 *
 * List `block * CELLS + position` is `terms[offsets[list]]` up to, not including, `terms[offsets[list + 1]]`; its entries are
 * term ids less `block * BLOCK`. A block's counts (32 KB) stay in the fastest cache while a search adds to them, and a term
 * within its block fits 16 bits.
 */
export const BLOCK = 16_384;

/**
 * Positions are kept as the numbers of cells between them, a byte each: half of what they would take themselves, and read as fast.
 * This one says that the next position lies so many cells further than the byte after it says.
 */
export const MORE = 255;

/** Most bytes of a term beyond one for each position. */
export const MOST_MORE = Math.floor(CELLS / MORE);

export const blocksOf = (termCount: number): number => Math.ceil(termCount / BLOCK);
const listsOf = (termCount: number): number => blocksOf(termCount) * CELLS;

/** Where the tables of an index lie in its memory, in bytes. */
interface IndexLayout {
  readonly termCount: number;
  readonly positionCount: number;
  /** u32, one more than terms: where each term's gaps start. */
  readonly offsets: number;
  /** u16: how many positions each term has. */
  readonly sizes: number;
  /** u8: the positions term by term, each as its gap to the one before, see `MORE`. */
  readonly gaps: number;
  /** u32, one more than lists. */
  readonly listOffsets: number;
  /** Two u32 for each working area: where it starts, 0 before it is made; and who holds it, 0 for nobody. */
  readonly areas: number;
  /** u32, 1 once the lists are filled, see `ensureLists`: reading texts needs none of them, and they are two thirds of all. */
  readonly filled: number;
  /** u32: how often any thread has searched without them. */
  readonly scans: number;
  /** u16: see `BLOCK`. */
  readonly listTerms: number;
}

/** An index as plain data: it reaches another thread by message, and both then read the same memory. */
export interface IndexMemory {
  readonly memory: WebAssembly.Memory;
  readonly layout: IndexLayout;
}

const PAGE = 65_536;
/** 4 GiB, the most there can be: enough for three million terms. Address space only, until it is used. */
const MOST_PAGES = 65_536;

/** Memory for an index, of which nothing is in use before it is written. */
export function allocateIndex(termCount: number, positionCount: number): IndexMemory {
  let at = 0;
  const place = (bytes: number): number => {
    const start = at;
    at += padTo(64, bytes);
    return start;
  };
  const layout = {
    termCount,
    positionCount,
    offsets: place(4 * (termCount + 1)),
    sizes: place(2 * termCount),
    gaps: place(positionCount + MOST_MORE * termCount),
    listOffsets: place(4 * (listsOf(termCount) + 1)),
    areas: place(8 * MOST_AREAS),
    filled: place(4),
    scans: place(4),
    listTerms: place(2 * positionCount),
  };
  const initial = Math.ceil(at / PAGE);
  return { memory: new WebAssembly.Memory({ initial, maximum: MOST_PAGES, shared: true }), layout };
}

export const padTo = (unit: number, bytes: number): number => Math.ceil(bytes / unit) * unit;

/** A thread's own working area at the end of the memory. */
export interface Scratch {
  /** u16, up to one per cell. */
  readonly query: number;
  /** u32, one per cell: used while lists are filled; and as a byte per cell while there are none. */
  readonly cursors: number;
  /** u32, `FOUND_AT_ONCE` of them. */
  readonly found: number;
  /** u16, one per term and up to seven more, which stay zero. */
  readonly counts: number;
}

export const FOUND_AT_ONCE = 2048;

/** Areas that can be held at the same time and used again; an area beyond them is never given back. */
const MOST_AREAS = 256;

/** Who claims areas on this thread: any number from 1 on that no other thread of the process has. */
let holder = 1;

/** Names this thread, so that what it holds can be given back when it has ended. */
export function holdScratchAs(number: number): void {
  holder = number;
}

/**
 * An area that nobody holds, or a new one. Taking a place in the table is atomic, so threads that claim at the same time
 * get different areas.
 */
export function claimScratch(index: IndexMemory): Scratch {
  const { starts, holders } = viewAreas(index);
  for (let i = 0; i < MOST_AREAS; i++) {
    if (Atomics.compareExchange(holders, 2 * i, 0, holder) !== 0) continue;
    if (starts[2 * i] === 0) starts[2 * i] = addArea(index);
    // Makes what other threads have added visible here.
    else index.memory.grow(0);
    return partsFrom(starts[2 * i]);
  }
  return partsFrom(addArea(index));
}

/** Gives back all that a thread held. It must have ended, or never use its areas again. */
export function releaseScratch(index: IndexMemory, number = holder): void {
  const { holders } = viewAreas(index);
  for (let i = 0; i < MOST_AREAS; i++) Atomics.compareExchange(holders, 2 * i, number, 0);
}

/** The table of areas twice: each entry's start is at an even index of `starts`, its holder at the same one of `holders`. */
function viewAreas({ memory, layout }: IndexMemory) {
  return {
    starts: new Uint32Array(memory.buffer, layout.areas, 2 * MOST_AREAS),
    holders: new Uint32Array(memory.buffer, layout.areas + 4, 2 * MOST_AREAS - 1),
  };
}

const QUERY_BYTES = 2 * CELLS;
const CURSOR_BYTES = 4 * CELLS;
const FOUND_BYTES = 4 * FOUND_AT_ONCE;

function addArea({ memory, layout }: IndexMemory): number {
  const bytes = QUERY_BYTES + CURSOR_BYTES + FOUND_BYTES + padTo(16, 2 * layout.termCount);
  return memory.grow(Math.ceil(bytes / PAGE)) * PAGE;
}

const partsFrom = (start: number): Scratch => ({
  query: start,
  cursors: start + QUERY_BYTES,
  found: start + QUERY_BYTES + CURSOR_BYTES,
  counts: start + QUERY_BYTES + CURSOR_BYTES + FOUND_BYTES,
});

/** Views of the tables. */
export function viewTables({ memory, layout }: IndexMemory) {
  const { termCount, positionCount } = layout;
  return {
    offsets: new Uint32Array(memory.buffer, layout.offsets, termCount + 1),
    sizes: new Uint16Array(memory.buffer, layout.sizes, termCount),
    gaps: new Uint8Array(memory.buffer, layout.gaps, positionCount + MOST_MORE * termCount),
    listOffsets: new Uint32Array(memory.buffer, layout.listOffsets, listsOf(termCount) + 1),
    filled: new Int32Array(memory.buffer, layout.filled, 1),
    scans: new Uint32Array(memory.buffer, layout.scans, 1),
    listTerms: new Uint16Array(memory.buffer, layout.listTerms, positionCount),
    blocks: blocksOf(termCount),
  };
}
