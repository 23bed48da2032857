import { ApiError, badInput } from "../../errors.ts";
import { Transfer } from "../threads/protocol.ts";
import { type Document, textOfPages } from "./document.ts";
import { type DocumentFormat, isWorkbook, type WorkbookFormat } from "./formats.ts";
import { decodeHtml, readHtml } from "./html.ts";
import { readMail } from "./mail.ts";
import { openOds } from "./ods.ts";
import { readPdf } from "./pdf.ts";
import { readRtf } from "./rtf.ts";
import { unpackGzip } from "./unpack.ts";
import { readDocx, readOdt } from "./word-documents.ts";
import { chooseSheet, csvOf, type Workbook } from "./workbook.ts";
import { openXlsx } from "./xlsx.ts";

const DOCUMENTS = {
  docx: readDocx,
  odt: readOdt,
  pdf: readPdf,
  rtf: readRtf,
  html: (bytes: Uint8Array) => readHtml(decodeHtml(bytes)),
  eml: readMail,
} satisfies Readonly<Record<DocumentFormat, (bytes: Uint8Array) => Document | Promise<Document>>>;
const WORKBOOKS = { xlsx: openXlsx, ods: openOds } satisfies Readonly<
  Record<WorkbookFormat, (bytes: Uint8Array) => Promise<Workbook>>
>;

interface Packed {
  readonly bytes: Uint8Array;
  readonly isPacked: boolean;
}

/** A document as one text: pages parted by form feeds, paragraphs by blank lines. */
export interface DocumentText extends Omit<Document, "pages"> {
  readonly text: string;
  readonly pages: number;
  /** Of a PDF: pages without text, which may be scans. */
  readonly emptyPages: number;
}

type DocumentInput = Packed & { readonly format: DocumentFormat | WorkbookFormat };
type SheetInput = Packed & {
  readonly format: WorkbookFormat;
  readonly sheet?: string | undefined;
};

export const documentMethods = {
  document: (input: DocumentInput) => inSentences(() => documentText(input)),
  /** A sheet as CSV, with the names of all. */
  sheet: (input: SheetInput) => inSentences(() => sheetTable(input)),
};

const SIGNS = new TextDecoder("windows-1252").decode(
  Uint8Array.from({ length: 32 }, (_, i) => 128 + i),
  { stream: true },
);

/** Quotes, dashes and “€” in place of the controls that Node 20 makes of them: it reads whole Windows-1252 as Latin-1. */
const withSigns = (text: string): string =>
  text.replace(/[\u0080-\u009f]/g, (control) => SIGNS[control.charCodeAt(0) - 128]!);

async function documentText({ format, ...packed }: DocumentInput): Promise<DocumentText> {
  const bytes = unpacked(packed);
  const { pages, ...said } = isWorkbook(format)
    ? { pages: await sheetPages(await WORKBOOKS[format](bytes)) }
    : await DOCUMENTS[format](bytes);
  const emptyPages = pages.filter((page) => page.length === 0).length;
  const { title, author } = said as Partial<Document>;
  return {
    ...said,
    ...(title !== undefined && { title: withSigns(title) }),
    ...(author !== undefined && { author: withSigns(author) }),
    text: withSigns(textOfPages(pages).trim()),
    ...{ pages: pages.length, emptyPages },
  };
}

async function sheetTable({ format, sheet: wanted, ...packed }: SheetInput) {
  const book = await WORKBOOKS[format](unpacked(packed));
  const { sheets, sheet, rows } = await chooseSheet(book, wanted);
  const csv = csvOf(rows);
  return new Transfer({ sheets, sheet, csv }, [csv.buffer]);
}

/** What a library throws about a damaged file is no fault of the program. */
async function inSentences<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    const reason = cause instanceof Error ? ` (${cause.message.slice(0, 100)})` : "";
    throw badInput(
      "file",
      `It is damaged or of an unusual kind${reason}; open it in its program and save it again.`,
    );
  }
}

const unpacked = ({ bytes, isPacked }: Packed): Uint8Array =>
  isPacked ? unpackGzip("The file", bytes) : bytes;

/** A workbook among documents: a page for each sheet, a paragraph for each row. */
async function sheetPages(book: Workbook): Promise<string[][]> {
  const pages: string[][] = [];
  for (const sheet of book.sheets) {
    const rows = await book.rows(sheet);
    pages.push(rows.map((row) => row.filter((cell) => cell !== "").join("\t")).filter(Boolean));
  }
  if (pages.every(({ length }) => length === 0))
    throw badInput("file", "The workbook has no cell with a value.");
  return pages.filter(({ length }) => length > 0);
}
