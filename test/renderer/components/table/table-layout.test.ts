import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arrange, leastWidth } from "../../../../renderer/components/table/table-layout.ts";
import { movedColumn } from "../../../../renderer/model/tables/table-layout.ts";

const columns = ["rank", "term", "score"].map((id) => ({
  id,
  title: id,
  track: id === "term" ? "minmax(80px, 1fr)" : "40px",
  cell: () => null,
}));

describe("arrange", () => {
  it("orders, hides and sizes columns as the person did", () => {
    const layout = { order: ["term"], hidden: ["rank"], widths: { score: 64 } };
    expect(arrange(columns, layout).map(({ id, track }) => [id, track])).toEqual([
      ["term", "minmax(80px, 1fr)"],
      ["score", "64px"],
    ]);
  });

  it("never hides a fixed column, nor loses one that the order does not name", () => {
    const fixed = columns.map((column) => ({ ...column, isFixed: column.id === "term" }));
    const layout = { order: ["gone"], hidden: ["term", "gone"], widths: {} };
    expect(arrange(fixed, layout).map(({ id }) => id)).toEqual(["rank", "term", "score"]);
  });
});

describe("movedColumn", () => {
  it("keeps every column and moves back with the opposite step", () => {
    const ids = fc.uniqueArray(fc.string(), { minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(ids, fc.nat(), fc.constantFrom<-1 | 1>(-1, 1), (given, pick, step) => {
        const id = given[pick % given.length]!;
        const moved = movedColumn(given, id, step);
        expect([...moved].sort()).toEqual([...given].sort());
        if (moved !== given) {
          const back = step === 1 ? -1 : 1;
          expect(movedColumn(moved, id, back)).toEqual(given);
        }
      }),
    );
  });
});

describe("leastWidth", () => {
  it("adds the columns, the gaps and the margins", () => {
    expect(leastWidth(columns)).toBe(40 + 80 + 40 + 2 * 8 + 24);
  });
});
