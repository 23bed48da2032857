import { describe, expect, it } from "vitest";
import { buildBlock } from "../../../../../core/node/collections/cells/cell-format.ts";

describe("a block of lists", () => {
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
});
