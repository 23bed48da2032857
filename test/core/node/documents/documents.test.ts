import { strToU8 } from "fflate";
import { describe, expect, it } from "vitest";
import { documentMethods } from "../../../../core/node/documents/document-methods.ts";
import type { DocumentFormat } from "../../../../core/node/documents/formats.ts";
import { docxOf, odtOf, pdfOf, plainDocx } from "./make-documents.ts";

const read = (format: DocumentFormat, content: Uint8Array | string) =>
  documentMethods.document({
    format,
    bytes: typeof content === "string" ? strToU8(content, true) : content,
    isPacked: false,
  });
const utf8 = (text: string) => new TextEncoder().encode(text);

describe("a Word document", () => {
  it("gives its paragraphs, with title, author and date", async () => {
    expect(await read("docx", plainDocx("Tom &amp; Ann", "Grüße, 日本"))).toMatchObject({
      title: "Minutes & more",
      author: "Eva Müller",
      date: "2024-03-01T09:00:00Z",
      text: "Tom & Ann\n\nGrüße, 日本",
    });
  });

  it("leaves out deleted text, field codes, tab stops and twins for older programs", async () => {
    const body =
      "<w:p><w:pPr><w:tabs><w:tab/></w:tabs></w:pPr><w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t></w:r>" +
      "<w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:moveFrom><w:r><w:t>moved</w:t></w:r></w:moveFrom>" +
      "<w:r><w:instrText>PAGE</w:instrText></w:r></w:p>" +
      "<mc:AlternateContent><mc:Choice><w:p><w:r><w:t>box</w:t></w:r></w:p></mc:Choice>" +
      "<mc:Fallback><w:p><w:r><w:t>box</w:t></w:r></w:p></mc:Fallback></mc:AlternateContent>" +
      "<w:tbl><w:tr><w:tc><w:p><w:r><w:t>cell</w:t></w:r></w:p></w:tc></w:tr></w:tbl>";
    const notes = "<w:footnote><w:p><w:r><w:t>a note</w:t></w:r></w:p></w:footnote>";
    expect((await read("docx", docxOf(body, notes))).text).toBe("a\tb\nc\n\nbox\n\ncell\n\na note");
  });
});

describe("an OpenDocument text", () => {
  it("gives headings and paragraphs without comments, note numbers and deleted text", async () => {
    const body =
      "<text:tracked-changes><text:p>deleted</text:p></text:tracked-changes><text:h>The\n  harvest</text:h>" +
      "<text:p>Rye<text:s text:c='3'/>and<text:tab/>wheat<text:line-break/>grow" +
      "<office:annotation><text:p>a comment</text:p></office:annotation>.</text:p>";
    expect(await read("odt", odtOf(body))).toMatchObject({
      title: "Letter",
      author: "Ada",
      text: "The harvest\n\nRye   and\twheat\ngrow.",
    });
  });
});

describe("a PDF", () => {
  it("gives its pages, and paragraphs where lines lie apart", async () => {
    const pdf = pdfOf(
      [["The first line", "and the second.", "", "A new paragraph."], ["Page two."]],
      "/Title (Report) /Author (Board) /CreationDate (D:20240131120000+01'00')",
    );
    expect(await read("pdf", pdf)).toEqual({
      title: "Report",
      author: "Board",
      date: "2024-01-31T11:00:00Z",
      text: "The first line\nand the second.\n\nA new paragraph.\n\f\nPage two.",
      pages: 2,
      emptyPages: 0,
    });
  });

  it("says how many pages have no text", async () => {
    expect(await read("pdf", pdfOf([[], ["x"]]))).toMatchObject({ pages: 2, emptyPages: 1 });
    expect(await read("pdf", pdfOf([[]]))).toMatchObject({ text: "", emptyPages: 1 });
  });
});

describe("a web page", () => {
  it("gives what a person reads, in the encoding that it names", async () => {
    const page =
      '<!doctype html><html><head><meta charset="windows-1252"><title>Caf\u00e9 &amp; bar</title><meta name="author" content="Ann">' +
      '<meta property="article:published_time" content="2024-02-03T10:00:00Z"><style>p{}</style></head>' +
      "<body><script>var x = '<p>no</p>';</script><h1>Men\u00fc</h1><p>Soup,\n <b>cold</b>&nbsp;or\nhot<br>daily</p>" +
      "<table><tr><td>a</td><td>b</td></tr></table></body></html>";
    expect(await read("html", page)).toMatchObject({
      title: "Café & bar",
      author: "Ann",
      date: "2024-02-03T10:00:00Z",
      text: "Menü\n\nSoup, cold\u00a0or hot\ndaily\n\na\tb",
    });
  });
});

describe("a message", () => {
  const head =
    "From: Eva <eva@example.org>\r\nTo: b@example.org\r\nSubject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=\r\n" +
    "Date: Mon, 1 Jan 2024 10:00:00 +0100\r\nMIME-Version: 1.0\r\n";

  it("gives its text with subject, sender and date", async () => {
    const mail = `${head}Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nDear Zo=C3=AB,\r\n\r\nthe meeting is moved.\r\n`;
    expect(await read("eml", mail)).toMatchObject({
      title: "Grüße",
      author: "Eva <eva@example.org>",
      date: "2024-01-01T09:00:00Z",
      text: "Dear Zoë,\n\nthe meeting is moved.",
    });
  });

  it("gives the text of its page where it has no other, and names attachments", async () => {
    const mail =
      `${head}Content-Type: multipart/mixed; boundary=X\r\n\r\n--X\r\nContent-Type: text/html\r\n\r\n<p>Hello <b>you</b></p>\r\n` +
      "--X\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment; filename=plan.pdf\r\n\r\nx\r\n--X--\r\n";
    expect(await read("eml", mail)).toMatchObject({ text: "Hello you", attachments: ["plan.pdf"] });
  });
});

describe("RTF", () => {
  it("gives its text in the code page and as numbers, without fonts, pictures and headers", async () => {
    const rtf =
      "{\\rtf1\\ansi\\ansicpg1252{\\fonttbl{\\f0 Arial;}}{\\info{\\title Memo}{\\author Jo}{\\creatim\\yr2024\\mo2\\dy3}}" +
      "{\\header a header}{\\*\\generator x;}{\\pict ffd8}The caf\\'e9 \\u8364? costs \\u55357?\\u56832? \\{5\\}\\par\nSecond\\~line\\page Third\\par}";
    expect(await read("rtf", rtf)).toMatchObject({
      title: "Memo",
      author: "Jo",
      date: "2024-02-03T00:00:00Z",
      text: "The café € costs 😀 {5}\n\nSecond\u00a0line\n\f\nThird",
    });
  });

  it("has the quotes and dashes of Word", async () => {
    const rtf =
      "{\\rtf1\\ansi\\ansicpg1252{\\info{\\title A\\'96B}}\\'93It\\'92s\\'94 \\'85 5\\'80\\par}";
    expect(await read("rtf", rtf)).toMatchObject({ title: "A–B", text: "“It’s” … 5€" });
  });

  it("joins letters of two bytes", async () => {
    const rtf = "{\\rtf1\\ansi\\ansicpg932 \\'93\\'fa\\'96\\'7b\\par}";
    expect((await read("rtf", rtf)).text).toBe("日本");
  });
});

describe("a damaged document", () => {
  it.each<[DocumentFormat, Uint8Array | string]>([
    ["docx", plainDocx("x").subarray(0, 200)],
    ["docx", odtOf("<text:p>x</text:p>")],
    ["pdf", "%PDF-1.7\nabc"],
    ["odt", "no zip"],
  ])("is refused with a sentence: %s", async (format, content) => {
    await expect(read(format, content)).rejects.toMatchObject({
      code: "bad-input",
      message: expect.stringMatching(/damaged|cut short/),
    });
  });

  it("gives what can be read of markup that is wrong", async () => {
    expect((await read("html", utf8("<p>a <b>b</p><p>c"))).text).toBe("a b\n\nc");
  });
});
