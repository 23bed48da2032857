import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Expression } from "../../../../core/expression/ast.ts";
import { isRefused } from "../../../../core/expression/draft.ts";
import { parseLine } from "../../../../core/expression/parse-line.ts";
import { printLine } from "../../../../core/expression/print-line.ts";
import { leaves, nodeAt, pathOf } from "../../../../core/expression/walk.ts";
import {
  describeTarget,
  dropOn,
  targetAt,
  targetsFor,
} from "../../../../renderer/features/builder/tree/drop-targets.ts";
import { rowsOf } from "../../../../renderer/features/builder/tree/tree-rows.ts";
import { contractTree } from "../../../core/expression/arbitrary-expression.ts";

const read = (line: string) => parseLine(line).expression!;
const rows = (tree: Expression) => rowsOf(tree, new Map());
const row = (tree: Expression, key: string) => rows(tree).find((each) => each.key === key)!;
const tree = read("apple + fruit - (company + car)");

const lineAfter = (...given: Parameters<typeof dropOn>) => {
  const result = dropOn(...given);
  return isRefused(result) ? result.refused : result.expression && printLine(result.expression);
};

describe("where a drop lands", () => {
  it("is before the upper part of a line, after its lower part, on its middle", () => {
    const fruit = row(tree, "0.1");
    expect(targetAt(fruit, 0.1)).toEqual({ kind: "gap", parent: [0], index: 1 });
    expect(targetAt(fruit, 0.5)).toEqual({ kind: "onto", path: [0, 1] });
    expect(targetAt(fruit, 0.9)).toEqual({ kind: "gap", parent: [0], index: 2 });
    expect(targetAt(row(tree, "1"), 0.9)).toEqual({ kind: "gap", parent: [1], index: 0 });
    expect(targetAt(row(tree, ""), 0.1)).toEqual({ kind: "onto", path: [] });
  });

  it("appends on an operator, groups on a leaf, and groups with an operator when asked to", () => {
    const from = { from: [0, 0] };
    expect(lineAfter(tree, from, { kind: "onto", path: [1] })).toBe(
      "or(fruit) - (company + car + apple)",
    );
    expect(lineAfter(tree, from, { kind: "onto", path: [1, 1] }, { operator: "and" })).toBe(
      "or(fruit) - (company + car & apple)",
    );
    expect(lineAfter(tree, from, { kind: "onto", path: [1] }, { isGroup: true })).toBe(
      "or(fruit) - ((company + car) + apple)",
    );
  });

  it("copies a node of the tree and one from elsewhere without taking anything away", () => {
    const gap = { kind: "gap", parent: [1], index: 0 } as const;
    const copied = "apple + fruit - (apple + company + car)";
    expect(lineAfter(tree, { from: [0, 0] }, gap, { isCopy: true })).toBe(copied);
    expect(lineAfter(tree, { node: read("apple") }, gap)).toBe(copied);
  });

  it("is refused inside the carried node", () => {
    const inside = { kind: "onto", path: [1, 0] } as const;
    expect(lineAfter(tree, { from: [1] }, inside)).toMatch(/into itself/);
    expect(lineAfter(tree, { from: [1] }, inside, { isGroup: true })).toMatch(/into itself/);
  });

  it("is described in words", () => {
    expect(describeTarget(tree, { kind: "gap", parent: [0], index: 1 })).toBe(
      "before fruit in or of 2",
    );
    expect(describeTarget(tree, { kind: "gap", parent: [0], index: 2 })).toBe(
      "at the end of or of 2",
    );
    expect(describeTarget(tree, { kind: "onto", path: [1] })).toBe("into or of 2, last");
  });

  it("by keys is never refused for a reason of place, and keeps every leaf", () => {
    const leafTexts = (each: Expression) =>
      leaves(each)
        .map(({ node }) => printLine(node))
        .sort();
    fc.assert(
      fc.property(contractTree, fc.nat(), fc.nat(), (any, which, where) => {
        const all = rows(any);
        const carried = { from: all[which % all.length]!.path };
        const targets = targetsFor(all, carried);
        if (targets.length === 0) return;
        const result = dropOn(any, carried, targets[where % targets.length]!);
        if (isRefused(result)) expect(result.refused).toMatch(/at most/);
        else expect(leafTexts(result.expression!)).toEqual(leafTexts(any));
      }),
    );
  });

  it("by keys includes every place the pointer can reach", () => {
    fc.assert(
      fc.property(
        contractTree,
        fc.nat(),
        fc.nat(),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (any, which, over, fraction) => {
          const all = rows(any);
          const from = all[which % all.length]!.path;
          const target = targetAt(all[over % all.length]!, fraction);
          const path = target.kind === "onto" ? target.path : target.parent;
          const isInside = from.every((index, depth) => path[depth] === index);
          if (!isInside) expect(targetsFor(all, { from })).toContainEqual(target);
        },
      ),
    );
  });

  it("keeps track of where every node went when it groups", () => {
    const result = dropOn(tree, { from: [0, 0] }, { kind: "onto", path: [1] }, { isGroup: true });
    if (isRefused(result) || !result.expression) throw new Error("refused");
    for (const [from, to] of result.moved)
      if (from !== "0" && from !== "")
        expect(nodeAt(result.expression, pathOf(to))).toEqual(nodeAt(tree, pathOf(from)));
  });
});
