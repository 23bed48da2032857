import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Expression, Operation } from "../../../../../core/expression/ast.ts";
import { evaluate } from "../../../../../core/expression/evaluate.ts";
import { parseLine } from "../../../../../core/expression/parse-line.ts";
import { printLine } from "../../../../../core/expression/print-line.ts";
import { consensusOf, countsIn } from "../../../../../renderer/features/explore/model/consensus.ts";
import { loosened } from "../../../../../renderer/features/explore/model/emptied-by.ts";

const none = () => {
  throw new Error("There is nothing to look up.");
};
const NO_LOOKUPS = { retina: "none", term: none, text: none, reference: none };
const read = (line: string) => parseLine(line).expression as Operation;

const lists = fc.array(fc.uniqueArray(fc.nat(30), { minLength: 1, maxLength: 12 }), {
  minLength: 3,
  maxLength: 9,
});

describe("in at least so many of these", () => {
  it("keeps the cells that so many parts have, written out where it is short and as cells where it is long", () => {
    fc.assert(
      fc.property(lists, fc.integer({ min: 2, max: 8 }), (cells, wanted) => {
        const least = Math.min(wanted, cells.length - 1);
        const operands = cells.map(
          (own): Expression => ({ kind: "positions", positions: Uint16Array.from(own).sort() }),
        );
        const operation: Operation = { kind: "or", operands };
        const counts = countsIn(operation, [4], (key) => cells[Number(key.slice(2))]);
        const expected = Array.from({ length: 31 }, (_, cell) => cell).filter(
          (cell) => cells.filter((own) => own.includes(cell)).length >= least,
        );
        const made = consensusOf(operation, least, counts);
        if (expected.length === 0) expect(made).toBeNull();
        else expect([...evaluate(made!, NO_LOOKUPS)]).toEqual(expected);
        if (made?.kind === "positions")
          expect(made.name).toBe(`at least ${least} of ${cells.length}`);
      }),
    );
  });

  it("says nothing of parts that were not evaluated", () => {
    const operation = read("a & b & c");
    const counts = countsIn(operation, [], () => undefined);
    expect(consensusOf(operation, 2, counts)).toBeNull();
  });
});

describe("an “and” without a common cell", () => {
  const node = read("cat & dog & [5,6]");
  const at = (cells: Record<string, number[]>) => (key: string) => cells[key];

  it("is loosened to as many of the parts as still give cells", () => {
    const found = loosened(
      { node, path: [] },
      at({ "0": [1, 2, 3], "1": [2, 3, 4], "2": [5, 6] }),
    )!;
    expect(printLine(found.node)).toBe("cat & dog + cat & [5,6] + dog & [5,6]");
    expect(found).toMatchObject({ least: 2, cells: 2 });
  });

  it("has nothing to offer where no two parts meet, or a part has no cells of its own", () => {
    expect(loosened({ node, path: [] }, at({ "0": [1], "1": [2], "2": [3] }))).toBeNull();
    expect(loosened({ node, path: [] }, at({ "0": [1], "2": [1] }))).toBeNull();
  });
});
