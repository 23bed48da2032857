import { badInput } from "../../errors.ts";
import { Inside } from "./document.ts";
import { openParts } from "./unpack.ts";
import { SheetRows, type Workbook } from "./workbook.ts";
import { parseXml } from "./xml.ts";

/** A cell or row that says how often it comes; at the edge of a sheet that is a million times, empty. */
const MOST_REPEATED = 1000;
const SKIPPED = ["annotation", "shapes"];

/** @throws bad-input where it is damaged */
export async function openOds(bytes: Uint8Array): Promise<Workbook> {
  const content = await (await openParts(bytes)).read("content.xml");
  if (content === undefined)
    throw badInput("file", "The workbook is damaged: it lacks content.xml.");
  const tables = tablesIn(content);
  return { sheets: [...tables.keys()], rows: async (sheet) => tables.get(sheet) ?? [] };
}

interface Cell {
  readonly repeated: number;
  readonly type: string;
  readonly value: string;
  readonly lines: string[];
}

function tablesIn(bytes: Uint8Array): Map<string, string[][]> {
  const tables = new Map<string, string[][]>();
  const skipped = new Inside(SKIPPED);
  const paragraph = new Inside(["p"]);
  let name = "";
  let rows = new SheetRows();
  let column = 0;
  let repeatedRow = 1;
  let values: [column: number, value: string][] = [];
  let cell: Cell | undefined;
  const endRow = () => {
    if (values.length === 0) rows.skip(repeatedRow);
    else
      for (let i = 0; i < Math.min(MOST_REPEATED, repeatedRow); i++) {
        for (const [at, value] of values) rows.set(at, value);
        rows.end();
      }
  };
  parseXml(bytes, {
    open: (element, attributes) => {
      skipped.open(element);
      paragraph.open(element);
      const repeated = (what: string) => Number(attributes[`table:number-${what}-repeated`] ?? 1);
      if (element === "table") {
        name = attributes["table:name"] ?? `Sheet ${tables.size + 1}`;
        rows = new SheetRows();
      } else if (element === "table-row") {
        column = 0;
        values = [];
        repeatedRow = repeated("rows");
      } else if (element === "table-cell" || element === "covered-table-cell")
        cell = {
          repeated: repeated("columns"),
          type: attributes["office:value-type"] ?? "",
          value: valueIn(attributes),
          lines: [],
        };
      else if (cell !== undefined && !skipped.isTrue) {
        if (element === "p") cell.lines.push("");
        else if (element === "line-break") addText(cell, "\n");
        else if (element === "tab") addText(cell, "\t");
        else if (element === "s")
          addText(cell, " ".repeat(Math.min(100, Number(attributes["text:c"] ?? 1))));
      }
    },
    close: (element) => {
      skipped.close(element);
      paragraph.close(element);
      if (element === "table") tables.set(name, rows.done());
      else if (element === "table-row") endRow();
      else if (cell !== undefined && /^(covered-)?table-cell$/.test(element)) {
        const value = textOf(cell);
        if (value !== "")
          for (let i = 0; i < Math.min(MOST_REPEATED, cell.repeated); i++)
            values.push([column + i, value]);
        column += cell.repeated;
        cell = undefined;
      }
    },
    text: (text) => {
      if (cell !== undefined && paragraph.isTrue && !skipped.isTrue) addText(cell, text);
    },
  });
  return tables;
}

const addText = ({ lines }: Cell, text: string) => {
  if (lines.length > 0) lines[lines.length - 1] += text;
};

const valueIn = (attributes: Readonly<Record<string, string>>): string =>
  attributes["office:date-value"] ??
  attributes["office:boolean-value"] ??
  attributes["office:value"] ??
  "";

function textOf({ type, value, lines }: Cell): string {
  const shown = lines.join("\n");
  // A number that is shown with leading zeros is a code.
  const isCode = /^0\d+$/.test(shown) && Number(shown) === Number(value);
  if (value === "" || type === "string" || isCode) return shown;
  return type === "date" ? value.replace(/T00:00:00(\.0+)?$/, "") : value;
}
