import { CELLS } from "./grid.ts";
import { blocksOf, listsOf } from "./postings.ts";

/** Where the tables of an index lie in its memory, in bytes. */
export interface IndexLayout {
  readonly termCount: number;
  readonly positionCount: number;
  /** u32, one more than terms: where each term's positions start. */
  readonly offsets: number;
  /** u16: the positions term by term, ascending. */
  readonly positions: number;
  /** u32, one more than lists. */
  readonly listOffsets: number;
  /** u16: see `postings.ts`. Holds the packed gaps while they are being read. */
  readonly listTerms: number;
  readonly listTermBytes: number;
}

/** An index as plain data: it reaches another thread by message, and both then read the same memory. */
export interface IndexMemory {
  readonly memory: WebAssembly.Memory;
  readonly layout: IndexLayout;
}

const PAGE = 65_536;
/** 4 GiB, the most there can be: enough for three million terms. Address space only, until it is used. */
const MOST_PAGES = 65_536;

/** Memory for an index; `spareBytes` is the least room that the list terms must offer beforehand. */
export function allocateIndex(
  termCount: number,
  positionCount: number,
  spareBytes = 0,
): IndexMemory {
  let at = 0;
  const place = (bytes: number): number => {
    const start = at;
    at += padTo(64, bytes);
    return start;
  };
  const listTermBytes = Math.max(2 * positionCount, spareBytes);
  const layout = {
    termCount,
    positionCount,
    offsets: place(4 * (termCount + 1)),
    positions: place(2 * positionCount),
    listOffsets: place(4 * (listsOf(termCount) + 1)),
    listTerms: place(listTermBytes),
    listTermBytes,
  };
  const initial = Math.ceil(at / PAGE);
  return { memory: new WebAssembly.Memory({ initial, maximum: MOST_PAGES, shared: true }), layout };
}

export const padTo = (unit: number, bytes: number): number => Math.ceil(bytes / unit) * unit;

/** A thread's own working area at the end of the memory. */
export interface Scratch {
  /** u16, up to one a cell. */
  readonly query: number;
  /** u32, one a cell: used while lists are filled. */
  readonly cursors: number;
  /** u32, `FOUND_AT_ONCE` of them. */
  readonly found: number;
  /** u16, one a term and up to seven more, which stay zero. */
  readonly counts: number;
}

export const FOUND_AT_ONCE = 2048;

/** Growing is atomic, so threads that claim at the same time get different areas. */
export function claimScratch({ memory, layout }: IndexMemory): Scratch {
  const query = 2 * CELLS;
  const cursors = 4 * CELLS;
  const found = 4 * FOUND_AT_ONCE;
  const bytes = query + cursors + found + padTo(16, 2 * layout.termCount);
  const start = memory.grow(Math.ceil(bytes / PAGE)) * PAGE;
  return {
    query: start,
    cursors: start + query,
    found: start + query + cursors,
    counts: start + query + cursors + found,
  };
}

/** Views of the tables. */
export function viewTables({ memory, layout }: IndexMemory) {
  const { termCount, positionCount } = layout;
  return {
    offsets: new Uint32Array(memory.buffer, layout.offsets, termCount + 1),
    positions: new Uint16Array(memory.buffer, layout.positions, positionCount),
    listOffsets: new Uint32Array(memory.buffer, layout.listOffsets, listsOf(termCount) + 1),
    listTerms: new Uint16Array(memory.buffer, layout.listTerms, positionCount),
    blocks: blocksOf(termCount),
  };
}
