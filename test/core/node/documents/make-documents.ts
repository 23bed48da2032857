import { strToU8, zipSync } from "fflate";

const zip = (files: Readonly<Record<string, string>>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));

const CORE = `<cp:coreProperties xmlns:cp="a" xmlns:dc="b" xmlns:dcterms="c"><dc:title>Minutes &amp; more</dc:title><dc:creator>Eva Müller</dc:creator><dcterms:created>2024-03-01T09:00:00Z</dcterms:created></cp:coreProperties>`;

/** A Word document of a body's XML. */
export const docxOf = (body: string, notes?: string): Uint8Array =>
  zip({
    "[Content_Types].xml": "<Types/>",
    "word/document.xml": `<?xml version="1.0"?><w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`,
    ...(notes === undefined
      ? {}
      : { "word/footnotes.xml": `<w:footnotes xmlns:w="w">${notes}</w:footnotes>` }),
    "docProps/core.xml": CORE,
  });

/** One with plain paragraphs. */
export const plainDocx = (...paragraphs: readonly string[]): Uint8Array =>
  docxOf(paragraphs.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join(""));

export const odtOf = (body: string): Uint8Array =>
  zip({
    mimetype: "application/vnd.oasis.opendocument.text",
    "content.xml": `<office:document-content xmlns:office="o" xmlns:text="t"><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
    "meta.xml": `<office:document-meta xmlns:office="o" xmlns:dc="d" xmlns:meta="m"><dc:title>Letter</dc:title><meta:initial-creator>Ada</meta:initial-creator><meta:creation-date>2023-05-06T07:08:09</meta:creation-date></office:document-meta>`,
  });

/** A spreadsheet; `sheets` are the XML of rows by name. */
export function xlsxOf(
  sheets: Readonly<Record<string, string>>,
  { strings = "", styles = "", hidden = [] as readonly string[], workbook = "" } = {},
): Uint8Array {
  const names = Object.keys(sheets);
  const entries = names.map(
    (name, i) =>
      `<sheet name="${name}" sheetId="${i + 1}"${hidden.includes(name) ? ' state="hidden"' : ""} r:id="rId${i + 1}"/>`,
  );
  const relations = names.map(
    (_, i) => `<Relationship Id="rId${i + 1}" Target="worksheets/sheet${i + 1}.xml"/>`,
  );
  return zip({
    "[Content_Types].xml": "<Types/>",
    "xl/workbook.xml": `<workbook xmlns:r="r">${workbook}<sheets>${entries.join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships>${relations.join("")}</Relationships>`,
    "xl/sharedStrings.xml": `<sst>${strings}</sst>`,
    "xl/styles.xml": `<styleSheet>${styles}</styleSheet>`,
    ...Object.fromEntries(
      names.map((name, i) => [
        `xl/worksheets/sheet${i + 1}.xml`,
        `<worksheet><sheetData>${sheets[name]}</sheetData></worksheet>`,
      ]),
    ),
  });
}

/** A row of texts. */
export const textRow = (...cells: readonly string[]): string =>
  `<row>${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join("")}</row>`;

export const odsOf = (tables: string): Uint8Array =>
  zip({
    mimetype: "application/vnd.oasis.opendocument.spreadsheet",
    "content.xml": `<office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x"><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`,
  });

/** A PDF with a page for each list of lines; a line "" is a gap. */
export function pdfOf(pages: readonly (readonly string[])[], info = ""): Uint8Array {
  const objects: string[] = ["<< /Type /Catalog /Pages 2 0 R >>", ""];
  const kids: string[] = [];
  objects.push("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>", `<< ${info} >>`);
  for (const lines of pages) {
    const shown = lines.map((line) => (line === "" ? "0 -30 Td" : `(${line}) Tj 0 -14 Td`));
    const content =
      lines.length === 0 ? "0 0 50 50 re f" : `BT /F1 12 Tf 72 720 Td ${shown.join(" ")} ET`;
    objects.push(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${objects.length} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    );
    kids.push(`${objects.length} 0 R`);
  }
  objects[1] = `<< /Type /Pages /Kids [${kids.join(" ")}] /Count ${kids.length} >>`;
  let file = "%PDF-1.4\n";
  const places = objects.map((object, i) => {
    const at = file.length;
    file += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, "0")} 00000 n \n`;
  });
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join("")}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 4 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return strToU8(file, true);
}
