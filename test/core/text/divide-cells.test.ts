import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { divideCells } from "../../../core/text/compose.ts";
import { BELL, REACH } from "../../../core/text/spread.ts";
import { TermCells } from "../../../core/text/term-cells.ts";
import { textRetina } from "./text-retina.ts";

const retina = textRetina();
const cells = new TermCells(retina);
const SIDE = 128;

/** How far apart two rows or columns of the torus are, with sign. */
function apart(a: number, b: number): number {
  const distance = (a - b + SIDE) % SIDE;
  return distance > SIDE / 2 ? distance - SIDE : distance;
}

/** The slow obvious way: what each position of a term puts on a cell, one by one. */
function reach(term: number, cell: number, neighbours: number): number {
  let sum = 0;
  for (const position of retina.positions(term)) {
    if (position === cell) sum += 1;
    const down = apart(Math.floor(position / SIDE), Math.floor(cell / SIDE));
    const right = apart(position % SIDE, cell % SIDE);
    if (Math.abs(down) <= REACH && Math.abs(right) <= REACH)
      sum += neighbours * BELL[down + REACH]! * BELL[right + REACH]!;
  }
  return sum;
}

describe("divideCells", () => {
  it("gives a cell that only one term has to that term", () => {
    const [guitar, lake] = [retina.idOf("guitar"), retina.idOf("lake")].sort((a, b) => a - b);
    const own = retina.positions(retina.idOf("lake")).slice(0, 5);
    const bag = { terms: [guitar!, lake!], amounts: [1, 1] };
    const credits = divideCells(bag, own, { cells, neighbours: 0 });
    expect([...credits]).toEqual(guitar === retina.idOf("guitar") ? [0, 5] : [5, 0]);
  });

  it("agrees with dividing cell by cell", () => {
    const bag = fc.uniqueArray(fc.nat(retina.termCount - 1), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(bag, fc.uniqueArray(fc.nat(16_383), { maxLength: 20 }), (ids, divided) => {
        const terms = ids.sort((a, b) => a - b);
        const amounts = terms.map((_, i) => i + 1);
        const slow = terms.map(() => 0);
        for (const cell of divided) {
          const parts = terms.map((term, i) => amounts[i]! * reach(term, cell, 0.6));
          const total = parts.reduce((sum, part) => sum + part, 0);
          for (const [i, part] of parts.entries()) slow[i]! += total > 0 ? part / total : 0;
        }
        const options = { cells, neighbours: 0.6 };
        const fast = divideCells({ terms, amounts }, Uint16Array.from(divided).sort(), options);
        for (const [i, credit] of slow.entries()) expect(fast[i]).toBeCloseTo(credit, 9);
      }),
      { numRuns: 20 },
    );
  });
});
