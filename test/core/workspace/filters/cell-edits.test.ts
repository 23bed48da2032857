import { describe, expect, it } from "vitest";
import { reportArgs } from "../../../../core/workspace/filters/ask-report.ts";
import {
  type CellEdit,
  cellEditSchema,
  editsFor,
} from "../../../../core/workspace/filters/cell-edits.ts";
import { isFilter } from "../../../../core/workspace/filters/filter-model.ts";
import { prepareFilter } from "../../../../core/workspace/filters/prepare-examples.ts";
import { preparedKeyOf } from "../../../../core/workspace/filters/scored.ts";
import { fits } from "../../../../core/workspace/fit.ts";
import { makeExample, makeFilter } from "../../../../renderer/model/filters/make-filter.ts";

const HERE = { name: "en", checksum: "1" };
const THERE = { name: "en", checksum: "2" };

const edit = (id: string, retina = HERE): CellEdit => ({
  id,
  kind: "take",
  cells: [0, 7],
  name: "bank",
  retina,
});

const filter = {
  ...makeFilter("f", [makeExample("a text", "positive")]),
  edits: [edit("a"), edit("b", THERE), edit("c")],
};

describe("cells that were changed by hand", () => {
  it("count only on the map they were chosen on, in their order", () => {
    expect(editsFor(filter, HERE).map(({ id }) => id)).toEqual(["a", "c"]);
    expect(editsFor(filter, THERE).map(({ id }) => id)).toEqual(["b"]);
    expect(editsFor(filter, { name: "other", checksum: "1" })).toEqual([]);
    expect(editsFor(filter, null)).toEqual([]);
    expect(editsFor(makeFilter("f"), HERE)).toEqual([]);
  });

  it("are the same question as long as they are the same, and another one when one is gone", () => {
    const prepared = prepareFilter(filter, HERE, null);
    expect(prepareFilter({ ...filter }, HERE, null)).toBe(prepared);
    const fewer = prepareFilter({ ...filter, edits: filter.edits.slice(0, 2) }, HERE, null);
    expect(preparedKeyOf(fewer)).not.toBe(preparedKeyOf(prepared));
    expect(preparedKeyOf(prepareFilter(filter, THERE, null))).not.toBe(preparedKeyOf(prepared));
    expect(reportArgs("en", fewer, "f").edits).toEqual([{ kind: "take", positions: [0, 7] }]);
  });

  it("are refused when they are damaged, and missed by no filter of an earlier version", () => {
    expect(isFilter(filter)).toBe(true);
    const { edits: _edits, ...earlier } = filter;
    expect(isFilter(earlier)).toBe(true);
    for (const wrong of [
      { kind: "xor" },
      { cells: [7, 0] },
      { cells: [16_384] },
      { retina: "en" },
    ]) {
      expect(fits(cellEditSchema, { ...edit("a"), ...wrong })).toBe(false);
      expect(isFilter({ ...filter, edits: [{ ...edit("a"), ...wrong }] })).toBe(false);
    }
  });
});
