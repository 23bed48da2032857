/**
 * Ascending numbers below a limit as bits (Golomb-Rice): each gap to the number before, less one, is split into its
 * `lowBits` low bits and the rest; the rest is that many zeros and a one, then come the low bits. How many low bits there
 * are follows from how many numbers there are, so it is not kept. Numbers that are spread like those of a text's
 * fingerprint take little more than their entropy: 983 of 16,384 about 650 bytes, where a byte each would be 983.
 */

/** Bytes that may be looked at beyond the end of a list; a buffer that is read from has to be that much longer. */
export const READ_AHEAD = 4;
/** Bits of a window of 32 that are there wherever in a byte it begins. */
const WINDOW = 25;

/** As many low bits as give the shortest code where gaps are spread as by chance: up to three quarters of the mean gap. */
export function lowBitsFor(count: number, limit: number): number {
  let bits = 0;
  while (count * 2 ** (bits + 1) <= 0.75 * limit) bits++;
  return bits;
}

/** @param numbers ascending, unique, below `limit`, which is at most 65,536 */
export function packBits(numbers: ArrayLike<number>, limit: number): Uint8Array {
  const low = lowBitsFor(numbers.length, limit);
  const mask = (1 << low) - 1;
  const bytes = new Uint8Array(Math.ceil(bitsOf(numbers, low) / 8));
  let at = 0;
  let before = -1;
  for (let i = 0; i < numbers.length; i++) {
    const gap = numbers[i]! - before - 1;
    before = numbers[i]!;
    at += gap >> low;
    bytes[at >> 3] = bytes[at >> 3]! | (128 >> (at & 7));
    at++;
    // At most 16 bits, which may reach into a third byte.
    const rest = (gap & mask) << (24 - low - (at & 7));
    const byte = at >> 3;
    bytes[byte] = bytes[byte]! | (rest >> 16);
    if ((rest & 0xffff) !== 0) {
      bytes[byte + 1] = bytes[byte + 1]! | ((rest >> 8) & 255);
      if ((rest & 0xff) !== 0) bytes[byte + 2] = bytes[byte + 2]! | (rest & 255);
    }
    at += low;
  }
  return bytes;
}

function bitsOf(numbers: ArrayLike<number>, low: number): number {
  let bits = numbers.length * (1 + low);
  let before = -1;
  for (let i = 0; i < numbers.length; i++) {
    bits += (numbers[i]! - before - 1) >> low;
    before = numbers[i]!;
  }
  return bits;
}

/** Where a packed list lies; `bytes` has `READ_AHEAD` more behind it. */
export interface PackedPlace {
  readonly from: number;
  readonly to: number;
  readonly count: number;
  readonly limit: number;
}

/** Unpacks a list into the beginning of `numbers`. False where the bytes are not a list of so many numbers. */
export function unpackBits(bytes: DataView, place: PackedPlace, numbers: Uint16Array): boolean {
  const { count, limit } = place;
  const low = lowBitsFor(count, limit);
  const end = 8 * place.to;
  let at = 8 * place.from;
  let number = -1;
  for (let i = 0; i < count; i++) {
    let window = bytes.getUint32(at >> 3) << (at & 7);
    let zeros = Math.clz32(window);
    while (zeros >= WINDOW) {
      at += WINDOW;
      if (at >= end) return false;
      number += WINDOW << low;
      window = bytes.getUint32(at >> 3) << (at & 7);
      zeros = Math.clz32(window);
    }
    at += zeros + 1;
    if (zeros + 1 + low <= WINDOW) window = (window << zeros) << 1;
    else if (at >= end + 8) return false;
    else window = bytes.getUint32(at >> 3) << (at & 7);
    number += ((zeros << low) | ((window >>> 1) >>> (31 - low))) + 1;
    at += low;
    if (at > end) return false;
    numbers[i] = number;
  }
  return number < limit && isRestEmpty(bytes, at, end);
}

/** The last byte is filled up with zeros, and none follows. */
function isRestEmpty(bytes: DataView, at: number, end: number): boolean {
  if (end - at >= 8) return false;
  return end === at || ((bytes.getUint8((end >> 3) - 1) << (8 - (end - at))) & 255) === 0;
}
