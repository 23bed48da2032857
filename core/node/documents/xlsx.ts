import { badInput } from "../../errors.ts";
import { Inside } from "./document.ts";
import { openParts, type Parts } from "./unpack.ts";
import { SheetRows, type Workbook } from "./workbook.ts";
import { parseXml } from "./xml.ts";

/** How a number is shown, as far as its value depends on it. */
type NumberForm = "plain" | "date" | "time" | { readonly digits: number };

interface Context {
  readonly texts: readonly string[];
  readonly forms: readonly NumberForm[];
  /** Days between serial 0 and 1970-01-01. */
  readonly epoch: number;
}

/** @throws bad-input where it is damaged */
export async function openXlsx(bytes: Uint8Array): Promise<Workbook> {
  const parts = await openParts(bytes);
  const { sheets, is1904 } = sheetsIn(await required(parts, "xl/workbook.xml"));
  const targets = targetsIn(await required(parts, "xl/_rels/workbook.xml.rels"));
  const files = new Map(sheets.map(({ name, id }) => [name, targets.get(id)]));
  let context: Context | undefined;
  return {
    sheets: [...files.keys()],
    async rows(sheet) {
      context ??= {
        texts: textsIn(await parts.read("xl/sharedStrings.xml")),
        forms: formsIn(await parts.read("xl/styles.xml")),
        epoch: is1904 ? 24_107 : 25_569,
      };
      const file = files.get(sheet);
      // A sheet may be a chart, which has no cells.
      if (file === undefined || !/worksheets\//.test(file)) return [];
      return rowsIn(await required(parts, file), context);
    },
  };
}

async function required(parts: Parts, name: string): Promise<Uint8Array> {
  const part = await parts.read(name);
  if (part === undefined) throw badInput("file", `The workbook is damaged: it lacks ${name}.`);
  return part;
}

function sheetsIn(bytes: Uint8Array) {
  const sheets: { name: string; id: string }[] = [];
  let is1904 = false;
  parseXml(bytes, {
    open: (element, { name = "", state = "visible", date1904 = "", ...attributes }) => {
      if (element === "workbookPr") is1904 = date1904 === "1" || date1904 === "true";
      if (element !== "sheet" || state !== "visible") return;
      const id = Object.entries(attributes).find(([key]) => /^\w+:id$/.test(key))?.[1] ?? "";
      sheets.push({ name, id });
    },
  });
  return { sheets, is1904 };
}

function targetsIn(bytes: Uint8Array): Map<string, string> {
  const targets = new Map<string, string>();
  parseXml(bytes, {
    open: (element, { Id, Target }) => {
      if (element !== "Relationship" || Id === undefined || Target === undefined) return;
      targets.set(Id, Target.startsWith("/") ? Target.slice(1) : `xl/${Target}`);
    },
  });
  return targets;
}

/** Texts that cells share; readings of East Asian words stand beside them and are left out. */
function textsIn(bytes: Uint8Array | undefined): string[] {
  const texts: string[] = [];
  if (bytes === undefined) return texts;
  const text = new Inside(["t"]);
  const reading = new Inside(["rPh"]);
  let pieces: string[] = [];
  parseXml(bytes, {
    open: (name) => {
      text.open(name);
      reading.open(name);
      if (name === "si") pieces = [];
    },
    close: (name) => {
      text.close(name);
      reading.close(name);
      if (name === "si") texts.push(unescapeText(pieces.join("")));
    },
    text: (piece) => {
      if (text.isTrue && !reading.isTrue) pieces.push(piece);
    },
  });
  return texts;
}

/** Control characters are written as _x000D_. */
const unescapeText = (text: string): string =>
  text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );

/** Numbers of the formats of dates and times that every program knows. */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);
const isBuiltInTime = (id: number) => (id >= 18 && id <= 21) || (id >= 45 && id <= 47);

/** The form of each style of cells. */
function formsIn(bytes: Uint8Array | undefined): NumberForm[] {
  const forms: NumberForm[] = [];
  if (bytes === undefined) return forms;
  const codes = new Map<number, string>();
  const cells = new Inside(["cellXfs"]);
  parseXml(bytes, {
    open: (name, { numFmtId = "0", formatCode = "" }) => {
      cells.open(name);
      const id = Number(numFmtId);
      if (name === "numFmt") codes.set(id, formatCode);
      if (name === "xf" && cells.isTrue) forms.push(formOf(id, codes.get(id)));
    },
    close: (name) => cells.close(name),
  });
  return forms;
}

function formOf(id: number, code: string | undefined): NumberForm {
  if (code === undefined) return isBuiltInDate(id) ? "date" : isBuiltInTime(id) ? "time" : "plain";
  const [first = ""] = code.split(";");
  const bare = first.replace(/"[^"]*"|\\.|\[(?!h+\]|m+\]|s+\])[^\]]*\]|[_*]./gi, "");
  if (/[yd]|m{3,}/i.test(bare)) return "date";
  if (/[hs]/i.test(bare)) return "time";
  return /^0{2,}$/.test(bare) ? { digits: bare.length } : "plain";
}

function rowsIn(bytes: Uint8Array, context: Context): string[][] {
  const rows = new SheetRows();
  const text = new Inside(["v", "t"]);
  const formula = new Inside(["f"]);
  const reading = new Inside(["rPh"]);
  const merged: string[] = [];
  let number = 0;
  let column = -1;
  let type = "n";
  let style = 0;
  let pieces: string[] = [];
  let formulas: string[] = [];
  parseXml(bytes, {
    open: (name, { r = "", t = "n", s = "0", ref }) => {
      text.open(name);
      formula.open(name);
      if (name === "mergeCell" && ref !== undefined) merged.push(ref);
      reading.open(name);
      if (name === "row") {
        number = r === "" ? number + 1 : Number(r);
        column = -1;
      } else if (name === "c") {
        column = r === "" ? column + 1 : columnOf(r);
        type = t;
        style = Number(s);
        pieces = [];
        formulas = [];
      }
    },
    close: (name) => {
      text.close(name);
      formula.close(name);
      reading.close(name);
      if (name === "c") {
        // A formula that no program has computed has no value: it is shown itself.
        const isOpen = pieces.length === 0 && formulas.length > 0;
        const value = cellText(pieces.join(""), type, style, context);
        rows.set(column, isOpen ? `=${formulas.join("")}` : value);
      } else if (name === "row") rows.end(number);
    },
    text: (piece) => {
      if (text.isTrue && !reading.isTrue) pieces.push(piece);
      if (formula.isTrue) formulas.push(piece);
    },
  });
  return filledDown(rows.done(), merged);
}

/** Cells that merging may fill: a sheet may name ranges of any size. */
const MOST_FILLED = 1_000_000;

/** Rows in which cells that are merged over several rows of one column all have their value. */
function filledDown(rows: string[][], merged: readonly string[]): string[][] {
  let left = MOST_FILLED;
  for (const range of merged) {
    const [from = "", to = ""] = range.split(":");
    const column = columnOf(from);
    if (columnOf(to) !== column) continue;
    const first = rowOf(from);
    const value = rows[first]?.[column] ?? "";
    const end = Math.min(rowOf(to) + 1, rows.length);
    for (let row = first + 1; value !== "" && row < end && left > 0; row++, left--) {
      const cells = rows[row]!;
      while (cells.length < column) cells.push("");
      cells[column] = value;
    }
  }
  return rows;
}

/** "C7" is row 6. */
const rowOf = (reference: string): number => Number(/\d+$/.exec(reference)?.[0] ?? 0) - 1;

/** "C7" is column 2. */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of reference) {
    const digit = letter.charCodeAt(0) - 64;
    if (digit < 1 || digit > 26) break;
    column = 26 * column + digit;
  }
  return column - 1;
}

function cellText(
  raw: string,
  type: string,
  style: number,
  { texts, forms, epoch }: Context,
): string {
  switch (type) {
    case "s":
      return texts[Number(raw)] ?? "";
    case "str":
    case "inlineStr":
      return unescapeText(raw);
    case "b":
      return raw === "1" ? "true" : raw === "0" ? "false" : "";
    case "d":
      return raw;
    // #N/A and other errors are no values.
    case "e":
      return "";
    default:
      return raw === "" ? "" : numberAs(raw, forms[style] ?? "plain", epoch);
  }
}

/** Digits that spreadsheets compute with; further ones are rounding. */
const PRECISION = 15;

function numberAs(raw: string, form: NumberForm, epoch: number): string {
  const value = Number(raw);
  if (!Number.isFinite(value)) return raw;
  if (form === "date") return dateOf(value, epoch);
  if (form === "time") return value < 1 && value >= 0 ? timeOf(value) : plainNumber(value);
  const plain = plainNumber(value);
  return form === "plain" || !/^\d+$/.test(plain) ? plain : plain.padStart(form.digits, "0");
}

function plainNumber(value: number): string {
  const rounded = Number(value.toPrecision(PRECISION));
  return Number.isInteger(rounded)
    ? rounded.toLocaleString("en", { useGrouping: false })
    : String(rounded);
}

const DAY_SECONDS = 86_400;

/** A day, with its time where it has one. */
function dateOf(serial: number, epoch: number): string {
  // Excel counts a 29 February 1900 that was none.
  const days = epoch === 25_569 && serial < 60 ? serial + 1 : serial;
  const date = new Date(Math.round((days - epoch) * DAY_SECONDS) * 1000);
  if (Number.isNaN(date.getTime())) return String(serial);
  const iso = date.toISOString().slice(0, 19);
  return iso.endsWith("T00:00:00") ? iso.slice(0, 10) : iso;
}

const timeOf = (share: number): string =>
  new Date(Math.round(share * DAY_SECONDS) * 1000).toISOString().slice(11, 19);
