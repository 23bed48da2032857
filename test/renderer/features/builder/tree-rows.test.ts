import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseLine } from "../../../../core/expression/parse-line.ts";
import { pathKey, walk } from "../../../../core/expression/walk.ts";
import { neighbourOf, rowsOf } from "../../../../renderer/features/builder/tree/tree-rows.ts";
import type { NodeNote } from "../../../../renderer/state/expression-tree.ts";
import { anyTree } from "../../../core/expression/arbitrary-expression.ts";

const tree = parseLine("jaguar - car - (apple + fruit)").expression!;
const notes = (entries: Record<string, NodeNote>) => new Map(Object.entries(entries));

describe("rows of the tree", () => {
  it("stand in reading order, the base first and the rest under the minus", () => {
    const rows = rowsOf(tree, new Map());
    expect(rows.map(({ key, role, level }) => [key, role, level])).toEqual([
      ["", "part", 1],
      ["0", "base", 2],
      ["1", "minus", 2],
      ["2", "minus", 2],
      ["2.0", "part", 3],
      ["2.1", "part", 3],
    ]);
  });

  it("make the next part the base while the first is muted", () => {
    const rows = rowsOf(tree, notes({ "0": { mute: true } }));
    expect(rows.slice(1, 3).map(({ role, isMuted }) => [role, isMuted])).toEqual([
      ["part", true],
      ["base", false],
    ]);
  });

  it("leave out what is folded away, and mute what is inside a muted operator", () => {
    expect(rowsOf(tree, notes({ "2": { fold: true } })).map(({ key }) => key)).toEqual([
      "",
      "0",
      "1",
      "2",
    ]);
    expect(rowsOf(tree, notes({ "2": { mute: true } })).at(-1)?.isMuted).toBe(true);
  });

  it("are all nodes when nothing is folded", () => {
    fc.assert(
      fc.property(anyTree, (any) => {
        const keys = rowsOf(any, new Map()).map(({ key }) => key);
        expect(keys).toEqual([...walk(any)].map(({ path }) => pathKey(path)));
      }),
    );
  });

  it("are walked by arrows, up and down in turn, left to the parent, right to the first operand", () => {
    const rows = rowsOf(tree, new Map());
    expect(neighbourOf(rows, "2", "ArrowRight")).toBe("2.0");
    expect(neighbourOf(rows, "2.1", "ArrowLeft")).toBe("2");
    expect(neighbourOf(rows, "1", "ArrowRight")).toBe("1");
    expect(neighbourOf(rows, "", "ArrowUp")).toBe("");
    expect(neighbourOf(rows, "", "End")).toBe("2.1");
    for (const [index, { key }] of rows.slice(1).entries()) {
      expect(neighbourOf(rows, key, "ArrowUp")).toBe(rows[index]?.key);
      expect(neighbourOf(rows, rows[index]!.key, "ArrowDown")).toBe(key);
    }
  });
});
