import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  countPacked,
  packAscending,
  packGapsInto,
  unpackAscending,
  unpackGaps,
} from "../../../core/collection/gap-bytes.ts";
import { addMatches, buildBlock } from "../../../core/collection/posting-block.ts";
import { CELLS } from "../../../core/kernel/grid.ts";
import { arbitraryPositions } from "../../support/arbitrary-positions.ts";

describe("ascending numbers as bytes", () => {
  it("are gaps, with 255 for more to come", () => {
    expect([...packAscending([0, 1, 3, 258, 259, 16_383])].slice(0, 6)).toEqual([
      0, 0, 1, 254, 0, 255,
    ]);
    expect([...packAscending([255])]).toEqual([255, 0]);
    expect([...packAscending([254])]).toEqual([254]);
  });
  it("come back and are counted", () => {
    fc.assert(
      fc.property(arbitraryPositions(200), (cells) => {
        const bytes = packAscending(cells);
        expect(unpackAscending(bytes, cells.length, CELLS)).toEqual(cells);
        const counts = new Uint16Array(CELLS);
        countPacked(bytes, 0, bytes.length, counts);
        expect([...counts.keys()].filter((cell) => counts[cell] === 1)).toEqual([...cells]);
        const [numbers, again] = [new Uint16Array(cells.length), new Uint8Array(bytes.length)];
        expect(unpackGaps(bytes, 0, bytes.length, numbers)).toBe(cells.length);
        expect(numbers).toEqual(cells);
        expect(packGapsInto(numbers, numbers.length, again)).toBe(bytes.length);
        expect(again).toEqual(bytes);
      }),
    );
  });
  it("are refused when they are not what was written", () => {
    const bytes = packAscending([3, 400]);
    expect(unpackAscending(bytes, 3, CELLS)).toBeUndefined();
    expect(unpackAscending(bytes, 2, 400)).toBeUndefined();
    expect(unpackAscending(bytes.subarray(0, 2), 2, CELLS)).toBeUndefined();
    expect(unpackAscending(Uint8Array.of(3, 255), 1, CELLS)).toBeUndefined();
  });
});

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
  it("finds rows that lie far apart", () => {
    const rows = Array.from({ length: 1000 }, (_, i) => Uint16Array.from(i % 300 === 7 ? [5] : []));
    const counts = new Uint16Array(1000);
    addMatches(buildBlock(rows), Uint16Array.of(5), counts);
    expect([...counts.keys()].filter((row) => counts[row] === 1)).toEqual([7, 307, 607, 907]);
  });
});
