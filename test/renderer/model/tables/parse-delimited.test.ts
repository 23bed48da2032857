import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseDelimited } from "../../../../renderer/model/tables/parse-delimited.ts";
import { formatTable } from "../../../../renderer/model/tables/table-format.ts";

describe("parseDelimited", () => {
  it("reads quotes, breaks inside cells and empty lines, and counts lines from 1", () => {
    expect(parseDelimited('a,b\r\n"x\ny","say ""hi"""\n\n3,', ",")).toEqual({
      rows: [
        { line: 1, cells: ["a", "b"] },
        { line: 2, cells: ["x\ny", 'say "hi"'] },
        { line: 5, cells: ["3", ""] },
      ],
      rejected: [],
      odd: [],
    });
  });

  it("reads a broken quotation as well as it can, says so, and loses no other line", () => {
    const { rows, rejected, odd } = parseDelimited(
      '1,2\n"bad"x,3\n4,5\n"never closed,6\n7,8\n',
      ",",
    );
    expect(rows.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5]);
    expect(rows[3]?.cells).toEqual(['"never closed', "6"]);
    expect(rejected).toEqual([]);
    expect(odd.map(({ line }) => line)).toEqual([2, 4]);
    expect(odd[1]?.reason).toContain("never closed");
  });

  it("passes over the lines above the head of an earlier version's export", () => {
    const { rows } = parseDelimited("# Semascope\r\n# retina: en\r\nterm\r\ncat\r\n", ",");
    expect(rows).toEqual([
      { line: 3, cells: ["term"] },
      { line: 4, cells: ["cat"] },
    ]);
  });

  it("reads what another parser reads, of any well-formed table", () => {
    const cell = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom('"', ",", "\t", "\n", "\r", "a", " ") }),
    );
    const rows = fc.array(fc.tuple(cell, cell, cell), { minLength: 1 });
    fc.assert(
      fc.property(rows, fc.constantFrom("csv", "tsv"), (given, format) => {
        const written = formatTable({ columns: ["a", "b", "c"], rows: given }, format, {}, true);
        const separator = format === "csv" ? "," : "\t";
        const { rows: read, rejected } = parseDelimited(written, separator);
        expect(rejected).toEqual([]);
        expect(read.map(({ cells }) => cells)).toEqual(
          parse(written, { delimiter: separator, record_delimiter: "\r\n" }),
        );
      }),
    );
  });

  it("gives every row the line it begins on", () => {
    const cell = fc.string({ unit: fc.constantFrom("\n", "\r\n", "a", '"', ",") });
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell)), (given) => {
        const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
        const written = given.map((row) => row.map(quoted).join(","));
        let line = 1;
        const lines = written.map((text) => {
          const own = line;
          line += text.split(/\r\n|\n/).length;
          return own;
        });
        expect(parseDelimited(written.join("\n"), ",").rows.map((row) => row.line)).toEqual(lines);
      }),
    );
  });

  it("never loses a letter or throws, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('"', ",", "\n", "\r", "x") }), (text) => {
        const { rows } = parseDelimited(text, ",");
        expect(new Set(rows.map(({ line }) => line)).size).toBe(rows.length);
        const letters = (part: string) => part.split("x").length - 1;
        const seen = rows.reduce((sum, { cells }) => sum + letters(cells.join("")), 0);
        expect(seen).toBe(letters(text));
      }),
    );
  });

  it("reads 100,000 rows", () => {
    const text = Array.from({ length: 100_000 }, (_, row) => `${row},"text ${row}"`).join("\n");
    const { rows } = parseDelimited(text, ",");
    expect(rows).toHaveLength(100_000);
    expect(rows.at(-1)).toEqual({ line: 100_000, cells: ["99999", "text 99999"] });
  });
});
