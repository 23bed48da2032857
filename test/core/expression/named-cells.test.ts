import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Expression, isOperation } from "../../../core/expression/ast.ts";
import { parseLine } from "../../../core/expression/parse-line.ts";
import { printLine } from "../../../core/expression/print-line.ts";
import { leaves, sameExpression } from "../../../core/expression/walk.ts";
import { anyTree, words } from "./arbitrary-expression.ts";

const car = Uint16Array.of(0, 7, 9);
const cellsOf = (name: string) => (name === "sense car" ? car : undefined);
const tree: Expression = {
  kind: "sub",
  operands: [
    { kind: "term", term: "jaguar" },
    { kind: "positions", positions: car, name: "sense car" },
  ],
};

/** The tree with every list of cells named, and the cells of each name. */
function named(generated: Expression, word: string) {
  const cells = new Map<string, Uint16Array>();
  const visit = (node: Expression): Expression => {
    if (isOperation(node)) return { ...node, operands: node.operands.map(visit) };
    if (node.kind !== "positions") return node;
    const name = `${word} ${cells.size}`;
    cells.set(name, node.positions);
    return { ...node, name };
  };
  return { tree: visit(generated), cells };
}

describe("lists of cells by name", () => {
  test.each(['jaguar - ["sense car"]', "jaguar-[ “sense car” ]", 'jaguar - ["sense car" ]'])(
    "%s reads as the cells",
    (line) => {
      expect(parseLine(line, { cellsOf })).toMatchObject({ expression: tree, problem: undefined });
    },
  );

  test("are written by name, also thinned, unless all is to be written", () => {
    expect(printLine(tree)).toBe('jaguar - ["sense car"]');
    expect(printLine({ ...tree.operands[1]!, sparsity: 0.02 })).toBe('["sense car"]~2%');
    expect(printLine(tree, { inFull: true })).toBe("jaguar - [0,7,9]");
  });

  test("a tree whose lists have names reads back as the same tree, by name and in full", () => {
    fc.assert(
      fc.property(anyTree, words, fc.boolean(), (generated, word, fullBrackets) => {
        const { tree: given, cells } = named(generated, word);
        const line = printLine(given, { fullBrackets });
        const read = parseLine(line, { cellsOf: (name) => cells.get(name) });
        expect(read.problem, line).toBeUndefined();
        expect(read.expression, line).toEqual(given);
        const full = parseLine(printLine(given, { inFull: true })).expression;
        expect(full && sameExpression(full, given)).toBe(true);
        expect(leaves(given).filter(({ node }) => node.kind === "positions")).toHaveLength(
          cells.size,
        );
      }),
      { numRuns: 300 },
    );
  });

  test("an unknown name is marked with the other way to write cells", () => {
    const { expression, problem } = parseLine('jaguar - ["sense cat"]', { cellsOf });
    expect(expression).toBeUndefined();
    expect(problem).toMatchObject({ span: { start: 9, end: 22 }, column: 10 });
    expect(problem?.message).toBe(
      "No list of cells is called “sense cat” here. Write its cells by number: [7, 10-40].",
    );
  });

  test.each([
    ['["sense car"', "not closed"],
    ['["sense car" 5]', "not closed"],
    ['["sense', "not closed"],
    ['[""]', "nothing between"],
  ])("%s is a mistake", (line, message) => {
    expect(parseLine(line, { cellsOf }).problem?.message).toContain(message);
  });
});
