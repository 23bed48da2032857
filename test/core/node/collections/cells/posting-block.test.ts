import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addMatches, buildBlock } from "../../../../../core/node/collections/cells/cell-format.ts";
import { arbitraryPositions } from "../../../../support/arbitrary-positions.ts";

describe("a block of lists", () => {
  it("counts the shared cells of every row", () => {
    const rows = fc.array(arbitraryPositions(60), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(rows, arbitraryPositions(60), (cells, query) => {
        const counts = new Uint16Array(cells.length);
        addMatches(buildBlock(cells), query, counts);
        const obvious = cells.map((row) => row.filter((cell) => query.includes(cell)).length);
        expect([...counts]).toEqual(obvious);
      }),
      { numRuns: 30 },
    );
  });
  it("has the rows of each cell, ascending", () => {
    const { offsets, rows } = buildBlock([
      Uint16Array.of(2, 5),
      Uint16Array.of(),
      Uint16Array.of(5),
      Uint16Array.of(0, 2, 16_383),
    ]);
    const listOf = (cell: number) => [...rows.subarray(offsets[cell], offsets[cell + 1])];
    expect([0, 1, 2, 5, 16_383].map(listOf)).toEqual([[3], [], [0, 3], [0, 2], [3]]);
  });
  it("finds rows that lie far apart", () => {
    const rows = Array.from({ length: 1000 }, (_, i) => Uint16Array.from(i % 300 === 7 ? [5] : []));
    const counts = new Uint16Array(1000);
    addMatches(buildBlock(rows), Uint16Array.of(5), counts);
    expect([...counts.keys()].filter((row) => counts[row] === 1)).toEqual([7, 307, 607, 907]);
  });
});
