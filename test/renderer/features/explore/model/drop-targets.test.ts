import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Expression } from "../../../../../core/expression/ast.ts";
import { type Draft, idsOf, isBelow, nodeWith } from "../../../../../core/expression/draft.ts";
import { printLine } from "../../../../../core/expression/print-line.ts";
import { leaves } from "../../../../../core/expression/walk.ts";
import {
  dropOn,
  rowsOf,
  targetAt,
} from "../../../../../renderer/features/explore/model/tree-rows.ts";
import { isRefused } from "../../../../../renderer/features/explore/model/working-tree.ts";
import { contractDraft } from "../../../../core/expression/arbitrary-expression.ts";
import { idAt, partAt, readDraft } from "../../../../core/expression/read-draft.ts";

const rows = (draft: Draft) => rowsOf(draft, new Map());
const tree = readDraft("apple + fruit - (company + car)");
const at = (key: string) => idAt(tree, key);
const row = (key: string) => rows(tree).find(({ id }) => id === at(key))!;

const lineAfter = (...given: Parameters<typeof dropOn>) => {
  const result = dropOn(...given);
  return isRefused(result) ? result.refused : result.expression && printLine(result.expression);
};

describe("where a drop lands", () => {
  it("is before the upper part of a line, after its lower part, on its middle", () => {
    const fruit = row("0.1");
    expect(targetAt(fruit, 0.1)).toEqual({ kind: "gap", parent: at("0"), index: 1 });
    expect(targetAt(fruit, 0.5)).toEqual({ kind: "onto", id: at("0.1") });
    expect(targetAt(fruit, 0.9)).toEqual({ kind: "gap", parent: at("0"), index: 2 });
    expect(targetAt(row("1"), 0.9)).toEqual({ kind: "gap", parent: at("1"), index: 0 });
    expect(targetAt(row(""), 0.1)).toEqual({ kind: "onto", id: at("") });
  });

  it("appends on an operator, groups on a leaf, and groups with an operator when asked to", () => {
    const from = { from: at("0.0") };
    expect(lineAfter(tree, from, { kind: "onto", id: at("1") })).toBe(
      "or(fruit) - (company + car + apple)",
    );
    expect(lineAfter(tree, from, { kind: "onto", id: at("1.1") }, { operator: "and" })).toBe(
      "or(fruit) - (company + car & apple)",
    );
    expect(lineAfter(tree, from, { kind: "onto", id: at("1") }, { isGroup: true })).toBe(
      "or(fruit) - ((company + car) + apple)",
    );
  });

  it("copies a node of the tree and one from elsewhere without taking anything away", () => {
    const gap = { kind: "gap", parent: at("1"), index: 0 } as const;
    const copied = "apple + fruit - (apple + company + car)";
    expect(lineAfter(tree, { from: at("0.0") }, gap, { isCopy: true })).toBe(copied);
    expect(lineAfter(tree, { node: readDraft("apple") }, gap)).toBe(copied);
  });

  it("is refused inside the carried node", () => {
    const inside = { kind: "onto", id: at("1.0") } as const;
    expect(lineAfter(tree, { from: at("1") }, inside)).toMatch(/into itself/);
    expect(lineAfter(tree, { from: at("1") }, inside, { isGroup: true })).toMatch(/into itself/);
  });

  it("outside of what is carried is never refused for a reason of place, and keeps every leaf", () => {
    const leafTexts = (each: Expression) =>
      leaves(each)
        .map(({ node }) => printLine(node))
        .sort();
    fc.assert(
      fc.property(
        contractDraft,
        fc.nat(),
        fc.nat(),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (any, which, over, fraction) => {
          const all = rows(any);
          const from = all[which % all.length]!.id;
          const target = targetAt(all[over % all.length]!, fraction);
          const place = target.kind === "onto" ? target.id : target.parent;
          fc.pre(place !== from && !isBelow(any, place, from));
          const result = dropOn(any, { from }, target);
          if (isRefused(result)) expect(result.refused).toMatch(/at most/);
          else expect(leafTexts(result.expression!)).toEqual(leafTexts(any));
        },
      ),
    );
  });

  it("keeps every node under its id when it groups", () => {
    const result = dropOn(
      tree,
      { from: at("0.0") },
      { kind: "onto", id: at("1") },
      { isGroup: true },
    );
    if (isRefused(result) || !result.expression) throw new Error("refused");
    const { expression } = result;
    for (const key of ["0.0", "0.1", "1", "1.0", "1.1"])
      expect(nodeWith(expression, at(key))).toBe(partAt(tree, key));
    expect(idsOf(expression)).toHaveLength(idsOf(tree).length + 1);
  });
});
