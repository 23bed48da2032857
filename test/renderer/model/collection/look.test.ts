import { describe, expect, it } from "vitest";
import {
  FIRST_LOOK,
  type Look,
  withoutScore,
  withRenamedCategory,
} from "../../../../renderer/model/collection/look.ts";

const LOOK: Look = {
  ...FIRST_LOOK,
  restrictions: [
    { kind: "label", filter: "oil", is: "belongs" },
    { kind: "score", score: "oil", range: { from: 0.3 } },
    { kind: "score", score: "gas", range: { below: 0.1 } },
    { kind: "values", column: "oil", values: ["oil"] },
  ],
  sort: { field: { score: "oil" }, descending: true },
  difference: { a: [{ kind: "score", score: "oil", range: { from: 0.5 } }], b: null },
  colour: { score: "oil" },
  category: "oil",
  lines: { oil: 0.3, gas: 0.1 },
  judged: { oil: { filter: "f1", version: 2, threshold: 0.3, cells: 900 } },
  meanings: { oil: "crude", gas: "nat-gas" },
};

describe("a look at a collection", () => {
  it("follows a category to its new name, and leaves columns and values of that name", () => {
    expect(withRenamedCategory(LOOK, "oil", "crude")).toEqual({
      ...LOOK,
      restrictions: [
        { kind: "label", filter: "crude", is: "belongs" },
        { kind: "score", score: "crude", range: { from: 0.3 } },
        { kind: "score", score: "gas", range: { below: 0.1 } },
        { kind: "values", column: "oil", values: ["oil"] },
      ],
      sort: { field: { score: "crude" }, descending: true },
      difference: { a: [{ kind: "score", score: "crude", range: { from: 0.5 } }], b: null },
      colour: { score: "crude" },
      category: "crude",
      lines: { crude: 0.3, gas: 0.1 },
      judged: { crude: { filter: "f1", version: 2, threshold: 0.3, cells: 900 } },
      meanings: { crude: "crude", gas: "nat-gas" },
    });
    expect(withRenamedCategory(withRenamedCategory(LOOK, "oil", "crude"), "crude", "oil")).toEqual(
      LOOK,
    );
    expect(withRenamedCategory(FIRST_LOOK, "oil", "crude")).toEqual(FIRST_LOOK);
  });

  it("asks for a score no more that was taken away, and keeps the labels", () => {
    expect(withoutScore(LOOK, "oil")).toEqual({
      lens: "rows",
      heat: "lift",
      category: "oil",
      restrictions: [LOOK.restrictions[0], LOOK.restrictions[2], LOOK.restrictions[3]],
      sort: null,
      difference: { a: [], b: null },
      lines: { gas: 0.1 },
      judged: {},
      meanings: { gas: "nat-gas" },
    });
    const byColumn: Look = {
      ...LOOK,
      sort: { field: { column: "oil" }, descending: false },
      colour: null,
    };
    expect(withoutScore(byColumn, "oil")).toMatchObject({ sort: byColumn.sort, colour: null });
    expect(withoutScore(FIRST_LOOK, "oil")).toEqual(FIRST_LOOK);
  });
});
