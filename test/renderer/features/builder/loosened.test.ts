import { describe, expect, it } from "vitest";
import type { Operation } from "../../../../core/expression/ast.ts";
import { parseLine } from "../../../../core/expression/parse-line.ts";
import { printLine } from "../../../../core/expression/print-line.ts";
import { loosened } from "../../../../renderer/features/builder/loosened.ts";

const and = parseLine("cat & dog & [5,6]").expression as Operation;
const at = (cells: Record<string, number[]>) => (key: string) => cells[key];

describe("loosened", () => {
  it("asks for as many of the parts as still gives cells, and keeps their names", () => {
    const positionsAt = at({ "1.0": [1, 2, 3], "1.1": [2, 3, 4], "1.2": [5, 6] });
    const notes = new Map([["1.2", { label: "sense sky" }]]);
    const result = loosened(and, [1], { positionsAt, notes })!;
    expect(printLine(result.node)).toBe("cat & dog + cat & [5,6] + dog & [5,6]");
    expect(result).toMatchObject({ least: 2, cells: 2 });
    expect([...result.notes]).toEqual([
      ["1.1.1", { label: "sense sky" }],
      ["1.2.1", { label: "sense sky" }],
    ]);
  });

  it("has nothing to offer where no two parts meet, or a part has no cells of its own", () => {
    const notes = new Map();
    const apart = at({ "0": [1], "1": [2], "2": [3] });
    expect(loosened(and, [], { positionsAt: apart, notes })).toBeNull();
    expect(loosened(and, [], { positionsAt: at({ "0": [1], "2": [1] }), notes })).toBeNull();
  });
});
