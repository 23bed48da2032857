import fc from "fast-check";
import { expect, test } from "vitest";
import { CELLS, SIDE } from "../../../core/kernel/grid.ts";
import { findHills, smooth } from "../../../core/kernel/hills.ts";
import { arbitraryPositions } from "../../support/arbitrary-positions.ts";

const mapOf = (positions: Iterable<number>) => {
  const cells = new Int32Array(CELLS);
  for (const position of positions) cells[position] = 1;
  return cells;
};

/** Three times the plain sum over each cell's square. */
function slowly(values: Int32Array, reach: number): Int32Array {
  let from = values;
  for (let pass = 0; pass < 3; pass++) {
    const sums = new Int32Array(CELLS);
    from.forEach((value, cell) => {
      if (value === 0) return;
      for (let down = -reach; down <= reach; down++)
        for (let right = -reach; right <= reach; right++) {
          const row = ((cell >> 7) + down + SIDE) % SIDE;
          sums[SIDE * row + (((cell & 127) + right + SIDE) % SIDE)]! += value;
        }
    });
    from = sums;
  }
  return from;
}

test("smooths as three sums over squares do, over the edges too", () => {
  fc.assert(
    fc.property(arbitraryPositions(8), fc.integer({ min: 1, max: 3 }), (positions, reach) => {
      const values = mapOf([...positions, 0, CELLS - 1]);
      expect(smooth(values, reach)).toEqual(slowly(values, reach));
    }),
    { numRuns: 15 },
  );
});

test("two peaks with a deep pass between them are two hills, with a shallow one they are one", () => {
  const heights = new Int32Array(CELLS);
  heights.set([10, 7, 3, 6, 8], 1000);
  const deep = findHills(heights, 1, 0.5);
  expect([...deep.subarray(999, 1006)]).toEqual([-1, 1000, 1000, 1000, 1004, 1004, -1]);
  heights[1002] = 5;
  const shallow = findHills(heights, 1, 0.5);
  expect([...shallow.subarray(1000, 1005)]).toEqual([1000, 1000, 1000, 1000, 1000]);
});

test("every cell at or above the floor belongs to a hill no lower than itself, and no cell below does", () => {
  const heights = fc.array(fc.nat(9), { minLength: CELLS, maxLength: CELLS });
  fc.assert(
    fc.property(heights, (list) => {
      const map = Int32Array.from(list);
      const hills = findHills(map, 4, 0.7);
      const isWrong = (peak: number, cell: number) =>
        peak >= 0 !== map[cell]! >= 4 || (peak >= 0 && map[peak]! < map[cell]!);
      expect([...hills].filter(isWrong)).toEqual([]);
    }),
    // A list of 16,384 numbers shrinks for hours.
    { numRuns: 3, endOnFailure: true },
  );
});

test("hills are the same however large the unit of height is", () => {
  const list = fc.array(fc.nat(9), { minLength: CELLS, maxLength: CELLS });
  fc.assert(
    fc.property(list, (heights) => {
      const low = findHills(Int32Array.from(heights), 4, 0.5);
      const high = findHills(
        Int32Array.from(heights, (height) => height * 2 ** 20),
        2 ** 22,
        0.5,
      );
      expect(high).toEqual(low);
    }),
    // A list of 16,384 numbers shrinks for hours.
    { numRuns: 3, endOnFailure: true },
  );
});
