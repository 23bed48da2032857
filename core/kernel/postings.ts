import { CELLS } from "./grid.ts";

/**
 * The inverted index: for each block of terms, for each position, the terms that hold it, ascending.
 *
 * List `block * CELLS + position` is `terms[offsets[list]]` up to, not including, `terms[offsets[list + 1]]`; its entries are
 * term ids less `block * BLOCK`. A block's counts (32 KB) stay in the fastest cache while a search adds to them, and a term
 * within its block fits 16 bits.
 */
export const BLOCK = 16_384;

export const blocksOf = (termCount: number): number => Math.ceil(termCount / BLOCK);
export const listsOf = (termCount: number): number => blocksOf(termCount) * CELLS;
