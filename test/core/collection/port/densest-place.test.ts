import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { densestPlace, NOWHERE } from "../../../../core/collection/port/cells.ts";
import { CELLS, SIDE } from "../../../../core/kernel/grid.ts";

const at = (row: number, column: number) => row * SIDE + column;
const cells = (...list: number[]) => Uint16Array.from(list.sort((a, b) => a - b));

/** How many cells lie within four rows and four columns, the map going round. */
function nearTo(cell: number, all: ArrayLike<number>): number {
  const apart = (a: number, b: number) => Math.min(Math.abs(a - b), SIDE - Math.abs(a - b));
  return Array.from(all).filter(
    (other) =>
      apart(Math.floor(other / SIDE), Math.floor(cell / SIDE)) <= 4 &&
      apart(other % SIDE, cell % SIDE) <= 4,
  ).length;
}

describe("the densest place of a fingerprint", () => {
  it("is in the thick of its cells", () => {
    const cluster = [at(60, 60), at(60, 62), at(61, 61), at(63, 60)];
    expect(cluster).toContain(densestPlace(cells(at(3, 3), at(100, 20), ...cluster)));
    expect(densestPlace(cells(7))).toBe(7);
    expect(densestPlace(cells())).toBe(NOWHERE);
  });

  it("may lie across the edges of the map", () => {
    const corner = [at(0, 0), at(127, 127), at(0, 127), at(127, 0)];
    expect(densestPlace(cells(...corner, at(50, 50), at(50, 52)))).toBe(at(0, 0));
  });

  it("has most cells near to it, and is the lowest such cell", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat(CELLS - 1), { minLength: 1, maxLength: 60 }),
        fc.nat(SIDE - 12),
        (scattered, column) => {
          const near = scattered.slice(0, 20).map((cell) => at(cell % 12, column + (cell % 11)));
          const own = cells(...new Set([...scattered, ...near]));
          const counts = Array.from(own, (cell) => nearTo(cell, own));
          expect(densestPlace(own)).toBe(own[counts.indexOf(Math.max(...counts))]);
        },
      ),
    );
  });
});
