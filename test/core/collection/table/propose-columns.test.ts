import { describe, expect, it } from "vitest";
import {
  type ColumnChoices,
  type ColumnPlan,
  proposeColumns,
  writtenIn,
} from "../../../../core/collection/table/propose-columns.ts";
import { readValue } from "../../../../core/collection/table/read-value.ts";

const RECORDS = Array.from({ length: 40 }, (_, i) => {
  const fields: [string, unknown][] = [
    ["text", `a text of several words, number ${i}`],
    ["stars", String(1 + (i % 5))],
    ["price", String(1000 + 7 * i)],
    ["topic", ["sport", "trade"][i % 2]],
    ["width", String(1 + (i % 3) / 10)],
  ];
  return new Map(fields);
});

const planOf = (chosen: ColumnChoices = {}): ColumnPlan => proposeColumns(RECORDS, chosen);
const typeOf = ({ columns }: ColumnPlan, name: string) =>
  columns.find((column) => column.name === name)?.type;

describe("the proposed columns of a file", () => {
  it("offers few different whole numbers as categories, and no amounts", () => {
    const plan = planOf();
    expect(plan.roles.categories).toEqual(["stars"]);
    expect([typeOf(plan, "stars"), typeOf(plan, "price"), typeOf(plan, "width")]).toEqual([
      "number",
      "number",
      "number",
    ]);
    expect(plan.roles.category).toBe("topic");
  });

  it("takes the longer of several columns that are named like texts", () => {
    const long = "The long answer about rivers and bridges";
    for (const record of [
      { text: "short", Text: long },
      { Text: long, text: "short" },
    ])
      expect(proposeColumns([new Map(Object.entries(record))]).text).toBe("Text");
  });

  it("reads the days of a spreadsheet as dates where the name of the column says so", () => {
    const typeIn = (name: string, cell: string) =>
      typeOf(
        proposeColumns([
          new Map([
            ["text", "a text"],
            [name, cell],
          ]),
        ]),
        name,
      );
    expect(typeIn("date", "45352")).toBe("date");
    expect(typeIn("created at", "45352.5")).toBe("date");
    for (const [name, cell] of [
      ["amount", "45352"],
      ["time", "45352"],
      ["date", "9999"],
    ] as const)
      expect(typeIn(name, cell)).toBe("number");
  });

  it.each([
    [["90 min", "101 min", "NA"], { notation: "plain", unit: "min" }, [90, 101, null]],
    [["€12.50", "€1,200.00"], { notation: "point", unit: "€" }, [12.5, 1200]],
    [["1.200,5 €", "-3,25 €"], { notation: "comma", unit: "€" }, [1200.5, -3.25]],
    [["USD 5", "USD 7"], { notation: "plain", unit: "USD" }, [5, 7]],
    [["12%", "7%"], { notation: "plain", unit: "%" }, [12, 7]],
    [["70kg", "81kg"], { notation: "plain", unit: "kg" }, [70, 81]],
    [["5 km/h", "7.5 km/h"], { notation: "plain", unit: "km/h" }, [5, 7.5]],
  ] as const)("reads %j as numbers with one unit", (cells, written, numbers) => {
    const plan = proposeColumns(
      cells.map(
        (cell) =>
          new Map([
            ["text", "words"],
            ["n", cell],
          ]),
      ),
    );
    expect(plan.numbers).toEqual([{ column: "n", ...written }]);
    expect(cells.map((cell) => readValue(cell, "number", writtenIn(plan).get("n")))).toEqual(
      numbers,
    );
    expect(readValue("2 Seasons", "number", writtenIn(plan).get("n"))).toBeUndefined();
  });

  it.each([
    [["90 min", "1 Season"]],
    [["4th", "5th"]],
    [["12A", "13A"]],
    [["3 PM", "4 PM"]],
    [["007 min", "012 min"]],
    [["5 kg", "7"]],
    [["5 kg", "5 kg"]],
    [["a 5 kg", "b 7 kg"]],
  ])("leaves %j a text", (cells) => {
    const plan = proposeColumns(
      cells.map(
        (cell) =>
          new Map([
            ["text", "words"],
            ["n", cell],
          ]),
      ),
    );
    expect(typeOf(plan, "n")).toBe("text");
  });

  it("takes a kind that a person chose", () => {
    const plan = planOf({
      kinds: [
        { column: "stars", kind: "number" },
        { column: "width", kind: "category" },
        { column: "price", kind: "text" },
      ],
      truth: "width",
    });
    expect(plan.roles).toMatchObject({ categories: ["width"], truth: "width" });
    expect([typeOf(plan, "width"), typeOf(plan, "price")]).toEqual(["number", "text"]);
  });

  it("leaves a column out, with whatever it was for", () => {
    const plan = planOf({ kinds: [{ column: "topic", kind: "none" }] });
    expect(typeOf(plan, "topic")).toBeUndefined();
    expect(plan.leftOut).toEqual(["topic"]);
    expect(plan.roles.category).toBeUndefined();
  });

  it("refuses a kind for a column that is not there", () => {
    expect(() => planOf({ kinds: [{ column: "colour", kind: "text" }] })).toThrow(/colour/);
  });
});
