/**
 * Ascending numbers below a limit as bits (Golomb-Rice): each gap to the number before, less one, is split into its
 * `lowBits` low bits and the rest; the rest is that many zeros and a one, then come the low bits. How many low bits there
 * are follows from how many numbers there are, so it is not kept. Numbers that are spread like those of a text's
 * fingerprint take little more than their entropy: 983 of 16,384 about 650 bytes, where a byte each would be 983.
 */

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
