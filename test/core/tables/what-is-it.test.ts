import { gzipSync, strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { whatIsIt } from "../../../core/tables/what-is-it.ts";
import { memorySource } from "../../../core/tables/zip-entries.ts";

const told = async (bytes: Uint8Array | string, name: string) => {
  const content = typeof bytes === "string" ? strToU8(bytes) : bytes;
  const { kind, format, isPacked } = await whatIsIt(memorySource(name, content));
  return `${kind} ${format}${isPacked ? " packed" : ""}`;
};

const zipOf = (...names: string[]) =>
  zipSync(Object.fromEntries(names.map((name) => [name, strToU8(`content of ${name}`)])));
const openDocument = (type: string) =>
  zipSync({
    mimetype: [strToU8(`application/vnd.oasis.opendocument.${type}`), { level: 0 }],
    "content.xml": strToU8("<x/>"),
  });
const bytes = (start: string) => Uint8Array.from(`${start}\0\u0001\u0002`, (c) => c.charCodeAt(0));
const utf16 = (text: string) =>
  new Uint8Array(Uint16Array.from(text, (c) => c.charCodeAt(0)).buffer);

const ROWS = "id,text\n1,a cow on a meadow\n2,a ship at sea\n";
const LINES = '{"id":1,"text":"a cow"}\n{"id":2,"text":"a ship"}\n';
const MAIL =
  "From: a@example.org\nTo: b@example.org\nSubject: x\nDate: Mon, 1 Jan 2024 10:00:00 +0000\n\nHello\n";

describe("whatIsIt", () => {
  it.each([
    ["a table", ROWS, "table csv", ["rows.csv", "ROWS.CSV", "no-ending"]],
    ["tabs", ROWS.replaceAll(",", "\t"), "table tsv", ["rows.tsv", "unicode.txt", "rows"]],
    ["tabs in UTF-16", utf16(ROWS.replaceAll(",", "\t")), "table tsv", ["rows.tsv", "rows.txt"]],
    ["a table of one column", "text\na cow\na ship\n", "table csv", ["rows.csv"]],
    ["a table with a stray NUL", ROWS.replace("cow", "c\0w"), "table csv", ["rows.csv"]],
    ["a table of markup", "text\n<p>a cow</p>\n", "table csv", ["rows.csv"]],
    ["rows as JSON", '[{"id":1,"text":"a cow"}]', "json json", ["rows.json", "rows.txt", "rows"]],
    ["columns as JSON", '{"id":[1,2],\n"text":["a","b"]}', "json json", ["rows.json", "rows.csv"]],
    ["JSON with NaN", '[{"x": NaN}]', "json json", ["rows.json"]],
    ["no JSON", "// by a tool\n[1]", "json json", ["rows.json"]],
    ["damaged JSON", '{"id": 1, "text', "json json", ["rows.json"]],
    ["JSON Lines", LINES, "json-lines jsonl", ["rows.jsonl", "rows.json", "rows.txt", "rows"]],
    ["lines of which one is damaged", `{\n${LINES}`, "json-lines jsonl", ["rows.jsonl"]],
    ["one JSON line", '{"id":1}\n', "json-lines jsonl", ["rows.jsonl"]],
    ["Parquet", bytes("PAR1"), "parquet parquet", ["rows.parquet", "rows.csv"]],
    ["prose", "Dear Sir, I write,\nas you asked; well.\n", "text txt", ["letter.txt"]],
    ["prose with a bracket", "[Music] Hello, you.\n{ah}\n", "text txt", ["talk.txt", "talk"]],
    ["prose about times", "From: where it is\ncold\n", "text txt", ["poem.txt"]],
    ["a pointer to a file", "version 1\nsize 5\n", "unknown misnamed", ["x.pdf", "x.docx"]],
    ["a program", "import a, b\nprint(a, b)\n", "text code", ["x.py", "x.yml"]],
    ["nothing", "", "text txt", ["empty.txt"]],
    ["an empty table", "", "table csv", ["empty.csv"]],
    ["Markdown", "# Title\n\n| a | b |\n|---|---|\n", "text md", ["notes.md"]],
    ["a workspace", '{ "format": "semascope-workspace" }', "workspace workspace", ["x.json", "x"]],
    ["a packed workspace", zipOf("workspace.json", "shelf.json"), "workspace workspace", ["x.zip"]],
    ["a packed folder", zipOf("x/workspace.json"), "workspace workspace", ["x.zip"]],
    ["a filter", '{"format":"semascope-filter"}', "ours filter", ["x.json"]],
    ["a retina", bytes("\u0089SEMA\r\n\u001a"), "ours retina", ["x.retina", "x.csv"]],
    [
      "a web page",
      "<!-- hi --><!DOCTYPE html>\n<p>x",
      "document html",
      ["x.html", "x.csv", "x.json"],
    ],
    ["a page without doctype", "\ufeff<HTML lang=de>", "document html", ["x.txt"]],
    ["a fragment", "Hello <b>you</b>", "document html", ["x.htm"]],
    [
      "a vector picture",
      '<?xml version="1.0"?>\n<svg xmlns="x">',
      "picture svg",
      ["x.svg", "x.xml"],
    ],
    ["XML", '<?xml version="1.0"?>\n<rows/>', "unknown xml", ["x.xml", "x.csv"]],
    [
      "XML of Excel 2003",
      '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook/>',
      "unknown xml",
      ["x.xml", "x.xls"],
    ],
    ["a message", MAIL, "document eml", ["x.eml", "x.txt"]],
    ["a mailbox", `From a@b.c Mon Jan 01 10:00:00 2024\n${MAIL}`, "unknown mbox", ["x.mbox"]],
    ["a PDF", bytes("%PDF-1.7"), "document pdf", ["x.pdf", "x.txt"]],
    ["RTF", "{\\rtf1\\ansi x}", "document rtf", ["x.rtf", "x.doc"]],
    ["Word", zipOf("[Content_Types].xml", "word/document.xml"), "document docx", ["x.docx", "x"]],
    [
      "Excel",
      zipOf("[Content_Types].xml", "xl/workbook.xml"),
      "workbook xlsx",
      ["x.xlsx", "x.csv"],
    ],
    ["a presentation", zipOf("ppt/presentation.xml"), "unknown pptx", ["x.pptx"]],
    ["Calc", openDocument("spreadsheet"), "workbook ods", ["x.ods", "x"]],
    ["Writer", openDocument("text"), "document odt", ["x.odt"]],
    ["an archive", zipOf("a.txt", "b.docx"), "archive zip", ["x.zip", "x.docx"]],
    ["old Office", bytes("\u00d0\u00cf\u0011\u00e0"), "unknown oldOffice", ["x.doc", "x.csv"]],
    ["PNG", bytes("\u0089PNG\r\n\u001a\n"), "picture png", ["x.png"]],
    ["JPEG", bytes("\u00ff\u00d8\u00ff\u00e0"), "picture jpg", ["x.jpg"]],
    ["binary data", bytes("\u0000\u0001\u00fe\u00ff\u0003"), "unknown binary", ["x.txt", "x.csv"]],
    ["a packed table", gzipSync(strToU8(ROWS)), "table csv packed", ["x.csv.gz", "x.gz", "x.csv"]],
    ["packed lines", gzipSync(strToU8(LINES)), "json-lines jsonl packed", ["x.jsonl.gz"]],
    ["a table called .gz", ROWS, "table csv", ["x.csv.gz"]],
  ])("recognises %s", async (_, content, expected, names) => {
    for (const name of names)
      expect(`${name}: ${await told(content, name)}`).toBe(`${name}: ${expected}`);
  });

  it("reads the list of entries at the end of a zip that begins with none it knows", async () => {
    const many = Array.from({ length: 3000 }, (_, i) => `xl/media/picture ${i}.png`);
    expect(await told(zipOf(...many, "xl/workbook.xml"), "x")).toBe("workbook xlsx");
  });

  it("says what helps where a kind is not read", async () => {
    const { words, remedy } = await whatIsIt(
      memorySource("x.doc", bytes("\u00d0\u00cf\u0011\u00e0")),
    );
    expect(`${words}: ${remedy}`).toBe(
      "an old or encrypted Office document: save it without a password as .docx or .xlsx",
    );
  });
});
