/**
 * Ascending numbers as bytes: the gap to the number before, less one; 255 means “255 further, and more to come”. Text
 * fingerprints fill about a sixteenth of the map, so a number takes little more than a byte.
 */
const MORE = 255;

export function packAscending(numbers: ArrayLike<number>): Uint8Array {
  const bytes = new Uint8Array(packedLength(numbers));
  packGapsInto(numbers, numbers.length, bytes);
  return bytes;
}

/** Packs the first `count` numbers into the beginning of `bytes`. @returns how many bytes */
export function packGapsInto(numbers: ArrayLike<number>, count: number, bytes: Uint8Array): number {
  let before = -1;
  let at = 0;
  for (let i = 0; i < count; i++) {
    let gap = numbers[i]! - before - 1;
    for (; gap >= MORE; gap -= MORE) bytes[at++] = MORE;
    bytes[at++] = gap;
    before = numbers[i]!;
  }
  return at;
}

/** Unpacks what lies between two places into the beginning of `numbers`. @returns how many numbers */
export function unpackGaps(
  bytes: Uint8Array,
  from: number,
  to: number,
  numbers: Uint16Array,
): number {
  let number = -1;
  let found = 0;
  for (let i = from; i < to; i++) {
    const gap = bytes[i]!;
    number += gap;
    if (gap !== MORE) numbers[found++] = ++number;
  }
  return found;
}

function packedLength(numbers: ArrayLike<number>): number {
  let length = 0;
  let before = -1;
  for (let i = 0; i < numbers.length; i++) {
    length += 1 + Math.floor((numbers[i]! - before - 1) / MORE);
    before = numbers[i]!;
  }
  return length;
}

/** The opposite, or `undefined` when the bytes are not `count` numbers below `limit`. */
export function unpackAscending(
  bytes: Uint8Array,
  count: number,
  limit: number,
): Uint16Array | undefined {
  const numbers = new Uint16Array(count);
  let found = 0;
  let number = -1;
  for (let i = 0; i < bytes.length; i++) {
    const gap = bytes[i]!;
    number += gap;
    if (gap !== MORE) numbers[found++] = ++number;
  }
  const isWhole = bytes.length === 0 || bytes[bytes.length - 1] !== MORE;
  return found === count && number < limit && isWhole ? numbers : undefined;
}

/** Adds one to `counts` at every number between two places of a list of bytes. */
export function countPacked(
  bytes: Uint8Array,
  from: number,
  to: number,
  counts: Uint16Array | Uint32Array,
): void {
  let number = -1;
  for (let i = from; i < to; i++) {
    const gap = bytes[i]!;
    number += gap;
    if (gap !== MORE) counts[++number] = counts[number]! + 1;
  }
}
