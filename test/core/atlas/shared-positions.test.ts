import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sharedPositions } from "../../../core/atlas/region-words.ts";
import { CELLS } from "../../../core/kernel/grid.ts";

const print = (...cells: number[]) => Uint16Array.from(cells);
const anyPrint = fc
  .uniqueArray(fc.oneof(fc.nat(12), fc.constantFrom(CELLS - 2, CELLS - 1)))
  .map((cells) => Uint16Array.from(cells.sort((a, b) => a - b)));

describe("shared positions", () => {
  it("are counted for each pair", () => {
    const [first, second] = sharedPositions(
      [print(0, 5, 9), print(7, CELLS - 1)],
      [print(5, 9, 11), print(), print(0, CELLS - 1)],
    );
    expect([...first!]).toEqual([2, 0, 1]);
    expect([...second!]).toEqual([0, 0, 1]);
  });

  it("are those that a look through both finds", () => {
    fc.assert(
      fc.property(fc.array(anyPrint), fc.array(anyPrint), (some, others) => {
        const plain = some.map((one) =>
          others.map((other) => one.filter((cell) => other.includes(cell)).length),
        );
        expect(sharedPositions(some, others).map((counts) => [...counts])).toEqual(plain);
      }),
    );
  });
});
