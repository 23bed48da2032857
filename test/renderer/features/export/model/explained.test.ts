import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Report } from "../../../../../core/workspace/filters/prepare-examples.ts";
import { combinationsExplained } from "../../../../../renderer/features/compare/model/combinations.ts";
import {
  rowsExplained,
  tableOfRows,
} from "../../../../../renderer/features/export/model/report-of-rows.ts";
import { filterExplained } from "../../../../../renderer/features/filters/model/quality-story.ts";

const line = { threshold: 0.3, precision: 0.9, recall: 0.7, f1: 0.8, low: 0.7, high: 0.9 };
const REPORT: Report = {
  positions: [],
  examples: [],
  threshold: { suggested: 0.3, low: 0.2, high: 0.4, basis: "background" },
  predicted: {
    ...line,
    share: 0.2,
    shareFrom: "given",
    shareLow: 0.1,
    shareHigh: 0.3,
    background: { texts: 1200, learned: 0 },
    lines: [line],
  },
  band: null,
};

describe("what a report says", () => {
  it("of a filter: what to expect, what that hangs on, and the threshold", () => {
    const sections = filterExplained({ report: REPORT, scored: [], threshold: 0.3 });
    expect(sections.map(({ title, lead }) => [title, lead])).toEqual([
      ["Expected accuracy on new texts", "F1 0.70 to 0.90, about 0.80"],
      ["Threshold", "Matches from 0.300"],
    ]);
    expect(sections[0]!.lines).toEqual([
      "Finds 70% of the matches; 90% of what it finds are matches.",
      "Expected share of matches: 20%, as given. Counted on 1,200 unlabelled texts.",
    ]);
    const unknown = filterExplained({
      report: { ...REPORT, predicted: null },
      scored: [],
      threshold: 0.3,
    });
    expect(unknown.map(({ title }) => title)).toEqual(["Threshold"]);
  });

  it("of an overlay: what is in all of them, and what each has alone", () => {
    const [section] = combinationsExplained(
      ["cat", "dog"],
      [
        [1, 2, 3],
        [3, 4],
      ],
    );
    expect(section).toEqual({
      title: "What they have in common",
      lead: "1 cell of 4 is in all 2",
      lines: ["Only cat: 2 cells, 50%", "Only dog: 1 cell, 25%", "cat and dog: 1 cell, 25%"],
    });
    expect(combinationsExplained(["cat", "dog"], [[1], [2]])[0]!.lead).toBe("No cell is in all 2");
  });

  it("of an overlay, counts every set cell in one line only", () => {
    const sets = fc.array(fc.uniqueArray(fc.nat(40), { minLength: 1 }), {
      minLength: 2,
      maxLength: 3,
    });
    fc.assert(
      fc.property(sets, (parts) => {
        const { lines } = combinationsExplained(
          parts.map((_, at) => `set ${at}`),
          parts,
        )[0]!;
        const told = lines.map((each) => Number(/: (\d+) cell/.exec(each)?.[1]));
        expect(told.reduce((sum, count) => sum + count, 0)).toBe(new Set(parts.flat()).size);
      }),
    );
  });

  it("of a collection: which rows are left, and a table with the columns that say most first", () => {
    const restrictions = [{ kind: "words", words: "gold" } as const];
    expect(rowsExplained({ name: "speeches", of: 300, total: 12, restrictions })).toEqual([
      { title: "Collection", lead: "speeches: 12 of 300 rows", lines: ["Only words: gold"] },
    ]);
    const columns = [
      { name: "pages", type: "number" },
      { name: "year", type: "number" },
      { name: "given", type: "date" },
    ] as const;
    const rows = [{ text: "A text", values: [7, 1790, "1790-01-08T00:00:00Z"], score: 0.5 }];
    expect(tableOfRows(rows, columns, ["given", "year", undefined])).toEqual({
      columns: ["closeness", "given", "year", "pages", "text"],
      rows: [[0.5, "1790-01-08", "1790", "7", "A text"]],
    });
  });
});
