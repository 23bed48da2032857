import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assignColumns, guessColumns } from "../../../../renderer/model/tables/assign-columns.ts";
import { readTable } from "../../../../renderer/model/tables/read-table.ts";

const ROLES = [
  { id: "text", title: "Text", isRequired: true, names: ["content"] },
  { id: "label", title: "Label" },
] as const;
const table = (text: string) => readTable(text, { kind: "csv", separator: ",", hasHeader: true });

describe("guessColumns", () => {
  it("goes by name, then by length for what is required", () => {
    expect(guessColumns(table("Label,Content\nx,y\n"), ROLES)).toEqual({ text: 1, label: 0 });
    expect(guessColumns(table("id,note\n1,a longer note\n"), ROLES)).toEqual({
      text: 1,
      label: -1,
    });
  });
});

describe("assignColumns", () => {
  it("refuses rows without a required cell and says which", () => {
    const read = table("text,label\nhello,a\n ,b\n");
    expect(assignColumns(read, ROLES, { text: 0, label: 1 })).toEqual({
      rows: [{ line: 2, values: { text: "hello", label: "a" }, cells: ["hello", "a"] }],
      rejected: [{ line: 3, reason: "Nothing in “text”", excerpt: "  | b" }],
    });
  });

  it("puts every row on exactly one of the two lists, in order", () => {
    const cell = fc.constantFrom("", " ", "x", "y");
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell)), (given) => {
        const read = {
          columns: ["text", "label"],
          rows: given.map((cells, index) => ({ line: index + 2, cells })),
          rejected: [],
          odd: [],
          duplicates: [],
        };
        const { rows, rejected } = assignColumns(read, ROLES, { text: 0, label: 1 });
        const lines = [...rows, ...rejected].map(({ line }) => line).sort((a, b) => a - b);
        expect(lines).toEqual(given.map((_, index) => index + 2));
        expect(rows.every(({ values }) => values.text?.trim() !== "")).toBe(true);
      }),
    );
  });
});
