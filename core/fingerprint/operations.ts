import { addBits, bitmapToPositions, clearBits, emptyBitmap, flipBits } from "../kernel/bitmap.ts";
import type { Positions } from "../kernel/grid.ts";
import { keepShared } from "../kernel/overlap.ts";
import { NO_POSITIONS } from "./positions.ts";

/** One or more fingerprints; what an operator applied to none should mean is for the caller to refuse. */
type Operands = readonly [Positions, ...Positions[]];

/** Positions that every operand has. */
export function and([first, ...rest]: Operands): Positions {
  return rest.reduce(keepShared, first);
}

/** Positions that at least one operand has. */
export function or(operands: Operands): Positions {
  if (operands.length === 1) return operands[0];
  const bitmap = emptyBitmap();
  for (const operand of operands) addBits(bitmap, operand);
  return bitmapToPositions(bitmap);
}

/** Positions of the first operand that no other operand has. */
export function sub([first, ...rest]: Operands): Positions {
  if (rest.length === 0) return first;
  const bitmap = emptyBitmap();
  addBits(bitmap, first);
  for (const operand of rest) clearBits(bitmap, operand);
  return bitmapToPositions(bitmap);
}

/** Folded from the left, two by two: positions that an odd number of operands have. */
export function xor(operands: Operands): Positions {
  if (operands.length === 1) return operands[0];
  const bitmap = emptyBitmap();
  for (const operand of operands) flipBits(bitmap, operand);
  return bitmapToPositions(bitmap);
}

/** The operators by the names they have in an expression. */
const operations = { and, or, sub, xor } as const;
export type OperatorName = keyof typeof operations;

/** An operator over a list whose length is not known to the compiler; none gives no position. */
export function combine(name: OperatorName, operands: readonly Positions[]): Positions {
  const [first, ...rest] = operands;
  return first === undefined ? NO_POSITIONS : operations[name]([first, ...rest]);
}
