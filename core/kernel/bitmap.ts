import { CELLS } from "./grid.ts";

/** One bit a cell, 32 cells a word: cell `p` is bit `p & 31` of word `p >> 5`. */
export type Bitmap = Uint32Array;

const WORDS = CELLS / 32;

export const emptyBitmap = (): Bitmap => new Uint32Array(WORDS);

/** Sets the bit of every position. */
export function addBits(bitmap: Bitmap, positions: Uint16Array): void {
  for (let i = 0; i < positions.length; i++) bitmap[positions[i] >> 5] |= 1 << (positions[i] & 31);
}

/** Flips the bit of every position; positions must be unique. */
export function flipBits(bitmap: Bitmap, positions: Uint16Array): void {
  for (let i = 0; i < positions.length; i++) bitmap[positions[i] >> 5] ^= 1 << (positions[i] & 31);
}

export function clearBits(bitmap: Bitmap, positions: Uint16Array): void {
  for (let i = 0; i < positions.length; i++)
    bitmap[positions[i] >> 5] &= ~(1 << (positions[i] & 31));
}

export function hasBit(bitmap: Bitmap, position: number): boolean {
  return ((bitmap[position >> 5] >>> (position & 31)) & 1) === 1;
}

function countBits(bitmap: Bitmap): number {
  let count = 0;
  for (let i = 0; i < bitmap.length; i++) count += popcount(bitmap[i]);
  return count;
}

/** The set cells in ascending order: about one step a word and one a set cell. */
export function bitmapToPositions(bitmap: Bitmap): Uint16Array {
  const positions = new Uint16Array(countBits(bitmap));
  let write = 0;
  for (let i = 0; i < bitmap.length; i++) {
    for (let word = bitmap[i]; word !== 0; word &= word - 1)
      positions[write++] = (i << 5) + 31 - Math.clz32(word & -word);
  }
  return positions;
}

/** Bits set in a 32-bit word, counted in parallel in pairs, nibbles and bytes. */
export function popcount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
