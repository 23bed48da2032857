import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Expression, isOperation, type NodePath } from "../../../../../core/expression/ast.ts";
import {
  type Draft,
  type DraftPlace,
  draftOf,
  find,
  idsOf,
  leaveOut,
  type NodeId,
  nodeWith,
  places,
} from "../../../../../core/expression/draft.ts";
import { parseLine } from "../../../../../core/expression/parse-line.ts";
import { printLine } from "../../../../../core/expression/print-line.ts";
import {
  leaves,
  limitProblem,
  pathKey,
  sameExpression,
} from "../../../../../core/expression/walk.ts";
import * as edit from "../../../../../renderer/features/explore/model/edit.ts";
import {
  type Edited,
  type EditResult,
  isRefused,
} from "../../../../../renderer/features/explore/model/working-tree.ts";
import { keepNotes } from "../../../../../renderer/model/expression-tree.ts";
import { anyDraft, anyTree } from "../../../../core/expression/arbitrary-expression.ts";
import { idAt, keyOf, readDraft } from "../../../../core/expression/read-draft.ts";

const start: Draft = readDraft("(a + b) - (c & d) - e");
/** The id of the node of `start` at a place. */
const at = (...path: NodePath): NodeId => idAt(start, pathKey(path));
const x: Expression = { kind: "term", term: "x" };
const ROOT = "n1";

const left = (ids: readonly NodeId[]): Edited => {
  const expression = leaveOut(start, ids);
  return { expression, focus: expression?.id, label: "" };
};

const show = (result: EditResult) => {
  if (isRefused(result)) return result.refused;
  const { expression, focus } = result;
  if (expression === undefined || focus === undefined) return "";
  return `${printLine(expression, { fullBrackets: true })} @${keyOf(expression, focus)}`;
};

describe("edits of (a + b) - (c & d) - e", () => {
  const orX = { node: x, operator: "or" } as const;
  test.each<[string, EditResult, string]>([
    [
      "insert first",
      edit.insert(start, { parent: at(), index: 0 }, x),
      "x - (a + b) - (c & d) - e @0",
    ],
    [
      "insert last",
      edit.insert(start, { parent: at(1), index: 9 }, x),
      "(a + b) - (c & d & x) - e @1.2",
    ],
    [
      "insert into a leaf",
      edit.insert(start, { parent: at(2), index: 0 }, x),
      "Only an operator can take another part.",
    ],
    ["insert into nothing", edit.startWith(x), "x @"],
    ["add onto an operator", edit.addOnto(start, at(0), orX), "(a + b + x) - (c & d) - e @0.2"],
    ["add onto a leaf", edit.addOnto(start, at(1, 0), orX), "(a + b) - ((c + x) & d) - e @1.0.1"],
    ["add beside", edit.addBeside(start, at(1, 0), orX), "(a + b) - (c & x & d) - e @1.1"],
    ["add beside the root", edit.addBeside(start, at(), orX), "((a + b) - (c & d) - e) + x @1"],
    ["replace", edit.replace(start, at(1), readDraft("x + y")), "(a + b) - (x + y) - e @1"],
    ["remove the first", edit.remove(start, at(0)), "(c & d) - e @0"],
    ["remove the last", edit.remove(start, at(2)), "(a + b) - (c & d) @1"],
    ["remove the root", edit.remove(start, at()), ""],
    [
      "remove down to nothing",
      edit.remove(readDraft("a - or(b)"), idAt(readDraft("a - or(b)"), "1.0")),
      "sub(a) @",
    ],
    ["wrap", edit.wrap(start, at(2), "xor"), "(a + b) - (c & d) - xor(e) @2"],
    ["wrap the root", edit.wrap(start, at(), "or"), "or((a + b) - (c & d) - e) @"],
    ["unwrap", edit.unwrap(start, at(1)), "(a + b) - c - d - e @1"],
    [
      "unwrap the root",
      edit.unwrap(start, at()),
      "The outermost operator holds several parts, so they need it.",
    ],
    ["unwrap a root with one part", edit.unwrap(readDraft("or(a & b)"), ROOT), "a & b @"],
    ["unwrap a leaf", edit.unwrap(start, at(2)), "Only an operator can be unwrapped."],
    ["duplicate", edit.duplicate(start, at(1)), "(a + b) - (c & d) - (c & d) - e @2"],
    ["duplicate the root", edit.duplicate(readDraft("a"), ROOT, "and"), "a & a @1"],
    ["swap", edit.swap(start, at(0, 1), at(2)), "(a + e) - (c & d) - b @2"],
    ["swap neighbours", edit.swap(start, at(0), at(1)), "(c & d) - (a + b) - e @1"],
    [
      "swap with an ancestor",
      edit.swap(start, at(0), at(0, 1)),
      "A part cannot be moved into itself.",
    ],
    ["swap the base", edit.swapBase(start, at(2)), "e - (c & d) - (a + b) @0"],
    ["swap the base away", edit.swapBase(start, at(0)), "(c & d) - (a + b) - e @1"],
    ["move up", edit.moveUp(start, at(2)), "(a + b) - e - (c & d) @1"],
    ["move up the first", edit.moveUp(start, at(0)), "This part is the first already."],
    ["move down", edit.moveDown(start, at(0)), "(c & d) - (a + b) - e @1"],
    ["move down the last", edit.moveDown(start, at(0, 1)), "This part is the last already."],
    ["move in", edit.moveIn(start, at(2)), "(a + b) - (c & d & e) @1.2"],
    [
      "move in beside a leaf",
      edit.moveIn(start, at(1, 1)),
      "There is no operator just before this part to move it into.",
    ],
    ["move out", edit.moveOut(start, at(0, 0)), "or(b) - a - (c & d) - e @1"],
    [
      "move out the only part",
      edit.moveOut(readDraft("or(a) - b"), idAt(readDraft("or(a) - b"), "0.0")),
      "a - b @0",
    ],
    [
      "move out at the top",
      edit.moveOut(start, at(1)),
      "This part is at the outermost level already.",
    ],
    [
      "move forward",
      edit.move(start, at(0), { parent: at(), index: 2 }),
      "(c & d) - (a + b) - e @1",
    ],
    [
      "move before itself",
      edit.move(start, at(1), { parent: at(), index: 1 }),
      "(a + b) - (c & d) - e @1",
    ],
    [
      "move elsewhere",
      edit.move(start, at(1, 1), { parent: at(0), index: 0 }),
      "(d + a + b) - and(c) - e @0.0",
    ],
    [
      "move into itself",
      edit.move(start, at(0), { parent: at(0), index: 1 }),
      "A part cannot be moved into itself.",
    ],
    [
      "move onto a leaf",
      edit.moveOnto(start, at(2), { onto: at(0, 0), operator: "xor" }),
      "((a ^ e) + b) - (c & d) @0.0.1",
    ],
    [
      "move onto an operator",
      edit.moveOnto(start, at(0), { onto: at(1), operator: "xor" }),
      "(c & d & (a + b)) - e @0.2",
    ],
    ["change an operator", edit.changeOperator(start, at(), "xor"), "xor(a + b, c & d, e) @"],
    [
      "change a leaf's operator",
      edit.changeOperator(start, at(1, 0), "sub"),
      "(a + b) - (c - d) - e @1.0",
    ],
    [
      "change where there is none",
      edit.changeOperator(readDraft("x"), ROOT, "sub"),
      "There is no operator here to change.",
    ],
    ["thin", edit.setSparsity(start, at(0), 0.02), "(a + b)~2% - (c & d) - e @0"],
    ["thin no longer", edit.setSparsity(readDraft("a~2%"), ROOT, undefined), "a @"],
    [
      "thin by nonsense",
      edit.setSparsity(start, at(0), Number.NaN),
      "The share of the map to keep is above 0% and at most 100%.",
    ],
    ["mute", left([at(1, 0), at(1, 1)]), "(a + b) - e @"],
    ["mute all", left([at()]), ""],
    [
      "a node that is gone",
      edit.remove(start, at(7, 7)),
      "This part is not in the expression any more.",
    ],
  ])("%s", (_name, result, expected) => {
    expect(show(result)).toBe(expected);
  });

  test("are named for undo", () => {
    expect((edit.moveIn(start, at(2)) as Edited).label).toBe("Move e into and of 2");
    expect(
      (edit.remove(readDraft("jaguar - cat"), idAt(readDraft("jaguar - cat"), "0")) as Edited)
        .label,
    ).toBe("Remove jaguar");
  });

  test("are refused beyond the limits", () => {
    const deep = readDraft(`${"and(".repeat(32)}a${")".repeat(32)}`);
    expect(edit.wrap(deep, ROOT, "or")).toEqual({
      refused: "Operators may be nested 32 deep at most.",
    });
  });
});

interface Attempt {
  readonly name: string;
  readonly keepsLeaves: boolean;
  readonly run: (tree: Draft, id: NodeId, other: NodeId) => EditResult;
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
  { name: "swap", keepsLeaves: true, run: edit.swap },
  { name: "swapBase", keepsLeaves: true, run: (t, p) => edit.swapBase(t, p) },
  { name: "moveUp", keepsLeaves: true, run: (t, p) => edit.moveUp(t, p) },
  { name: "moveDown", keepsLeaves: true, run: (t, p) => edit.moveDown(t, p) },
  { name: "moveIn", keepsLeaves: true, run: (t, p) => edit.moveIn(t, p) },
  { name: "moveOut", keepsLeaves: true, run: (t, p) => edit.moveOut(t, p) },
  { name: "move", keepsLeaves: true, run: (t, p, o) => edit.move(t, p, { parent: o, index: 1 }) },
  {
    name: "moveOnto",
    keepsLeaves: true,
    run: (t, p, o) => edit.moveOnto(t, p, { onto: o, operator: "sub" }),
  },
];

const anyEdit = fc.record({
  attempt: fc.constantFrom(...attempts),
  one: fc.nat(),
  two: fc.nat(),
});
type Choice = typeof anyEdit extends fc.Arbitrary<infer T> ? T : never;

/** One of the edits, on nodes chosen by number. */
function tried(before: Draft, { attempt, one, two }: Choice): EditResult {
  const ids = idsOf(before);
  return attempt.run(before, ids[one % ids.length] ?? "", ids[two % ids.length] ?? "");
}

describe("any edit of any tree", () => {
  test("leaves a valid tree, a focus inside it, and the old tree as it was", () => {
    fc.assert(
      fc.property(anyDraft, anyEdit, (before, choice) => {
        const copy = structuredClone(before);
        const result = tried(before, choice);
        expect(before).toEqual(copy);
        if (isRefused(result)) {
          expect(result.refused).toMatch(/\.$/);
          return;
        }
        const { expression, focus } = result;
        if (expression === undefined) return;
        expect(limitProblem(expression)).toBeUndefined();
        expect(focus !== undefined && nodeWith(expression, focus)).toBeDefined();
        const again = parseLine(printLine(expression)).expression;
        expect(again !== undefined && sameExpression(again, expression)).toBe(true);
      }),
      { numRuns: 1500 },
    );
  });

  test("keeps each leaf under its id: the very same leaf is there", () => {
    fc.assert(
      fc.property(anyDraft, anyEdit, (before, choice) => {
        const { name, keepsLeaves } = choice.attempt;
        const result = tried(before, choice);
        if (isRefused(result) || result.expression === undefined) return;
        const old = leaves(before) as DraftPlace[];
        if (keepsLeaves) expect(leaves(result.expression).length, name).toBe(old.length);
        for (const { node } of old) {
          const now = nodeWith(result.expression, node.id);
          if (keepsLeaves) expect(now, name).toBeDefined();
          if (now !== undefined && name !== "replace") expect(now, name).toBe(node);
        }
      }),
      { numRuns: 1500 },
    );
  });

  test("up undoes down, swapping twice changes nothing, in undoes out of the node before", () => {
    fc.assert(
      fc.property(anyDraft, fc.nat(), (before, one) => {
        const ids = idsOf(before);
        const id = ids[one % ids.length] ?? "";
        const down = edit.moveDown(before, id);
        if (!isRefused(down) && down.expression !== undefined)
          expect(edit.moveUp(down.expression, id)).toMatchObject({ expression: before });
        const swapped = edit.swapBase(before, id);
        if (isRefused(swapped) || swapped.expression === undefined) return;
        const { path } = find(before, id) ?? { path: [] };
        const other = idAt(swapped.expression, pathKey(path));
        expect(edit.swap(swapped.expression, id, other)).toMatchObject({ expression: before });
      }),
    );
  });
});

/** Leaves that are told apart by their names as well: the slow way to follow them. */
const named = (expression: Expression): Draft => {
  let count = 0;
  const rename = (node: Expression): Expression =>
    isOperation(node)
      ? { ...node, operands: node.operands.map(rename) }
      : { kind: "term", term: `leaf ${count++}` };
  return draftOf(rename(expression));
};
const termsOf = (draft: Draft): Map<NodeId, string> =>
  new Map(
    [...places(draft)].flatMap(({ node }) => (node.kind === "term" ? [[node.id, node.term]] : [])),
  );

describe("any sequence of edits", () => {
  const anyEdits = fc.array(
    anyEdit.filter(({ attempt }) => attempt.name !== "replace"),
    { minLength: 1, maxLength: 12 },
  );

  test("keeps ids unique, and the id and the notes of every leaf that stays", () => {
    fc.assert(
      fc.property(anyTree, anyEdits, (expression, choices) => {
        let now = named(expression);
        let notes: ReadonlyMap<NodeId, string> = termsOf(now);
        for (const choice of choices) {
          const result = tried(now, choice);
          if (isRefused(result) || result.expression === undefined) continue;
          now = result.expression;
          notes = keepNotes(notes, now);
          const ids = idsOf(now);
          const terms = termsOf(now);
          expect(new Set(ids).size).toBe(ids.length);
          for (const [id, note] of notes) expect(terms.get(id), choice.attempt.name).toBe(note);
          // A copy of a leaf is named like it, and may stay when that has gone.
          if (choices.some(({ attempt }) => attempt.name === "duplicate")) continue;
          const left = [...terms.values()].filter((term) => term.startsWith("leaf"));
          expect([...notes.values()].sort(), choice.attempt.name).toEqual(left.sort());
        }
      }),
      { numRuns: 600 },
    );
  });

  test("a node that takes the place of another has its id, and no other node has an old one", () => {
    fc.assert(
      fc.property(anyDraft, fc.nat(), (before, one) => {
        const ids = idsOf(before);
        const id = ids[one % ids.length] ?? "";
        const result = edit.replace(before, id, start);
        if (isRefused(result) || result.expression === undefined) return;
        const { expression } = result;
        expect(result.focus).toBe(id);
        const inside = nodeWith(expression, id);
        expect(inside && sameExpression(inside, start)).toBe(true);
        const brought = inside ? idsOf(inside).filter((each) => each !== id) : [];
        expect(brought.filter((each) => ids.includes(each))).toEqual([]);
      }),
    );
  });
});

describe("notes", () => {
  test("stay with their nodes through an edit and go with them", () => {
    const notes = new Map([
      [at(2), "on e"],
      [at(0, 1), "on b"],
      [at(1), "on and"],
    ]);
    const { expression } = edit.remove(start, at(0)) as Edited;
    expect(keepNotes(notes, expression)).toEqual(
      new Map([
        [at(2), "on e"],
        [at(1), "on and"],
      ]),
    );
  });
});
