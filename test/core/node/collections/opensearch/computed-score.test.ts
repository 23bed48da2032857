import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { closeness } from "../../../../../core/collection/port/cells.ts";
import { scoreReader } from "../../../../../core/node/collections/opensearch/overlap.ts";
import { arbitraryPositions } from "../../../../support/arbitrary-positions.ts";

describe("scoreReader", () => {
  it("reads the score of rows that are older than it", () => {
    const read = scoreReader({ number: 2, positions: [1, 5, 9, 16_383] });
    expect(read({ cells: [5, 9, 10, 16_383], since: 2 })).toBe(0.75);
    expect(read({ cells: [5, 9, 10, 16_383], since: 0 })).toBe(0.75);
    expect(read({ cells: [], since: 0 })).toBe(0);
    expect(read({ cells: [5, 9, 10, 16_383], since: 3 })).toBeNull();
  });
  it("agrees with the closeness of all stores", () => {
    fc.assert(
      fc.property(arbitraryPositions(40), arbitraryPositions(40), (cells, positions) => {
        const shared = positions.filter((position) => cells.includes(position)).length;
        const read = scoreReader({ number: 0, positions: [...positions] });
        return (
          read({ cells: [...cells], since: 0 }) ===
          closeness(shared, cells.length, positions.length)
        );
      }),
    );
  });
});
