import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Expression, PositionsLeaf } from "../../../core/expression/ast.ts";
import { type NamedCells, parseLine } from "../../../core/expression/parse-line.ts";
import { printLine } from "../../../core/expression/print-line.ts";
import { applyFix } from "../../../core/expression/problems.ts";
import { leaves } from "../../../core/expression/walk.ts";
import { printCellsName } from "../../../core/expression/words.ts";
import {
  completionAt,
  writeCompletion,
} from "../../../renderer/features/explore/model/complete.ts";
import { anyTree, words } from "./arbitrary-expression.ts";

const car = Uint16Array.of(0, 7, 9);
const named: NamedCells = {
  names: ["sense car"],
  cellsOf: (name) => (name === "sense car" ? car : undefined),
};
const tree: Expression = {
  kind: "sub",
  operands: [
    { kind: "term", term: "jaguar" },
    { kind: "positions", positions: car },
  ],
};

describe("lists of cells by name", () => {
  test.each(['jaguar - ["sense car"]', "jaguar-[ “sense car” ]", 'jaguar - ["sense car" ]'])(
    "%s reads as the cells",
    (line) => {
      expect(parseLine(line, { named })).toMatchObject({ expression: tree, problems: [] });
    },
  );

  test("are written by name, also thinned, and only where they have one", () => {
    const cellsNameOf = () => "sense car";
    expect(printLine(tree, { cellsNameOf })).toBe('jaguar - ["sense car"]');
    expect(printLine({ ...tree.operands[1]!, sparsity: 0.02 }, { cellsNameOf })).toBe(
      '["sense car"]~2%',
    );
    expect(printLine(tree)).toBe("jaguar - [0,7,9]");
  });

  test("any tree whose lists have names reads back as the same tree", () => {
    fc.assert(
      fc.property(anyTree, words, fc.boolean(), (generated, word, fullBrackets) => {
        const names = new Map<PositionsLeaf, string>();
        for (const { node } of leaves(generated))
          if (node.kind === "positions") names.set(node, `${word} ${names.size}`);
        const byName = new Map([...names].map(([leaf, name]) => [name, leaf]));
        const cellsOf = (name: string) => byName.get(name)?.positions;
        const line = printLine(generated, {
          fullBrackets,
          cellsNameOf: (leaf) => names.get(leaf),
        });
        const read = parseLine(line, { named: { cellsOf, names: [...names.values()] } });
        expect(read.problems, line).toEqual([]);
        expect(read.expression, line).toEqual(generated);
        for (const name of names.values()) expect(line).toContain(printCellsName(name));
      }),
      { numRuns: 300 },
    );
  });

  test("an unknown name is marked, and the names there are offered", () => {
    const line = 'jaguar - ["sense cat"]';
    const [problem] = parseLine(line, { named }).problems;
    expect(problem).toMatchObject({ span: { start: 9, end: 22 }, column: 10 });
    expect(problem?.message).toBe("No list of cells is called “sense cat” here.");
    expect(applyFix(line, problem!.fixes[0]!)).toBe('jaguar - ["sense car"]');
    expect(parseLine(line).problems[0]?.fixes.map(({ label }) => label)).toEqual(["Remove it"]);
  });

  test.each([
    ['["sense car"', "not closed"],
    ['["sense car" 5]', "not closed"],
    ['["sense', "not closed"],
    ['[""]', "nothing between"],
  ])("%s is a mistake with a repair", (line, message) => {
    const { problems } = parseLine(line, { named });
    expect(problems[0]?.message).toContain(message);
    expect(problems[0]?.fixes.length).toBeGreaterThan(0);
  });

  test("are completed inside the brackets", () => {
    for (const [line, typed] of [
      ["jaguar - [", ""],
      ['jaguar - ["', ""],
      ['jaguar - ["sense c', "sense c"],
    ] as const)
      expect(completionAt(line, line.length), line).toMatchObject({
        kind: "cells",
        typed,
        replaced: { start: 9 },
      });
    expect(completionAt("jaguar - [4", 11)).toBeUndefined();
    expect(writeCompletion("cells", "sense car")).toBe('["sense car"]');
  });
});
