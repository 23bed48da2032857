import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { safeFileName } from "../../../../renderer/model/file-name.ts";
import { formatTable } from "../../../../renderer/model/tables/table-format.ts";
import { anyCharacter } from "../../../support/any-character.ts";

describe("formatTable", () => {
  it("neutralises what a spreadsheet would run, unless switched off", () => {
    const table = { columns: ["term"], rows: [["=1+1"], ["@home"], ["plain"]] };
    expect(formatTable(table, "csv", {})).toBe("term\r\n'=1+1\r\n'@home\r\nplain\r\n");
    expect(formatTable(table, "csv", {}, true)).toBe("term\r\n=1+1\r\n@home\r\nplain\r\n");
  });

  it("is read back unchanged by a CSV parser, whatever the texts", () => {
    const text = fc.string({ unit: anyCharacter }).map((each) => each.replaceAll("\uFEFF", ""));
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { minLength: 1 }), (rows) => {
        const columns = ["a", "b"];
        for (const [format, delimiter] of [
          ["csv", ","],
          ["tsv", "\t"],
        ] as const) {
          const written = formatTable({ columns, rows }, format, {}, true);
          expect(parse(written, { delimiter, record_delimiter: "\r\n" })).toEqual([
            columns,
            ...rows,
          ]);
        }
      }),
    );
  });

  it("begins a CSV with its head, which other programs expect in the first line", () => {
    const table = { columns: ["term"], rows: [["cat"]] };
    expect(formatTable(table, "csv", { query: "jaguar", retina: "en" })).toBe("term\r\ncat\r\n");
  });

  it("puts model and settings into JSON, and one row a line into JSON Lines", () => {
    const table = { columns: ["term", "score"], rows: [["cat", 3] as const] };
    expect(JSON.parse(formatTable(table, "json", { retina: "en" }))).toEqual({
      about: { retina: "en" },
      rows: [{ term: "cat", score: 3 }],
    });
    expect(formatTable(table, "jsonl", {})).toBe('{"term":"cat","score":3}\n');
  });
});

describe("safeFileName", () => {
  it("keeps letters of any script and takes out what paths cannot hold", () => {
    expect(safeFileName('jaguar/cat: "ü"?.csv')).toBe("jaguar-cat- -ü--.csv");
    expect(safeFileName("../../etc.csv")).toBe("-..-etc.csv");
    expect(safeFileName("CON.csv")).toBe("_CON.csv");
    expect(safeFileName("...")).not.toBe("");
  });
});
