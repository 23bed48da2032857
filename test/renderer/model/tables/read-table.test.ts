import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { guessFormat } from "../../../../renderer/model/tables/guess-format.ts";
import { readTable, uniqueNames } from "../../../../renderer/model/tables/read-table.ts";
import { formatTable, TABLE_FORMATS } from "../../../../renderer/model/tables/table-format.ts";

const read = (name: string, text: string) => readTable(text, guessFormat(name, text));

describe("readTable", () => {
  it("takes a list of lines as one column", () => {
    expect(read("words.txt", "apple\r\n\r\npear\n")).toEqual({
      columns: ["Text"],
      rows: [
        { line: 1, cells: ["apple"] },
        { line: 3, cells: ["pear"] },
      ],
      rejected: [],
      odd: [],
      duplicates: [],
    });
  });

  it("numbers columns of one name and says so", () => {
    const { columns, duplicates } = read("a.csv", "text,text,\n1,2,3\n");
    expect(columns).toEqual(["text", "text (2)", "Column 3"]);
    expect(duplicates).toEqual(["text"]);
  });

  it("refuses rows with more cells than columns, by line", () => {
    const { rows, rejected } = read("a.csv", "left,right\nred,blue\na,b,c\nup,down\n");
    expect(rows.map(({ line }) => line)).toEqual([2, 4]);
    expect(rejected).toEqual([
      { line: 3, reason: "3 cells, but there are 2 columns", excerpt: "a | b | c" },
    ]);
  });

  it("reads objects, lists, plain values and this application's own exports from JSON", () => {
    expect(read("a.json", '[{"a":1},{"b":"x"}]').columns).toEqual(["a", "b"]);
    expect(read("a.json", '["one",2]').rows.map(({ cells }) => cells)).toEqual([["one"], ["2"]]);
    expect(read("a.json", '[["p","q"]]').rows).toEqual([{ line: 1, cells: ["p", "q"] }]);
    expect(read("a.json", '{"about":{},"rows":[{"a":"x"}]}').rows).toEqual([
      { line: 1, cells: ["x"] },
    ]);
    expect(read("a.json", '{"a":1}').rejected[0]?.reason).toBe("No list of rows in this JSON");
    expect(read("a.json", "[1,").rejected).toHaveLength(1);
  });

  it("lists the lines of JSON Lines that are not JSON", () => {
    const { rows, rejected } = read("a.jsonl", '{"text":"a"}\n{broken\n\n{"text":"b"}\n');
    expect(rows.map(({ line }) => line)).toEqual([1, 4]);
    expect(rejected.map(({ line }) => line)).toEqual([2]);
  });

  it("reads every exported table back, in every format", () => {
    const text = fc.string({ minLength: 1, unit: "grapheme-ascii" }).map((each) => `t${each}`);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(text, text), { minLength: 1 }),
        fc.constantFrom(...TABLE_FORMATS),
        (rows, format) => {
          const about = { query: "a, b; c\nd", rows: rows.length };
          const written = formatTable({ columns: ["text", "label"], rows }, format, about, true);
          const { columns, rows: back, rejected } = read(`export.${format}`, written);
          expect(columns).toEqual(["text", "label"]);
          expect(back.map(({ cells }) => cells)).toEqual(rows);
          expect(rejected).toEqual([]);
        },
      ),
    );
  });
});

describe("guessFormat", () => {
  it("goes by content where there is no ending", () => {
    const kind = (text: string) => guessFormat("", text).kind;
    expect(kind("a\tb\nc\td")).toBe("tsv");
    expect(kind("a,b\nc,d")).toBe("csv");
    expect(kind("A sentence, with a comma.\nAnother one.")).toBe("lines");
    expect(
      kind("To bake bread you need flour, and salt.\nTo cook soup you need carrots, and salt."),
    ).toBe("lines");
    expect(kind("violin, guitar\nbank, money")).toBe("csv");
    expect(
      kind("text, label\nTo bake bread you need flour, food\nThe court met once more, law"),
    ).toBe("csv");
    expect(kind('[{"a":1}]')).toBe("json");
    expect(kind('{"a":1}\n{"a":2}')).toBe("jsonl");
    expect(kind('{\n "rows": []\n}')).toBe("json");
  });

  it("finds semicolons and headers", () => {
    expect(guessFormat("a.csv", "id;text\n1;hello\n")).toEqual({
      kind: "csv",
      separator: ";",
      hasHeader: true,
    });
    expect(guessFormat("a.csv", "cat,dog\nsun,moon\n").hasHeader).toBe(false);
    expect(guessFormat("a.csv", "frucht,preis\napfel,3\n").hasHeader).toBe(true);
  });
});

describe("uniqueNames", () => {
  it("makes any names unique and keeps the first of each", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("", " ", "a", "a (2)", "b", "Column 2")), (given) => {
        const { columns } = uniqueNames(given);
        expect(columns).toHaveLength(given.length);
        expect(new Set(columns).size).toBe(columns.length);
      }),
    );
  });
});
