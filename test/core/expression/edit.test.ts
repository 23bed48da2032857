import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Expression, NodePath } from "../../../core/expression/ast.ts";
import { type Edited, type EditResult, isRefused } from "../../../core/expression/draft.ts";
import * as edit from "../../../core/expression/edit.ts";
import * as moves from "../../../core/expression/move.ts";
import { carryNotes, samePlaces } from "../../../core/expression/notes.ts";
import { parseLine } from "../../../core/expression/parse-line.ts";
import { printLine } from "../../../core/expression/print-line.ts";
import {
  leaves,
  limitProblem,
  nodeAt,
  pathKey,
  pathOf,
  walk,
} from "../../../core/expression/walk.ts";
import { anyTree } from "./arbitrary-expression.ts";

const tree = (line: string): Expression => {
  const { expression } = parseLine(line);
  if (expression === undefined) throw new Error(line);
  return expression;
};
const start = tree("(a + b) - (c & d) - e");
const x = tree("x");

const show = (result: EditResult) => {
  if (isRefused(result)) return result.refused;
  const { expression, focus } = result;
  return expression === undefined
    ? ""
    : `${printLine(expression, { fullBrackets: true })} @${pathKey(focus)}`;
};

describe("edits of (a + b) - (c & d) - e", () => {
  const orX = { node: x, operator: "or" } as const;
  test.each<[string, EditResult, string]>([
    [
      "insert first",
      edit.insert(start, { parent: [], index: 0 }, x),
      "x - (a + b) - (c & d) - e @0",
    ],
    [
      "insert last",
      edit.insert(start, { parent: [1], index: 9 }, x),
      "(a + b) - (c & d & x) - e @1.2",
    ],
    [
      "insert into a leaf",
      edit.insert(start, { parent: [2], index: 0 }, x),
      "Only an operator can take another part.",
    ],
    ["insert into nothing", edit.insert(undefined, { parent: [], index: 0 }, x), "x @"],
    ["add onto an operator", edit.addOnto(start, [0], orX), "(a + b + x) - (c & d) - e @0.2"],
    ["add onto a leaf", edit.addOnto(start, [1, 0], orX), "(a + b) - ((c + x) & d) - e @1.0.1"],
    ["add beside", edit.addBeside(start, [1, 0], orX), "(a + b) - (c & x & d) - e @1.1"],
    ["add beside the root", edit.addBeside(start, [], orX), "((a + b) - (c & d) - e) + x @1"],
    ["replace", edit.replace(start, [1], tree("x + y")), "(a + b) - (x + y) - e @1"],
    ["remove the first", edit.remove(start, [0]), "(c & d) - e @0"],
    ["remove the last", edit.remove(start, [2]), "(a + b) - (c & d) @1"],
    ["remove the root", edit.remove(start, []), ""],
    ["remove down to nothing", edit.remove(tree("a - or(b)"), [1, 0]), "sub(a) @"],
    ["wrap", edit.wrap(start, [2], "xor"), "(a + b) - (c & d) - xor(e) @2"],
    ["wrap the root", edit.wrap(start, [], "or"), "or((a + b) - (c & d) - e) @"],
    ["unwrap", edit.unwrap(start, [1]), "(a + b) - c - d - e @1"],
    [
      "unwrap the root",
      edit.unwrap(start, []),
      "The outermost operator holds several parts, so they need it.",
    ],
    ["unwrap a root with one part", edit.unwrap(tree("or(a & b)"), []), "a & b @"],
    ["unwrap a leaf", edit.unwrap(start, [2]), "Only an operator can be unwrapped."],
    ["duplicate", edit.duplicate(start, [1]), "(a + b) - (c & d) - (c & d) - e @2"],
    ["duplicate the root", edit.duplicate(tree("a"), [], "and"), "a & a @1"],
    ["swap", moves.swap(start, [0, 1], [2]), "(a + e) - (c & d) - b @2"],
    ["swap neighbours", moves.swap(start, [0], [1]), "(c & d) - (a + b) - e @1"],
    [
      "swap with an ancestor",
      moves.swap(start, [0], [0, 1]),
      "A part cannot be moved into itself.",
    ],
    ["swap the base", moves.swapBase(start, [2]), "e - (c & d) - (a + b) @0"],
    ["swap the base away", moves.swapBase(start, [0]), "(c & d) - (a + b) - e @1"],
    ["move up", moves.moveUp(start, [2]), "(a + b) - e - (c & d) @1"],
    ["move up the first", moves.moveUp(start, [0]), "This part is the first already."],
    ["move down", moves.moveDown(start, [0]), "(c & d) - (a + b) - e @1"],
    ["move down the last", moves.moveDown(start, [0, 1]), "This part is the last already."],
    ["move in", moves.moveIn(start, [2]), "(a + b) - (c & d & e) @1.2"],
    [
      "move in beside a leaf",
      moves.moveIn(start, [1, 1]),
      "There is no operator just before this part to move it into.",
    ],
    ["move out", moves.moveOut(start, [0, 0]), "or(b) - a - (c & d) - e @1"],
    ["move out the only part", moves.moveOut(tree("or(a) - b"), [0, 0]), "a - b @0"],
    [
      "move out at the top",
      moves.moveOut(start, [1]),
      "This part is at the outermost level already.",
    ],
    ["move forward", moves.move(start, [0], { parent: [], index: 2 }), "(c & d) - (a + b) - e @1"],
    [
      "move before itself",
      moves.move(start, [1], { parent: [], index: 1 }),
      "(a + b) - (c & d) - e @1",
    ],
    [
      "move elsewhere",
      moves.move(start, [1, 1], { parent: [0], index: 0 }),
      "(d + a + b) - and(c) - e @0.0",
    ],
    [
      "move into itself",
      moves.move(start, [0], { parent: [0], index: 1 }),
      "A part cannot be moved into itself.",
    ],
    [
      "move onto a leaf",
      moves.moveOnto(start, [2], { onto: [0, 0], operator: "xor" }),
      "((a ^ e) + b) - (c & d) @0.0.1",
    ],
    [
      "move onto an operator",
      moves.moveOnto(start, [0], { onto: [1], operator: "xor" }),
      "(c & d & (a + b)) - e @0.2",
    ],
    ["change an operator", edit.changeOperator(start, [], "xor"), "xor(a + b, c & d, e) @"],
    [
      "change a leaf's operator",
      edit.changeOperator(start, [1, 0], "sub"),
      "(a + b) - (c - d) - e @1.0",
    ],
    [
      "change where there is none",
      edit.changeOperator(x, [], "sub"),
      "There is no operator here to change.",
    ],
    ["thin", edit.setSparsity(start, [0], 0.02), "(a + b)~2% - (c & d) - e @0"],
    ["thin no longer", edit.setSparsity(tree("a~2%"), [], undefined), "a @"],
    [
      "thin by nonsense",
      edit.setSparsity(start, [0], Number.NaN),
      "The share of the map to keep is above 0% and at most 100%.",
    ],
    ["mute", edit.leaveOut(start, ["1.0", "1.1"]), "(a + b) - e @"],
    ["mute all", edit.leaveOut(start, [""]), ""],
    [
      "a path that leads nowhere",
      edit.remove(start, [7, 7]),
      "This part is not in the expression any more.",
    ],
  ])("%s", (_name, result, expected) => {
    expect(show(result)).toBe(expected);
  });

  test("are named for undo", () => {
    expect((moves.moveIn(start, [2]) as Edited).label).toBe("Move e into and of 2");
    expect((edit.remove(tree("jaguar - cat"), [0]) as Edited).label).toBe("Remove jaguar");
  });

  test("are refused beyond the limits", () => {
    const deep = tree(`${"and(".repeat(32)}a${")".repeat(32)}`);
    expect(edit.wrap(deep, [], "or")).toEqual({ refused: "Operators may stand 32 deep at most." });
  });
});

interface Attempt {
  readonly name: string;
  readonly keepsLeaves: boolean;
  readonly run: (tree: Expression, path: NodePath, other: NodePath) => EditResult;
}
const attempts: Attempt[] = [
  {
    name: "addOnto",
    keepsLeaves: false,
    run: (t, p) => edit.addOnto(t, p, { node: x, operator: "and" }),
  },
  {
    name: "addBeside",
    keepsLeaves: false,
    run: (t, p) => edit.addBeside(t, p, { node: start, operator: "and" }),
  },
  { name: "replace", keepsLeaves: false, run: (t, p) => edit.replace(t, p, start) },
  { name: "remove", keepsLeaves: false, run: (t, p) => edit.remove(t, p) },
  { name: "duplicate", keepsLeaves: false, run: (t, p) => edit.duplicate(t, p) },
  { name: "wrap", keepsLeaves: true, run: (t, p) => edit.wrap(t, p, "xor") },
  { name: "unwrap", keepsLeaves: true, run: (t, p) => edit.unwrap(t, p) },
  { name: "changeOperator", keepsLeaves: true, run: (t, p) => edit.changeOperator(t, p, "sub") },
  { name: "swap", keepsLeaves: true, run: moves.swap },
  { name: "swapBase", keepsLeaves: true, run: (t, p) => moves.swapBase(t, p) },
  { name: "moveUp", keepsLeaves: true, run: (t, p) => moves.moveUp(t, p) },
  { name: "moveDown", keepsLeaves: true, run: (t, p) => moves.moveDown(t, p) },
  { name: "moveIn", keepsLeaves: true, run: (t, p) => moves.moveIn(t, p) },
  { name: "moveOut", keepsLeaves: true, run: (t, p) => moves.moveOut(t, p) },
  { name: "move", keepsLeaves: true, run: (t, p, o) => moves.move(t, p, { parent: o, index: 1 }) },
  {
    name: "moveOnto",
    keepsLeaves: true,
    run: (t, p, o) => moves.moveOnto(t, p, { onto: o, operator: "sub" }),
  },
];

describe("any edit of any tree", () => {
  const anyEdit = fc.tuple(anyTree, fc.constantFrom(...attempts), fc.nat(), fc.nat());

  test("leaves a valid tree, a focus inside it, and the old tree as it was", () => {
    fc.assert(
      fc.property(anyEdit, ([before, { run }, one, two]) => {
        const copy = structuredClone(before);
        const paths = [...walk(before)].map(({ path }) => path);
        const result = run(
          before,
          paths[one % paths.length] ?? [],
          paths[two % paths.length] ?? [],
        );
        expect(before).toEqual(copy);
        if (isRefused(result)) {
          expect(result.refused).toMatch(/\.$/);
          return;
        }
        const { expression, focus } = result;
        if (expression === undefined) return;
        expect(limitProblem(expression)).toBeUndefined();
        expect(nodeAt(expression, focus)).toBeDefined();
        expect(parseLine(printLine(expression)).expression).toEqual(expression);
      }),
      { numRuns: 1500 },
    );
  });

  test("says where each leaf went: the very same leaf is there", () => {
    fc.assert(
      fc.property(anyEdit, ([before, { name, keepsLeaves, run }, one, two]) => {
        const paths = [...walk(before)].map(({ path }) => path);
        const result = run(
          before,
          paths[one % paths.length] ?? [],
          paths[two % paths.length] ?? [],
        );
        if (isRefused(result) || result.expression === undefined) return;
        const old = leaves(before);
        if (keepsLeaves) expect(leaves(result.expression).length, name).toBe(old.length);
        for (const { path, node } of old) {
          const to = result.moved.get(pathKey(path));
          if (keepsLeaves) expect(to, name).toBeDefined();
          if (to !== undefined && name !== "replace")
            expect(nodeAt(result.expression, pathOf(to)), name).toBe(node);
        }
      }),
      { numRuns: 1500 },
    );
  });

  test("up undoes down, swapping twice changes nothing, in undoes out of the node before", () => {
    fc.assert(
      fc.property(anyTree, fc.nat(), (before, one) => {
        const paths = [...walk(before)].map(({ path }) => path);
        const path = paths[one % paths.length] ?? [];
        const down = moves.moveDown(before, path);
        if (!isRefused(down) && down.expression !== undefined)
          expect(moves.moveUp(down.expression, down.focus)).toMatchObject({ expression: before });
        const swapped = moves.swapBase(before, path);
        if (!isRefused(swapped) && swapped.expression !== undefined)
          expect(moves.swap(swapped.expression, swapped.focus, path)).toMatchObject({
            expression: before,
          });
      }),
    );
  });
});

describe("notes", () => {
  test("follow their nodes through an edit and go with them", () => {
    const notes = new Map([
      ["2", "on e"],
      ["0.1", "on b"],
      ["1", "on and"],
    ]);
    const { moved } = edit.remove(start, [0]) as Edited;
    expect(carryNotes(notes, moved)).toEqual(
      new Map([
        ["1", "on e"],
        ["0", "on and"],
      ]),
    );
  });

  test("stay where a line typed anew has the same kind in the same place", () => {
    const same = samePlaces(start, tree("(a & b) - (q & d) - z - w"));
    expect([...same.keys()].sort()).toEqual(["", "0.0", "0.1", "1", "1.0", "1.1", "2"]);
  });
});
