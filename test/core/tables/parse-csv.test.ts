import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CsvParser, type CsvRow, delimiterOf } from "../../../core/tables/parse-csv.ts";

function rowsOf(text: string, delimiter = ",", cuts: readonly number[] = []): CsvRow[] {
  const parser = new CsvParser(delimiter);
  const lines = text.split(/(?<=\n)/);
  const rows: CsvRow[] = [];
  let from = 0;
  for (const cut of [...cuts, lines.length]) {
    rows.push(...parser.add(lines.slice(from, Math.max(from, cut)).join("")));
    from = Math.max(from, cut);
  }
  return [...rows, ...parser.end()];
}
const cellsOf = (text: string) => rowsOf(text).map(({ cells }) => cells);

describe("rows of a table", () => {
  it("have quoted delimiters, quotation marks and line ends, and know their lines", () => {
    const text = 'id,text\r\n1,"a, ""b""\r\nc"\r\n2,plain\r\n"3",""\r\n';
    expect(rowsOf(text)).toEqual([
      { line: 1, lines: 1, cells: ["id", "text"] },
      { line: 2, lines: 2, cells: ["1", 'a, "b"\r\nc'] },
      { line: 4, lines: 1, cells: ["2", "plain"] },
      { line: 5, lines: 1, cells: ["3", ""] },
    ]);
  });

  it("are those that another parser finds, however the text is cut", () => {
    const cell = fc.string({
      unit: fc.constantFrom("a", "ü", " ", ",", ";", '"', "\n", "\r\n", "\t", "😀"),
      maxLength: 8,
    });
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1 });
    const quote = (text: string) =>
      /[",;\r\n\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    fc.assert(
      fc.property(
        table,
        fc.constantFrom(",", ";", "\t"),
        fc.array(fc.nat(20)),
        (rows, by, cuts) => {
          const text = `${rows.map((row) => row.map(quote).join(by)).join("\n")}\n`;
          const found = rowsOf(
            text,
            by,
            cuts.sort((a, b) => a - b),
          );
          expect(found.map(({ cells }) => cells)).toEqual(
            parse(text, { delimiter: by, record_delimiter: "\n", relax_column_count: true }),
          );
          expect(found.every(({ problem }) => problem === undefined)).toBe(true);
        },
      ),
    );
  });

  it("end, and lose no text, whatever the text", () => {
    const text = fc.string({ unit: fc.constantFrom("a", ",", '"', "\n", "\r") });
    fc.assert(
      fc.property(text, fc.array(fc.nat(20)), (written, cuts) => {
        const found = rowsOf(
          `${written}\n`,
          ",",
          cuts.sort((a, b) => a - b),
        );
        const letters = (all: string) => all.replaceAll(/[^a]/g, "");
        expect(letters(found.flatMap(({ cells }) => cells).join(""))).toBe(letters(written));
        expect(found.reduce((sum, { lines }) => sum + lines, 0)).toBe(
          `${written}\n`.split("\n").length - 1,
        );
      }),
    );
  });

  it("keep a quotation mark that is not doubled as a letter, and say so", () => {
    expect(rowsOf('1,"a "quoted" word, here"\n2,fine\n')).toEqual([
      {
        line: 1,
        lines: 1,
        cells: ["1", 'a "quoted" word, here'],
        problem: expect.stringContaining("not doubled"),
      },
      { line: 2, lines: 1, cells: ["2", "fine"] },
    ]);
  });

  it("are not swallowed by a quotation mark that is never closed", () => {
    const after = ["3,fine", '4,"quoted, too"', "5,fine"];
    for (const rest of [after, ["3,fine", "5,fine"]]) {
      const rows = rowsOf(["1,fine", '2,"never closed', ...rest, ""].join("\n"));
      expect(rows.map(({ cells }) => cells[0])).toEqual(["1", "2", ...rest.map((line) => line[0])]);
      expect(rows[1]).toMatchObject({
        line: 2,
        cells: ["2", '"never closed'],
        problem: expect.stringContaining("never closed"),
      });
      expect(rows.filter(({ problem }) => problem !== undefined)).toHaveLength(1);
    }
    expect(cellsOf('2,"never closed\n4,"quoted, too"\n')[1]).toEqual(["4", "quoted, too"]);
  });

  it("come before the text ends where an open cell reaches farther than any row", () => {
    const parser = new CsvParser(",");
    const line = `${"x".repeat(2 ** 20 - 1)}\n`;
    const one = '2,"never closed\n';
    const open = `${one}${line.repeat(31)}${line.slice(one.length + 1)}`;
    expect(parser.add(`1,fine\n${open}`)).toHaveLength(1);
    const [row, ...after] = parser.add("\n");
    expect(row).toMatchObject({ line: 2, cells: ["2", '"never closed'] });
    expect(after.map((each) => each.line)).toEqual(Array.from({ length: 33 }, (_, i) => i + 3));
  });

  it("take time in proportion to the text where every line opens a cell that nothing closes", () => {
    const lines = Array.from({ length: 20_000 }, (_, i) => `"open ${i}x`);
    const rows = rowsOf(`${lines.join("\n")}\n`);
    expect(rows.map(({ cells }) => cells)).toEqual(lines.map((line) => [line]));
  });

  it("are separated by what the head has most of", () => {
    expect(["a,b;c", "a;b;c", "a\tb", "a|b|c", "text", '"a;b;c",d'].map(delimiterOf)).toEqual([
      ",",
      ";",
      "\t",
      "|",
      ",",
      ",",
    ]);
  });
});
