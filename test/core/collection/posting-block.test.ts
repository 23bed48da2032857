import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countPacked, unpackGaps } from "../../../core/collection/gap-bytes.ts";
import { addMatches, buildBlock } from "../../../core/collection/posting-block.ts";
import { arbitraryPositions } from "../../support/arbitrary-positions.ts";

describe("ascending numbers as bytes", () => {
  it("are gaps, with 255 for more to come", () => {
    const bytes = Uint8Array.of(0, 0, 1, 254, 0, 255, 0);
    const numbers = new Uint16Array(9);
    expect(unpackGaps(bytes, 0, bytes.length, numbers)).toBe(6);
    expect([...numbers.subarray(0, 6)]).toEqual([0, 1, 3, 258, 259, 515]);
    expect(unpackGaps(bytes, 2, 4, numbers)).toBe(2);
    expect([...numbers.subarray(0, 2)]).toEqual([1, 256]);
  });
  it("are counted where they lie", () => {
    const counts = new Uint16Array(1000);
    countPacked(Uint8Array.of(9, 0, 1, 255, 0, 9), 1, 5, counts);
    expect([...counts.keys()].filter((number) => counts[number] === 1)).toEqual([0, 2, 258]);
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
