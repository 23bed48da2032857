import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Expression,
  isOperation,
  isReference,
  withSparsity,
} from "../../../core/expression/ast.ts";
import { evaluate } from "../../../core/expression/evaluate.ts";
import { parseLine } from "../../../core/expression/parse-line.ts";
import { printLine } from "../../../core/expression/print-line.ts";
import { leaves, pathKey, pathName, sameExpression, walk } from "../../../core/expression/walk.ts";
import { fits } from "../../../core/workspace/fit.ts";
import { prepare } from "../../../renderer/model/prepare-expression.ts";
import {
  labelOfTree,
  NO_SUBJECT,
  readSubject,
  subjectOf,
  subjectSchema,
  subjectTreeOf,
  treeOf,
} from "../../../renderer/model/subject.ts";
import { anyTree, words } from "../../core/expression/arbitrary-expression.ts";

const read = (line: string): Expression => {
  const { expression, problem } = parseLine(line);
  if (expression === undefined) throw new Error(problem?.message);
  return expression;
};

/** Lists of cells of any length; every second one has a name, which several may share. */
const withNames = (tree: Expression, word: string): Expression => {
  let count = 0;
  const visit = (node: Expression): Expression => {
    if (isOperation(node)) return { ...node, operands: node.operands.map(visit) };
    if (node.kind !== "positions" || count++ % 2 === 1) return node;
    return { ...node, name: word };
  };
  return visit(tree);
};

/** Cells of leaves by their text alone, so that equal leaves have equal cells. */
const cellsOf = (text: string) => Uint16Array.of([...text].reduce((sum, c) => sum + c.length, 0));
const lookups = {
  retina: "test",
  term: cellsOf,
  text: cellsOf,
  reference: ({ kind, name }: { kind: string; name: string }) => cellsOf(kind + name),
};

describe("a line", () => {
  it("gives back the tree it was written for, also after it was saved and typed again", () => {
    fc.assert(
      fc.property(anyTree, words, (generated, word) => {
        const tree = withNames(generated, word);
        const saved = JSON.parse(JSON.stringify(subjectOf(tree)));
        expect(fits(subjectSchema, saved)).toBe(true);
        const back = treeOf(saved);
        expect(back && sameExpression(back, tree), saved.line).toBe(true);
        expect(back && evaluate(back, lookups)).toEqual(evaluate(tree, lookups));
        const typed = subjectOf(back, { typed: saved.line, before: saved });
        expect(typed).toEqual(saved);
      }),
    );
  });

  it("writes a long list of cells by a name, and tells different lists apart", () => {
    const list = (from: number) => `[${from}-${from + 20}]`;
    const subject = subjectOf(read(`${list(0)} - ${list(5)} + ${list(0)} + [1,2]`), {
      retina: "en",
    });
    expect(subject.line).toBe('["21 cells"] - ["21 cells 2"] + ["21 cells"] + [1,2]');
    expect(subject.cells.map(({ name, retina }) => [name, retina])).toEqual([
      ["21 cells", "en"],
      ["21 cells 2", "en"],
    ]);
  });

  it("keeps the retina of a list that stays, and takes that in use for a new one", () => {
    const before = subjectOf(read("[0-20]"), { retina: "old" });
    const tree = read("[0-20] + [100-130]");
    const { cells } = subjectOf(tree, { before, retina: "new" });
    expect(cells.map(({ retina }) => retina)).toEqual(["old", "new"]);
  });

  it("stays as it was typed where it reads as the tree, and is written out where it does not", () => {
    const lineOf = (typed: string, line = typed) => subjectOf(read(line), { typed }).line;
    expect(lineOf("  cat AND (dog) ")).toBe("cat AND (dog)");
    expect(lineOf("new york + cat", '"new york" + cat')).toBe('"new york" + cat');
    expect(lineOf('{"or":[{"term":"a"},{"term":"b"}]}', "a + b")).toBe("a + b");
  });

  it("that cannot be read has a problem and no tree", () => {
    const subject = { ...NO_SUBJECT, line: "cat - (" };
    expect(readSubject(subject).problem?.message).toMatch(/not closed/);
    expect(subjectTreeOf(subject, () => "")).toMatchObject({ tree: undefined, json: null });
    expect(readSubject(NO_SUBJECT)).toMatchObject({ expression: undefined, problem: undefined });
    expect(readSubject({ line: '["toString"]', cells: [] }).problem).toBeDefined();
  });

  it("has its thinning apart from what is sent, as the service takes it", () => {
    const { json, sparsity } = subjectTreeOf(subjectOf(read("(a + b~6%)~2%")), () => "");
    expect(json).toEqual({ or: [{ term: "a" }, { term: "b", sparsity: 0.06 }] });
    expect(sparsity).toBe(0.02);
  });

  it("is called by its parts and the names of its lists of cells", () => {
    const car = { kind: "positions", positions: Uint16Array.of(1), name: "sense car" } as const;
    const tree: Expression = { kind: "and", operands: [read("jaguar + cat"), car] };
    expect(labelOfTree(tree)).toBe("(jaguar + cat) & sense car");
  });
});

describe("what goes to the engine", () => {
  const nothing = () => "nothing is called so";

  it("is the tree itself when it has no reference", () => {
    fc.assert(
      fc.property(anyTree, (tree) => {
        if (leaves(tree).some(({ node }) => isReference(node))) return;
        const { sent, places } = prepare(tree, nothing);
        expect(sent).toEqual(tree);
        for (const { path } of walk(tree))
          expect(places.get(pathKey(path))).toBe(pathName(tree, path));
      }),
    );
  });

  it("has the meanings of references, and places only for parts without an unknown one", () => {
    const tree = read("(@cats & apple) + (@dogs & pear)");
    const resolve = (reference: Expression) =>
      "name" in reference && reference.name === "cats" ? read("cat + lion") : "no such";
    const { sent, unresolved, places } = prepare(tree, resolve);
    expect(printLine(sent!)).toBe("(cat + lion) & apple + and(pear)");
    expect([...unresolved]).toEqual([["1.0", "no such"]]);
    expect(Object.fromEntries(places)).toEqual({
      "0": "or[0]",
      "0.0": "or[0].and[0]",
      "0.1": "or[0].and[1]",
      "1.1": "or[1].and[0]",
    });
    expect(prepare(read("@dogs"), nothing).sent).toBeUndefined();
  });

  it("thins what a thinned reference stands for", () => {
    const thin = prepare(read("@cats~2% & apple"), () => read("cat + lion"));
    expect(thin.sent && printLine(thin.sent)).toBe("(cat + lion)~2% & apple");
    const twice = prepare(read("@cats~2% & apple"), () => withSparsity(read("cat + lion"), 0.5));
    expect(twice.sent && printLine(twice.sent)).toBe("or((cat + lion)~50%)~2% & apple");
  });
});
