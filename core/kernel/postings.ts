import { CELLS } from "./grid.ts";

/**
 * Terms a block, so that a block's counts (32 KB) stay in the fastest cache while a search adds to them, and
 * a term within its block fits 16 bits.
 */
export const BLOCK = 16_384;
export const BLOCK_SHIFT = 14;

/**
 * The inverted index: for each block of terms, for each position, the terms that hold it, ascending.
 *
 * List `block * CELLS + position` is `terms[offsets[list]]` up to, not including, `terms[offsets[list + 1]]`;
 * its entries are term ids less `block * BLOCK`.
 */
export interface Postings {
  readonly offsets: Uint32Array;
  readonly terms: Uint16Array;
}

/** Positions term by term: term `t` has `positions[offsets[t]]` up to, not including, `positions[offsets[t + 1]]`. */
export interface TermPositions {
  readonly offsets: Uint32Array;
  readonly positions: Uint16Array;
}

export const blocksOf = (termCount: number): number => Math.ceil(termCount / BLOCK);

/** Fills `postings` (one list a block and position, as many entries as positions) from `source`: two passes. */
export function fillPostings(source: TermPositions, postings: Postings): void {
  const termCount = source.offsets.length - 1;
  countLists(source, postings.offsets);
  const cursors = new Uint32Array(CELLS);
  for (let block = 0; block < blocksOf(termCount); block++) {
    cursors.set(postings.offsets.subarray(block * CELLS, (block + 1) * CELLS));
    const first = block * BLOCK;
    scatter(source, first, Math.min(first + BLOCK, termCount), cursors, postings.terms);
  }
}

/** Leaves in `offsets[list]` where each list starts. */
function countLists(source: TermPositions, offsets: Uint32Array): void {
  const termOffsets = source.offsets;
  const positions = source.positions;
  const termCount = termOffsets.length - 1;
  offsets.fill(0);
  for (let block = 0; block < blocksOf(termCount); block++) {
    const end = termOffsets[Math.min((block + 1) * BLOCK, termCount)];
    const list = block * CELLS + 1;
    for (let i = termOffsets[block * BLOCK]; i < end; i++) offsets[list + positions[i]]++;
  }
  for (let list = 1; list < offsets.length; list++) offsets[list] += offsets[list - 1];
}

function scatter(
  source: TermPositions,
  first: number,
  end: number,
  cursors: Uint32Array,
  terms: Uint16Array,
): void {
  const offsets = source.offsets;
  const positions = source.positions;
  for (let term = first; term < end; term++) {
    const stop = offsets[term + 1];
    for (let i = offsets[term]; i < stop; i++) terms[cursors[positions[i]]++] = term - first;
  }
}

/**
 * Adds to each term's count the number of query positions it holds.
 *
 * `counts` has one slot a term and is zeroed by the caller. Cost is the total length of the visited lists;
 * nothing is allocated but one view a block.
 */
export function addMatches(query: Uint16Array, postings: Postings, counts: Uint16Array): void {
  for (let block = 0; block * BLOCK < counts.length; block++) {
    const inBlock = counts.subarray(block * BLOCK, (block + 1) * BLOCK);
    addBlockMatches(query, postings, block, inBlock);
  }
}

function addBlockMatches(
  query: Uint16Array,
  postings: Postings,
  block: number,
  counts: Uint16Array,
): void {
  const offsets = postings.offsets;
  const terms = postings.terms;
  const lists = block * CELLS;
  for (let i = 0; i < query.length; i++) {
    const list = lists + query[i];
    const end = offsets[list + 1];
    for (let k = offsets[list]; k < end; k++) counts[terms[k]]++;
  }
}

/** How many terms hold each position. */
export function listLengths(postings: Postings): Uint32Array {
  const lengths = new Uint32Array(CELLS);
  for (let list = 0; list + 1 < postings.offsets.length; list++)
    lengths[list % CELLS] += postings.offsets[list + 1] - postings.offsets[list];
  return lengths;
}

/** All terms that hold a position, ascending. */
export function postingList(postings: Postings, termCount: number, position: number): number[] {
  const found: number[] = [];
  for (let block = 0; block < blocksOf(termCount); block++) {
    const list = block * CELLS + position;
    for (let k = postings.offsets[list]; k < postings.offsets[list + 1]; k++)
      found.push(block * BLOCK + postings.terms[k]);
  }
  return found;
}
