/**
 * Ascending numbers as bytes: the gap to the number before, less one; 255 means “255 further, and more to come”. Text
 * fingerprints fill about a sixteenth of the map, so a number takes little more than a byte.
 */
const MORE = 255;

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
