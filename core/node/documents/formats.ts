/** Documents that are one text each. */
export const DOCUMENT_FORMATS = ["docx", "odt", "pdf", "rtf", "html", "eml"] as const;
/** Spreadsheets, whose sheets are tables. */
export const WORKBOOK_FORMATS = ["xlsx", "ods"] as const;

export type DocumentFormat = (typeof DOCUMENT_FORMATS)[number];
export type WorkbookFormat = (typeof WORKBOOK_FORMATS)[number];

export const isDocument = (format: string): format is DocumentFormat =>
  DOCUMENT_FORMATS.some((each) => each === format);
export const isWorkbook = (format: string): format is WorkbookFormat =>
  WORKBOOK_FORMATS.some((each) => each === format);
