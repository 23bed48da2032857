import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { documentMethods } from "../../../../core/node/documents/document-methods.ts";
import type { WorkbookFormat } from "../../../../core/node/documents/formats.ts";
import { odsOf, textRow, xlsxOf } from "./make-documents.ts";

async function sheetOf(format: WorkbookFormat, bytes: Uint8Array, sheet?: string) {
  const { value } = await documentMethods.sheet({ format, bytes, isPacked: false, sheet });
  const text = new TextDecoder().decode(value.csv);
  const rows: string[][] = parse(text, { relax_column_count: true });
  return { ...value, rows };
}

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("\r", "&#13;");

describe("an Excel workbook", () => {
  it("keeps numbers, codes, dates, times and texts as they are shown", async () => {
    const strings =
      "<si><t>shared &amp; rich</t></si><si><r><t>two </t></r><r><t>runs</t></r><rPh><t>reading</t></rPh></si>";
    const styles =
      '<numFmts><numFmt numFmtId="164" formatCode="00000"/><numFmt numFmtId="165" formatCode="dd\\.mm\\.yyyy"/>' +
      '<numFmt numFmtId="166" formatCode="[Red]#,##0&quot;days&quot;"/></numFmts>' +
      '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>' +
      '<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="22"/><xf numFmtId="20"/><xf numFmtId="166"/></cellXfs>';
    const row =
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1"><v>0.30000000000000004</v></c>' +
      '<c r="D1" s="1"><v>1067</v></c><c r="E1" s="2"><v>45352</v></c><c r="F1" s="3"><v>45352.5625</v></c><c r="G1" s="4"><v>0.75</v></c>' +
      '<c r="H1" t="b"><v>1</v></c><c r="I1" t="e"><v>#N/A</v></c><c r="J1" t="str"><f>A1</f><v>a_x000D_b</v></c>' +
      '<c r="K1"><v>123456789012345</v></c><c r="L1" s="5"><v>1234</v></c><c r="N1"><v>1E-7</v></c></row>';
    const { rows } = await sheetOf("xlsx", xlsxOf({ S: row }, { strings, styles }));
    expect(rows).toEqual([
      [
        ...["shared & rich", "two runs", "0.3", "01067", "2024-03-01", "2024-03-01T13:30:00"],
        ...["18:00:00", "true", "", "a\rb", "123456789012345", "1234", "", "1e-7"],
      ],
    ]);
  });

  it("gives cells that are merged downwards their value, and shows a formula without one", async () => {
    const merged =
      '<mergeCells><mergeCell ref="A2:A3"/><mergeCell ref="B4:C5"/><mergeCell ref="D9:D900000"/></mergeCells>';
    const formula = '<row><c t="str"><f>B2&amp;"x"</f></c><c><f>1+1</f><v>2</v></c></row>';
    const cells = [textRow("region", "text"), textRow("North", "one"), textRow("", "two")].join("");
    expect((await sheetOf("xlsx", xlsxOf({ S: cells + formula + merged }))).rows).toEqual([
      ["region", "text"],
      ["North", "one"],
      ["North", "two"],
      ['=B2&"x"', "2"],
    ]);
  });

  it("counts days from 1904 where the workbook says so", async () => {
    const options = {
      styles: '<cellXfs><xf numFmtId="14"/></cellXfs>',
      workbook: '<workbookPr date1904="1"/>',
    };
    const row = '<row r="1"><c r="A1" s="0"><v>43890</v></c></row>';
    expect((await sheetOf("xlsx", xlsxOf({ S: row }, options))).rows).toEqual([["2024-03-01"]]);
  });

  it("takes the sheet that is named, else the first shown one with a value", async () => {
    const sheets = { Notes: textRow("hidden"), Empty: "", Data: textRow("a"), More: textRow("b") };
    const bytes = xlsxOf(sheets, { hidden: ["Notes"] });
    expect(await sheetOf("xlsx", bytes)).toMatchObject({
      sheets: ["Empty", "Data", "More"],
      sheet: "Data",
      rows: [["a"]],
    });
    expect((await sheetOf("xlsx", bytes, "More")).rows).toEqual([["b"]]);
    await expect(sheetOf("xlsx", bytes, "Nope")).rejects.toMatchObject({
      message: "There is no sheet “Nope”. The sheets are: Empty, Data, More.",
      details: { field: "sheet" },
    });
    await expect(sheetOf("xlsx", xlsxOf({ S: "" }))).rejects.toThrow("no cell with a value");
  });

  it("keeps the place of rows and cells that are left out", async () => {
    const row = '<row r="3"><c r="C3"><v>5</v></c></row>';
    const { value } = await documentMethods.sheet({
      format: "xlsx",
      bytes: xlsxOf({ S: `${textRow("a")}${row}` }),
      isPacked: false,
    });
    expect(new TextDecoder().decode(value.csv)).toBe("a,,\n\n,,5\n");
  });

  it("gives back any text", async () => {
    const letters = fc.string({ unit: "binary", minLength: 1, maxLength: 8 });
    const printable = letters.filter((text) => !/[^\P{Cc}\t\n\r]|_x|^\s*$/u.test(text));
    await fc.assert(
      fc.asyncProperty(fc.array(printable, { minLength: 2, maxLength: 4 }), async (cells) => {
        const bytes = xlsxOf({ S: textRow(...cells.map(escaped)) });
        const { value } = await documentMethods.sheet({ format: "xlsx", bytes, isPacked: false });
        const [row] = parsed(new TextDecoder().decode(value.csv));
        expect(row).toEqual(cells);
      }),
      { numRuns: 30 },
    );
  });
});

/** RFC 4180, so that line ends within quotes stay as they are. */
function parsed(csv: string): string[][] {
  const cells = [...csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n)/g)];
  return [cells.map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "")];
}

describe("an OpenDocument spreadsheet", () => {
  it("gives values rather than what is shown, codes as they are shown, and repeats", async () => {
    const table =
      '<table:table table:name="S"><table:table-row><table:table-cell office:value-type="string"><text:p>a<text:s/>b</text:p><text:p>c</text:p>' +
      "<office:annotation><text:p>comment</text:p></office:annotation></table:table-cell>" +
      '<table:table-cell office:value-type="float" office:value="1234.5"><text:p>1.234,50</text:p></table:table-cell>' +
      '<table:table-cell office:value-type="float" office:value="7"><text:p>007</text:p></table:table-cell>' +
      '<table:table-cell office:value-type="date" office:date-value="2024-03-01T00:00:00"><text:p>1. März</text:p></table:table-cell>' +
      '<table:table-cell table:number-columns-repeated="2"/><table:table-cell table:number-columns-repeated="2" office:value-type="boolean" office:boolean-value="true"><text:p>WAHR</text:p></table:table-cell>' +
      '<table:table-cell table:number-columns-repeated="16000"/></table:table-row>' +
      '<table:table-row table:number-rows-repeated="1048575"><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table>';
    const { rows } = await sheetOf("ods", odsOf(table));
    expect(rows).toEqual([["a b\nc", "1234.5", "007", "2024-03-01", "", "", "true", "true"]]);
  });
});
