import { badInput, badPosition } from "../errors.ts";
import { addBits, bitmapToPositions, emptyBitmap } from "../kernel/bitmap.ts";
import { CELLS, type Positions } from "../kernel/grid.ts";

/** No position at all. Frozen by convention: nobody writes into positions. */
export const NO_POSITIONS: Positions = new Uint16Array(0);

/**
 * Positions from anything a caller may send: sorted, duplicates merged, zero allowed.
 *
 * `path` names the list in the caller's input, so the failure points at `path[index]`.
 * @throws bad-input when it is no list, bad-position for the first element that is not a whole number 0..16383
 */
export function checkPositions(values: unknown, path = "positions"): Positions {
  if (values instanceof Uint16Array) return checkRange(values, path);
  if (!Array.isArray(values)) throw badInput(path, "Positions are a list of whole numbers.");
  return checkNumbers(values, path);
}

/** Numbers that are whole already. */
function checkRange(numbers: Uint16Array, path: string): Positions {
  let last = -1;
  let isInOrder = true;
  for (let i = 0; i < numbers.length; i++) {
    const number = numbers[i]!;
    if (number >= CELLS) throw badPosition(`${path}[${i}]`, number);
    if (number <= last) isInOrder = false;
    last = number;
  }
  return isInOrder ? numbers : normalise(numbers);
}

function checkNumbers(values: readonly unknown[], path: string): Positions {
  const numbers = new Uint16Array(values.length);
  let last = -1;
  let isInOrder = true;
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (typeof value !== "number") throw badPosition(`${path}[${i}]`, value);
    // What comes back differs from every number that is not whole or does not fit into 16 bits.
    numbers[i] = value;
    if (numbers[i] !== value || value >= CELLS) throw badPosition(`${path}[${i}]`, value);
    if (value <= last) isInOrder = false;
    last = value;
  }
  return isInOrder ? numbers : normalise(numbers);
}

/** Positions as a reply carries them: one by one, since `Array.from` takes four times as long. */
export function toNumbers(positions: Positions): number[] {
  const numbers: number[] = [];
  for (let i = 0; i < positions.length; i++) numbers.push(positions[i]!);
  return numbers;
}

/** Sorted and unique, from numbers known to be positions. */
export function normalise(numbers: Uint16Array): Positions {
  const bitmap = emptyBitmap();
  addBits(bitmap, numbers);
  return bitmapToPositions(bitmap);
}

export function samePositions(left: Positions, right: ArrayLike<number>): boolean {
  return left.length === right.length && left.every((position, i) => position === right[i]);
}
