import { expect, it } from "vitest";
import { CELLS } from "../../../core/kernel/grid.ts";
import { TERM_LIMIT } from "../../../core/retina/types.ts";
import { loadBias } from "../../../core/train/codes/refine.ts";

/** Codes with these cells. */
function codesOf(...codes: readonly (readonly number[])[]) {
  const positions = new Uint16Array(codes.length * TERM_LIMIT);
  codes.forEach((code, row) => {
    positions.set(code, row * TERM_LIMIT);
  });
  return { rows: codes.length, sizes: Uint16Array.from(codes, (code) => code.length), positions };
}

it("takes from the gain of crowded cells and adds to that of empty ones", () => {
  const codes = codesOf([7, 8], [7], [9]);
  const bias = loadBias(codes, Int32Array.of(0, 1, 2), 3);
  // Four uses of 16,384 cells: 7 has 8192 times the mean, 8 and 9 have 4096 times, all others nothing.
  expect([bias[7], bias[8], bias[9], bias[10]]).toEqual([-3 * 8191, -3 * 4095, -3 * 4095, 3]);
  expect(bias.filter((gain) => gain === 3)).toHaveLength(CELLS - 3);
});

it("is nothing where all cells are used alike", () => {
  const rows = CELLS / 256;
  const codes = codesOf(
    ...Array.from({ length: rows }, (_, row) =>
      Array.from({ length: 256 }, (_, i) => 256 * row + i),
    ),
  );
  const bias = loadBias(
    codes,
    Int32Array.from({ length: rows }, (_, row) => row),
    3,
  );
  expect(bias.every((gain) => gain === 0)).toBe(true);
});

it("counts the uses of the weighed terms only", () => {
  const codes = codesOf([1, 2], [2, 3], [3, 4]);
  const bias = loadBias(codes, Int32Array.of(0, 1), 1);
  expect([bias[1], bias[2], bias[3], bias[4]]).toEqual([-4095, -8191, -4095, 1]);
});
