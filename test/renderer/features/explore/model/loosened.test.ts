import { describe, expect, it } from "vitest";
import type { DraftOperation } from "../../../../../core/expression/draft.ts";
import { printLine } from "../../../../../core/expression/print-line.ts";
import { loosened } from "../../../../../renderer/features/explore/model/emptied-by.ts";
import { byId, readDraft } from "../../../../core/expression/read-draft.ts";

const and = readDraft("cat & dog & [5,6]") as DraftOperation;
const at = (cells: Record<string, number[]>) => (id: string) => byId(and, cells).get(id);

describe("loosened", () => {
  it("asks for as many of the parts as still gives cells, and keeps their names", () => {
    const positionsAt = at({ "0": [1, 2, 3], "1": [2, 3, 4], "2": [5, 6] });
    const notes = byId(and, { "2": { label: "sense sky" } });
    const result = loosened(and, and, { positionsAt, notes })!;
    expect(printLine(result.node)).toBe("cat & dog + cat & [5,6] + dog & [5,6]");
    expect(result).toMatchObject({ least: 2, cells: 2 });
    expect(result.notes).toEqual(
      byId(result.node, { "1.1": { label: "sense sky" }, "2.1": { label: "sense sky" } }),
    );
  });

  it("has nothing to offer where no two parts meet, or a part has no cells of its own", () => {
    const notes = new Map();
    const apart = at({ "0": [1], "1": [2], "2": [3] });
    expect(loosened(and, and, { positionsAt: apart, notes })).toBeNull();
    expect(loosened(and, and, { positionsAt: at({ "0": [1], "2": [1] }), notes })).toBeNull();
  });
});
