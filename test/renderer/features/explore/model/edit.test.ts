import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Expression, isOperation } from "../../../../../core/expression/ast.ts";
import { parseLine } from "../../../../../core/expression/parse-line.ts";
import { printLine } from "../../../../../core/expression/print-line.ts";
import {
  leaves,
  limitProblem,
  nodeAt,
  pathOf,
  sameExpression,
  walk,
} from "../../../../../core/expression/walk.ts";
import * as edit from "../../../../../renderer/features/explore/model/edit.ts";
import { rowsOf, targetAt } from "../../../../../renderer/features/explore/model/outline-rows.ts";
import { anyTree } from "../../../../core/expression/arbitrary-expression.ts";

const read = (line: string): Expression => parseLine(line).expression!;
const start = read("(a + b) - (c & d) - e");
const x: Expression = { kind: "term", term: "x" };
const orX = { node: x, operator: "or" } as const;

const show = (result: edit.EditResult) => {
  if (edit.isRefused(result)) return result.refused;
  if (result.tree === undefined) return "";
  return `${printLine(result.tree, { fullBrackets: true })} @${result.focus}`;
};

const GONE = "This part is not in the expression any more.";
const OWN = "A part cannot be moved into itself.";

describe("edits of (a + b) - (c & d) - e", () => {
  test.each<[string, edit.EditResult, string]>([
    ["add to nothing", edit.addTo(undefined, [], orX), "x @"],
    [
      "add to an operator of the kind",
      edit.addTo(start, [0], orX),
      "(a + b + x) - (c & d) - e @0.2",
    ],
    ["add to another operator", edit.addTo(start, [1], orX), "(a + b) - ((c & d) + x) - e @1.1"],
    ["add to a leaf", edit.addTo(start, [1, 0], orX), "(a + b) - ((c + x) & d) - e @1.0.1"],
    ["add to the whole", edit.addTo(start, [], orX), "((a + b) - (c & d) - e) + x @1"],
    ["replace", edit.replace(start, [1], read("x + y")), "(a + b) - (x + y) - e @1"],
    ["remove the first", edit.remove(start, [0]), "(c & d) - e @0"],
    ["remove the last", edit.remove(start, [2]), "(a + b) - (c & d) @1"],
    ["remove one of two", edit.remove(start, [1, 0]), "(a + b) - d - e @1"],
    ["remove the root", edit.remove(start, []), ""],
    ["remove the only one", edit.remove(read("or(a) - b"), [0, 0]), "b @"],
    ["remove of a thinned pair", edit.remove(read("(a + b)~2%"), [1]), "a~2% @"],
    ["remove of a pair thinned twice", edit.remove(read("(a~6% + b)~2%"), [1]), "or(a~6%)~2% @0"],
    ["keep alone", edit.alone(start, [1]), "c & d @"],
    ["group", edit.group(start, [2], "xor"), "(a + b) - ((c & d) ^ e) @1"],
    ["group the first", edit.group(start, [0], "or"), "((a + b) + (c & d)) - e @0"],
    ["group two", edit.group(start, [0, 1], "or"), "These two parts are a group already."],
    [
      "group the root",
      edit.group(start, [], "or"),
      "A part is grouped with the one before it; this is the outermost part.",
    ],
    ["ungroup", edit.ungroup(start, [1]), "(a + b) - c - d - e @1"],
    ["ungroup the root", edit.ungroup(start, []), "The outermost operator joins the parts."],
    ["ungroup a leaf", edit.ungroup(start, [2]), "Only a group can be ungrouped."],
    ["change an operator", edit.changeOperator(start, [], "xor"), "xor(a + b, c & d, e) @"],
    [
      "change a leaf's operator",
      edit.changeOperator(start, [1, 0], "sub"),
      "(a + b) - (c - d) - e @1.0",
    ],
    ["change none", edit.changeOperator(x, [], "sub"), "There is no operator here to change."],
    ["thin", edit.thin(start, 0.02), "((a + b) - (c & d) - e)~2% @"],
    ["thin no longer", edit.thin(read("a~2%"), undefined), "a @"],
    ["make first", edit.makeFirst(start, [2]), "e - (c & d) - (a + b) @0"],
    ["make the first second", edit.makeFirst(start, [0]), "(c & d) - (a + b) - e @1"],
    [
      "make the root first",
      edit.makeFirst(start, []),
      "Only a part of an operator can become its base.",
    ],
    ["move up", edit.moveBy(start, [2], -1), "(a + b) - e - (c & d) @1"],
    ["move up the first", edit.moveBy(start, [0], -1), "This part is the first already."],
    ["move down", edit.moveBy(start, [0], 1), "(c & d) - (a + b) - e @1"],
    ["move down the last", edit.moveBy(start, [0, 1], 1), "This part is the last already."],
    [
      "drop between",
      edit.drop(start, { from: [0] }, { parent: [], index: 2 }),
      "(c & d) - (a + b) - e @1",
    ],
    [
      "drop where it is",
      edit.drop(start, { from: [1] }, { parent: [], index: 1 }),
      "(a + b) - (c & d) - e @1",
    ],
    [
      "drop elsewhere",
      edit.drop(start, { from: [1, 1] }, { parent: [0], index: 0 }),
      "(d + a + b) - c - e @0.0",
    ],
    ["drop into itself", edit.drop(start, { from: [0] }, { parent: [0], index: 1 }), OWN],
    ["drop onto its own part", edit.drop(start, { from: [0] }, { onto: [0, 1] }), OWN],
    [
      "drop onto a leaf",
      edit.drop(start, { from: [2] }, { onto: [0, 0] }),
      "((a + e) + b) - (c & d) @0.0.1",
    ],
    [
      "drop onto an operator",
      edit.drop(start, { from: [0] }, { onto: [1] }),
      "(c & d & (a + b)) - e @0.2",
    ],
    [
      "drop from elsewhere",
      edit.drop(start, { node: x }, { parent: [1], index: 0 }),
      "(a + b) - (x & c & d) - e @1.0",
    ],
    ["remove what is gone", edit.remove(start, [7, 7]), GONE],
    ["replace what is gone", edit.replace(start, [7], x), GONE],
    ["drop onto what is gone", edit.drop(start, { node: x }, { onto: [7] }), GONE],
  ])("%s", (_name, result, expected) => {
    expect(show(result)).toBe(expected);
  });

  test("are named for undo", () => {
    expect(edit.remove(read("jaguar - cat"), [0])).toMatchObject({ label: "Remove jaguar" });
    expect(edit.group(start, [2], "or")).toMatchObject({ label: "Group and of 2 and e" });
  });

  test("are refused beyond the limits", () => {
    const deep = read(`${"and(".repeat(32)}a${")".repeat(32)}`);
    expect(edit.addTo(deep, [], orX)).toEqual({
      refused: "Operators may be nested 32 deep at most.",
    });
  });
});

const attempts: Readonly<
  Record<string, (tree: Expression, at: number[], to: number[]) => edit.EditResult>
> = {
  addTo: (tree, at) => edit.addTo(tree, at, { node: x, operator: "and" }),
  replace: (tree, at) => edit.replace(tree, at, start),
  remove: (tree, at) => edit.remove(tree, at),
  alone: (tree, at) => edit.alone(tree, at),
  group: (tree, at) => edit.group(tree, at, "xor"),
  ungroup: (tree, at) => edit.ungroup(tree, at),
  changeOperator: (tree, at) => edit.changeOperator(tree, at, "sub"),
  makeFirst: (tree, at) => edit.makeFirst(tree, at),
  moveUp: (tree, at) => edit.moveBy(tree, at, -1),
  moveDown: (tree, at) => edit.moveBy(tree, at, 1),
  dropBetween: (tree, at, to) => edit.drop(tree, { from: at }, { parent: to, index: 1 }),
  dropOnto: (tree, at, to) => edit.drop(tree, { from: at }, { onto: to }),
};
const KEEPS_LEAVES = new Set(
  Object.keys(attempts).filter((name) => !/^(addTo|replace|remove|alone|dropBetween)$/.test(name)),
);

describe("any edit of any tree", () => {
  test("leaves a valid tree that can be typed, a focus inside it, and the old tree as it was", () => {
    fc.assert(
      fc.property(
        anyTree,
        fc.constantFrom(...Object.keys(attempts)),
        fc.nat(),
        fc.nat(),
        (before, name, one, two) => {
          const copy = structuredClone(before);
          const paths = [...walk(before)].map(({ path }) => [...path]);
          const [at, to] = [paths[one % paths.length]!, paths[two % paths.length]!];
          const result = attempts[name]!(before, at, to);
          expect(before).toEqual(copy);
          if (edit.isRefused(result)) {
            expect(result.refused).toMatch(/\.$/);
            return;
          }
          const { tree, focus } = result;
          if (tree === undefined) return;
          expect(limitProblem(tree)).toBeUndefined();
          expect(nodeAt(tree, pathOf(focus))).toBeDefined();
          const again = parseLine(printLine(tree)).expression;
          expect(again && sameExpression(again, tree)).toBe(true);
          if (KEEPS_LEAVES.has(name)) expect(leaves(tree).length, name).toBe(leaves(before).length);
        },
      ),
      { numRuns: 1500 },
    );
  });

  test("up undoes down, and making first twice changes nothing", () => {
    fc.assert(
      fc.property(anyTree, fc.nat(), (before, one) => {
        const paths = [...walk(before)].map(({ path }) => path);
        const path = paths[one % paths.length]!;
        const down = edit.moveBy(before, path, 1);
        if (!edit.isRefused(down) && down.tree)
          expect(edit.moveBy(down.tree, pathOf(down.focus), -1)).toMatchObject({ tree: before });
        const first = edit.makeFirst(before, path);
        if (edit.isRefused(first) || !first.tree || path.at(-1) === 0) return;
        const back = edit.makeFirst(first.tree, path);
        expect(back).toMatchObject({ tree: before });
      }),
    );
  });
});

describe("where a drop lands", () => {
  const tree = read("apple + fruit - (company + car)");
  const row = (key: string) => rowsOf(tree).find((each) => each.key === key)!;

  test("is before the upper part of a row, after its lower part, on its middle", () => {
    expect(targetAt(row("0.1"), 0.1)).toEqual({ parent: [0], index: 1 });
    expect(targetAt(row("0.1"), 0.5)).toEqual({ onto: [0, 1] });
    expect(targetAt(row("0.1"), 0.9)).toEqual({ parent: [0], index: 2 });
    expect(targetAt(row("1"), 0.9)).toEqual({ parent: [1], index: 0 });
    expect(targetAt(row(""), 0.1)).toEqual({ onto: [] });
  });

  test("outside of the dragged part is never refused for a reason of place, and keeps every leaf", () => {
    const textsIn = (each: Expression) =>
      leaves(each)
        .map(({ node }) => printLine(withoutShare(node)))
        .sort();
    const withoutShare = ({ sparsity: _, ...node }: Expression) => node as Expression;
    fc.assert(
      fc.property(
        anyTree,
        fc.nat(),
        fc.nat(),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (any, which, over, fraction) => {
          const rows = rowsOf(any);
          const from = rows[which % rows.length]!.path;
          const target = targetAt(rows[over % rows.length]!, fraction);
          const place = "onto" in target ? target.onto : target.parent;
          fc.pre(!edit.isWithin(place, from));
          const result = edit.drop(any, { from }, target);
          if (edit.isRefused(result)) expect(result.refused).toMatch(/at most/);
          else expect(textsIn(result.tree!)).toEqual(textsIn(any));
        },
      ),
    );
  });

  test("an operator that lost its last part goes with it", () => {
    const result = edit.drop(read("or(a) - b"), { from: [0, 0] }, { parent: [], index: 2 });
    expect(show(result)).toBe("b - a @1");
    expect(isOperation(read("or(a)"))).toBe(true);
  });
});
