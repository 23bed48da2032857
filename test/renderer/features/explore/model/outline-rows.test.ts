import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseLine } from "../../../../../core/expression/parse-line.ts";
import { walk } from "../../../../../core/expression/walk.ts";
import {
  neighbourOf,
  rowsOf,
} from "../../../../../renderer/features/explore/model/outline-rows.ts";
import { anyTree } from "../../../../core/expression/arbitrary-expression.ts";

const rows = rowsOf(parseLine("jaguar - car - (apple + fruit)").expression!);

describe("rows of the outline", () => {
  it("stand in reading order, the base first and the rest under the minus", () => {
    expect(rows.map(({ key, role }) => [key, role])).toEqual([
      ["", "part"],
      ["0", "base"],
      ["1", "minus"],
      ["2", "minus"],
      ["2.0", "part"],
      ["2.1", "part"],
    ]);
  });

  it("are all parts of the line", () => {
    fc.assert(
      fc.property(anyTree, (any) => {
        expect(rowsOf(any).map(({ node, path }) => ({ node, path }))).toEqual([...walk(any)]);
      }),
    );
  });

  it("are walked by arrows, up and down in turn, left to the parent, right to the first operand", () => {
    expect(neighbourOf(rows, "2", "ArrowRight")).toBe("2.0");
    expect(neighbourOf(rows, "2.1", "ArrowLeft")).toBe("2");
    expect(neighbourOf(rows, "1", "ArrowRight")).toBe("1");
    expect(neighbourOf(rows, "", "ArrowUp")).toBe("");
    expect(neighbourOf(rows, "2", "Home")).toBe("");
    expect(neighbourOf(rows, "", "End")).toBe("2.1");
    for (const [index, { key }] of rows.slice(1).entries()) {
      expect(neighbourOf(rows, key, "ArrowUp")).toBe(rows[index]?.key);
      expect(neighbourOf(rows, rows[index]!.key, "ArrowDown")).toBe(key);
    }
  });
});
