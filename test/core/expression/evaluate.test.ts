import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { emptyText } from "../../../core/errors.ts";
import { type Expression, isOperation, type Operator } from "../../../core/expression/ast.ts";
import { evaluate, type Lookups, trace } from "../../../core/expression/evaluate.ts";
import { parseLine } from "../../../core/expression/parse-line.ts";
import { nodeAt } from "../../../core/expression/walk.ts";
import { positions } from "./arbitrary-expression.ts";

const known = new Map([
  ["jaguar", Uint16Array.of(1, 2, 3, 4)],
  ["cat", Uint16Array.of(3, 4, 5)],
]);
const lookups: Lookups = {
  retina: "test",
  term: (term) => known.get(term),
  text: (text) => {
    if (text === "nothing") throw emptyText("text");
    return Uint16Array.of(text.length);
  },
  reference: (leaf) => Uint16Array.of(leaf.name.length),
  suggest: () => ["jaguar"],
};

const tree = (line: string): Expression => {
  const { expression, problem } = parseLine(line);
  if (expression === undefined) throw new Error(`${line}: ${problem?.message}`);
  return expression;
};
const result = (line: string) => [...evaluate(tree(line), lookups)];

/** The operators straight from their definitions, on sets. */
function slowly(node: Expression): Set<number> {
  if (!isOperation(node)) return new Set(evaluate(node, lookups));
  const sets = node.operands.map(slowly);
  const all = new Set(sets.flatMap((set) => [...set]));
  const count = (cell: number) => sets.filter((set) => set.has(cell)).length;
  const keep: Record<Operator, (cell: number) => boolean> = {
    and: (cell) => count(cell) === sets.length,
    or: () => true,
    sub: (cell) => sets[0]?.has(cell) === true && count(cell) === 1,
    xor: (cell) => count(cell) % 2 === 1,
  };
  return new Set([...all].filter(keep[node.kind]));
}

const operators = fc.constantFrom<Operator>("and", "or", "sub", "xor");
const plainTree: fc.Arbitrary<Expression> = fc.letrec<{ tree: Expression }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, depthSize: "medium" },
    positions.map((cells): Expression => ({ kind: "positions", positions: cells })),
    fc
      .tuple(operators, fc.array(tie("tree"), { minLength: 1, maxLength: 4 }))
      .map(([kind, operands]): Expression => ({ kind, operands })),
  ),
})).tree;

describe("evaluate", () => {
  test("the four operators on [0,2,4] and [0,4]", () => {
    expect(result("[0,2,4] & [0,4]")).toEqual([0, 4]);
    expect(result("[0,2,4] + [0,4]")).toEqual([0, 2, 4]);
    expect(result("[0,2,4] - [0,4]")).toEqual([2]);
    expect(result("[0,2,4] ^ [0,4]")).toEqual([2]);
  });

  test("one operand is itself, three operands of xor keep odd counts", () => {
    for (const kind of ["and", "or", "sub", "xor"])
      expect(result(`${kind}([7,9])`)).toEqual([7, 9]);
    expect(result("xor([1,2,3], [2,3], [3,4])")).toEqual([1, 3, 4]);
    expect(result("[1,2,3] ^ [2,3] ^ [3,4]")).toEqual([1, 3, 4]);
  });

  test("terms, texts and references come from the lookups", () => {
    expect(
      result('jaguar - cat + text:"12345678" + filter:"123456789" + region:"1234567"'),
    ).toEqual([1, 2, 7, 8, 9]);
  });

  test("equals the definitions on sets", () => {
    fc.assert(
      fc.property(plainTree, (expression) => {
        expect([...evaluate(expression, lookups)]).toEqual(
          [...slowly(expression)].sort((a, b) => a - b),
        );
      }),
    );
  });

  test("thins a part only where it is denser than asked", () => {
    expect(result("[0-999]~2%")).toHaveLength(328);
    expect(result("[0-9]~2%")).toHaveLength(10);
    expect(result("([0-999]~2%) & [0-999]")).toHaveLength(328);
  });

  test("an unknown term is named with its retina and near spellings", () => {
    expect(() => result("jaguar + jagaur")).toThrow(/“test” has no term “jagaur”.*jaguar/);
  });
});

describe("trace", () => {
  test("gives the result of every node", () => {
    const {
      positions: found,
      result: whole,
      errors,
    } = trace(tree("(jaguar & cat) - [4]"), lookups);
    expect(Object.fromEntries([...found].map(([key, cells]) => [key, [...cells]]))).toEqual({
      "": [3],
      "0": [3, 4],
      "0.0": [1, 2, 3, 4],
      "0.1": [3, 4, 5],
      "1": [4],
    });
    expect([...(whole ?? [])]).toEqual([3]);
    expect(errors).toEqual([]);
  });

  test("collects all leaves that fail and leaves nothing out silently", () => {
    const expression = tree('(jaguar + cat) & (tiger + text:"nothing")');
    const { positions: found, result: whole, errors } = trace(expression, lookups);
    expect(whole).toBeUndefined();
    expect(errors.map(({ code }) => code)).toEqual(["unknown-term", "empty-text"]);
    expect([...found.keys()].sort()).toEqual(["0", "0.0", "0.1"]);
  });

  test("each node's trace is what evaluating it alone gives", () => {
    fc.assert(
      fc.property(plainTree, (expression) => {
        for (const [key, cells] of trace(expression, lookups).positions) {
          const node = nodeAt(expression, key === "" ? [] : key.split(".").map(Number));
          expect(node && evaluate(node, lookups)).toEqual(cells);
        }
      }),
      { numRuns: 50 },
    );
  });
});
