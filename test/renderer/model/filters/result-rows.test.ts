import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type ClassifyRun,
  type ScoredText,
  spreadOver,
} from "../../../../renderer/model/filters/classification.ts";
import {
  bestScore,
  bothOf,
  decisionWords,
  listRows,
  type Outcome,
  outcomeTest,
  resultSettings,
  resultTable,
  sharedClaims,
  tallyOf,
} from "../../../../renderer/model/filters/result-rows.ts";
import { formatTable } from "../../../../renderer/model/tables/table-format.ts";

const row = (
  index: number,
  scores: (number | null)[],
  decisions: string[],
  margin: number | null,
) => ({ index, scores, decisions, margin }) satisfies ScoredText;

const ROWS = [
  row(0, [0.5, 0.1], ["Food"], 0.2),
  row(1, [0.1, 0.2], [], 0.1),
  row(2, [null, null], [], null),
  row(3, [0.6, 0.7], ["Food", "Space"], 0.3),
];

const anyRows = fc
  .array(fc.tuple(fc.boolean(), fc.boolean(), fc.option(fc.constantFrom(0, 0.1, 0.2))), {
    maxLength: 40,
  })
  .map((list) =>
    list.map(([food, space, margin], index) =>
      margin === null
        ? row(index, [null, null], [], null)
        : row(index, [0.1, 0.2], [...(food ? ["Food"] : []), ...(space ? ["Space"] : [])], margin),
    ),
  );

describe("results of classifying", () => {
  it("are counted by outcome, with none and undecidable apart", () => {
    const tally = tallyOf(ROWS);
    expect(tally).toMatchObject({ several: 1, none: 1, unknown: 1 });
    expect([...tally.byFilter]).toEqual([
      ["Food", 2],
      ["Space", 1],
    ]);
    expect(ROWS.map(decisionWords)).toEqual(["Food", "none", "no known word", "Food, Space"]);
    expect(ROWS.map(bestScore)).toEqual([0.5, 0.2, null, 0.7]);
  });

  it("are found again by each outcome, as often as counted", () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        const tally = tallyOf(rows);
        const count = (outcome: Outcome) => rows.filter(outcomeTest(outcome)).length;
        expect(count("none")).toBe(tally.none);
        expect(count("several")).toBe(tally.several);
        expect(count("unknown")).toBe(tally.unknown);
        expect(count("filter Food")).toBe(tally.byFilter.get("Food") ?? 0);
        const single = rows.filter(({ decisions }) => decisions.length === 1).length;
        expect(single + tally.several + tally.none + tally.unknown).toBe(rows.length);
      }),
    );
  });

  it("sort by margin with the undecidable last and ties in the file's order", () => {
    const order = listRows(ROWS, "all", { column: "margin", direction: "ascending" });
    expect(order.map(({ index }) => index)).toEqual([1, 0, 3, 2]);
    fc.assert(
      fc.property(
        anyRows,
        fc.constantFrom("ascending" as const, "descending" as const),
        (rows, direction) => {
          const listed = listRows(rows, "all", { column: "margin", direction });
          expect(new Set(listed).size).toBe(rows.length);
          listed.slice(1).forEach((after, i) => {
            const before = listed[i]!;
            if (before.margin === null) expect(after.margin).toBeNull();
            else if (after.margin === before.margin)
              expect(after.index).toBeGreaterThan(before.index);
            else if (after.margin !== null)
              expect(after.margin > before.margin).toBe(direction === "ascending");
          });
        },
      ),
    );
  });

  it("are tried on texts from all over the file", () => {
    expect(spreadOver(100, 4)).toEqual([0, 25, 50, 75]);
    expect(spreadOver(3, 10)).toEqual([0, 1, 2]);
    expect(spreadOver(0, 10)).toEqual([]);
  });
});

describe("claims of two filters", () => {
  it("are as many as the rows that are listed for them, whatever the names", () => {
    fc.assert(
      fc.property(anyRows, fc.string(), (rows, suffix) => {
        const renamed = rows.map((each) => ({
          ...each,
          decisions: each.decisions.map((name) => name + suffix),
        }));
        const claims = sharedClaims(renamed);
        const both = bothOf([`Food${suffix}`, `Space${suffix}`]);
        const listed = renamed.filter(outcomeTest(both));
        expect(claims.reduce((sum, { count }) => sum + count, 0)).toBe(listed.length);
        expect(listed.every(({ decisions }) => decisions.length === 2)).toBe(true);
      }),
    );
  });
});

describe("the table of results", () => {
  const filter = (name: string) => ({
    id: name,
    name,
    version: 2,
    threshold: 0.3,
    positions: [1, 2],
  });
  const run = (columns: readonly string[], cells: readonly (readonly string[])[]): ClassifyRun => ({
    name: "news.csv",
    columns,
    texts: cells.map((own, at) => ({ line: at + 2, text: own[0] ?? "", cells: own })),
    excluded: [],
    phase: "done",
    rows: cells.map((_, at) =>
      row(at, [0.5, null], at === 0 ? ["Food"] : [], at === 0 ? 0.2 : null),
    ),
    filters: [filter("Food"), filter("Space")],
    retina: "en_associative",
    job: null,
    msPerText: null,
    error: null,
    isOutOfReach: false,
  });

  it("has the file's own columns first, and numbers names that are taken", () => {
    const table = resultTable(
      run(
        ["body", "decision"],
        [
          ["butter", "=1+1"],
          ["zzqx", "x"],
        ],
      ),
    );
    expect(table.columns).toEqual([
      "body",
      "decision",
      "line",
      "decision (2)",
      "margin",
      "score Food",
      "score Space",
    ]);
    expect(table.rows).toEqual([
      ["butter", "=1+1", 2, "Food", 0.2, 0.5, null],
      ["zzqx", "x", 3, "no known word", null, 0.5, null],
    ]);
  });

  it("is read by any reader of CSV as it was written, whatever the cells, without a line before its head", () => {
    const cell = fc.string({ unit: "grapheme" }).map((text) => `a${text.replaceAll("\r", "")}z`);
    const wide = fc
      .tuple(fc.uniqueArray(cell, { minLength: 1, maxLength: 4 }), fc.integer({ min: 0, max: 5 }))
      .chain(([columns, count]) =>
        fc.tuple(
          fc.constant(columns),
          fc.array(fc.array(cell, { minLength: columns.length, maxLength: columns.length }), {
            minLength: count,
            maxLength: count,
          }),
        ),
      );
    fc.assert(
      fc.property(wide, ([columns, cells]) => {
        const table = resultTable(run(columns, cells));
        const written = formatTable(table, "csv", {});
        const read = parse(written, { record_delimiter: "\r\n" }) as string[][];
        expect(read[0]).toEqual(table.columns);
        expect(read.slice(1)).toEqual(
          table.rows.map((each) => each.map((value) => (value === null ? "" : String(value)))),
        );
      }),
    );
  });

  it("says in the file beside it what it was made with", () => {
    expect(resultSettings(run(["body"], [["butter"]]))).toMatchObject({
      file: "news.csv",
      classified: 1,
      retina: "en_associative",
      filters: [
        { name: "Food", version: 2, belongsFrom: 0.3, cells: 2 },
        { name: "Space", version: 2, belongsFrom: 0.3, cells: 2 },
      ],
    });
  });
});
