import { describe, expect, it } from "vitest";
import { regionsOfCells } from "../../../../renderer/model/map/regions-of-cells.ts";

describe("the regions of some cells", () => {
  it("have the names of the map, and the terms that most of the cells there stand for", () => {
    const anchors = Array.from({ length: 16_384 }, () => "other");
    const terms = ["rugby", "league", "rugby", "match", "match", "rugby", "league, cup"];
    terms.forEach((term, cell) => {
      anchors[cell] = term;
    });
    const atlas = {
      nameAt: (cell: number) => (cell < 7 ? "league, cup" : ""),
      anchors,
      levels: 3,
    };
    const [region, elsewhere] = regionsOfCells([0, 1, 2, 3, 4, 5, 900], atlas);
    expect(region?.title).toBe("league, cup");
    expect(region?.facts).toBe("6 cells, 86%\u00a0· rugby\u00a0· match");
    expect(elsewhere).toMatchObject({ title: "Elsewhere", facts: "1 cell, 14%" });
  });
});
