import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { places } from "../../../../../core/expression/draft.ts";
import { neighbourOf, rowsOf } from "../../../../../renderer/features/explore/model/tree-rows.ts";
import type { NodeNote } from "../../../../../renderer/model/expression-tree.ts";
import { anyDraft } from "../../../../core/expression/arbitrary-expression.ts";
import { byId, idAt, keyOf, readDraft } from "../../../../core/expression/read-draft.ts";

const tree = readDraft("jaguar - car - (apple + fruit)");
const notes = (entries: Record<string, NodeNote>) => byId(tree, entries);
const at = (key: string) => idAt(tree, key);

describe("rows of the tree", () => {
  it("stand in reading order, the base first and the rest under the minus", () => {
    const rows = rowsOf(tree, new Map());
    expect(rows.map(({ id, role, level }) => [keyOf(tree, id), role, level])).toEqual([
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
    expect(rowsOf(tree, notes({ "2": { fold: true } })).map(({ id }) => keyOf(tree, id))).toEqual([
      "",
      "0",
      "1",
      "2",
    ]);
    expect(rowsOf(tree, notes({ "2": { mute: true } })).at(-1)?.isMuted).toBe(true);
  });

  it("are all nodes when nothing is folded", () => {
    fc.assert(
      fc.property(anyDraft, (any) => {
        const rows = rowsOf(any, new Map()).map(({ node, path }) => ({ node, path }));
        expect(rows).toEqual([...places(any)]);
      }),
    );
  });

  it("are walked by arrows, up and down in turn, left to the parent, right to the first operand", () => {
    const rows = rowsOf(tree, new Map());
    expect(neighbourOf(rows, at("2"), "ArrowRight")).toBe(at("2.0"));
    expect(neighbourOf(rows, at("2.1"), "ArrowLeft")).toBe(at("2"));
    expect(neighbourOf(rows, at("1"), "ArrowRight")).toBe(at("1"));
    expect(neighbourOf(rows, tree.id, "ArrowUp")).toBe(tree.id);
    expect(neighbourOf(rows, tree.id, "End")).toBe(at("2.1"));
    for (const [index, { id }] of rows.slice(1).entries()) {
      expect(neighbourOf(rows, id, "ArrowUp")).toBe(rows[index]?.id);
      expect(neighbourOf(rows, rows[index]!.id, "ArrowDown")).toBe(id);
    }
  });
});
