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

/** Bytes that `packInto` may touch: all zeros of all gaps together are at most the limit in steps of the low bits. */
export function mostBytes(count: number, limit: number): number {
  const low = lowBitsFor(count, limit);
  return ((count * (1 + low) + (limit >> low)) >> 3) + 4;
}

/**
 * Packs numbers into bytes that are all zero from `from` on.
 *
 * @param numbers ascending, unique, below `limit`, which is at most 65,536
 * @returns where the next byte may be
 */
export function packInto(
  bytes: Uint8Array,
  from: number,
  numbers: ArrayLike<number>,
  limit: number,
): number {
  const low = lowBitsFor(numbers.length, limit);
  const mask = (1 << low) - 1;
  let at = 8 * from;
  let before = -1;
  for (let i = 0; i < numbers.length; i++) {
    const number = numbers[i]!;
    const gap = number - before - 1;
    before = number;
    at += gap >> low;
    // The one and at most 16 bits, which may reach into a third byte.
    const code = ((1 << low) | (gap & mask)) << (23 - low - (at & 7));
    const byte = at >> 3;
    bytes[byte] = bytes[byte]! | (code >> 16);
    bytes[byte + 1] = bytes[byte + 1]! | ((code >> 8) & 255);
    bytes[byte + 2] = bytes[byte + 2]! | (code & 255);
    at += 1 + low;
  }
  return (at + 7) >> 3;
}

/** The same by themselves. */
export function packBits(numbers: ArrayLike<number>, limit: number): Uint8Array {
  const bytes = new Uint8Array(mostBytes(numbers.length, limit));
  return bytes.slice(0, packInto(bytes, 0, numbers, limit));
}
