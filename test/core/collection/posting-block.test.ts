import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  countMarked,
  countPacked,
  packAscending,
  unpackAscending,
} from "../../../core/collection/gap-bytes.ts";
import { addMatches, buildBlock } from "../../../core/collection/posting-block.ts";
import { CELLS } from "../../../core/retina/types.ts";
import { arbitraryPositions } from "../../support/arbitrary-positions.ts";

describe("ascending numbers as bytes", () => {
  it("are gaps, with 255 for more to come", () => {
    expect([...packAscending([0, 1, 3, 258, 259, 16_383])].slice(0, 6)).toEqual([
      0, 0, 1, 254, 0, 255,
    ]);
    expect([...packAscending([255])]).toEqual([255, 0]);
    expect([...packAscending([254])]).toEqual([254]);
  });
  it("come back, are counted and looked up", () => {
    fc.assert(
      fc.property(arbitraryPositions(200), arbitraryPositions(200), (cells, marked) => {
        const bytes = packAscending(cells);
        expect(unpackAscending(bytes, cells.length, CELLS)).toEqual(cells);
        const counts = new Uint16Array(CELLS);
        countPacked(bytes, 0, bytes.length, counts);
        expect([...counts.keys()].filter((cell) => counts[cell] === 1)).toEqual([...cells]);
        const marks = new Uint8Array(CELLS);
        for (const cell of marked) marks[cell] = 1;
        const shared = cells.filter((cell) => marked.includes(cell)).length;
        expect(countMarked(bytes, 0, bytes.length, marks)).toBe(shared);
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
