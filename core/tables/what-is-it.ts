import { type ByteSource, zipEntries } from "./zip-entries.ts";

/** Formats by their kind, with what a sentence calls them and what helps where the format cannot be read. */
const FORMATS = {
  csv: ["table", "a table"],
  tsv: ["table", "a table"],
  json: ["json", "JSON"],
  jsonl: ["json-lines", "JSON Lines"],
  parquet: ["parquet", "Parquet"],
  txt: ["text", "a text"],
  md: ["text", "a text"],
  code: ["text", "a program or its settings", "end its name in .txt to have it read as text"],
  xlsx: ["workbook", "an Excel workbook"],
  ods: ["workbook", "an OpenDocument spreadsheet"],
  docx: ["document", "a Word document"],
  odt: ["document", "an OpenDocument text"],
  pdf: ["document", "a PDF"],
  rtf: ["document", "an RTF document"],
  html: ["document", "a web page"],
  eml: ["document", "an e-mail message"],
  png: ["picture", "a PNG picture"],
  svg: ["picture", "an SVG picture"],
  jpg: ["picture", "a JPEG picture"],
  gif: ["picture", "a GIF picture"],
  webp: ["picture", "a WebP picture"],
  workspace: ["workspace", "a workspace of Semascope"],
  filter: ["ours", "a filter of Semascope"],
  retina: ["ours", "a retina"],
  pack: ["ours", "a language pack"],
  reader: ["ours", "a reader of an encoder"],
  zip: ["archive", "a zip archive"],
  xlsb: ["unknown", "a binary Excel workbook", "save it as .xlsx"],
  pptx: ["unknown", "a presentation", "save it as PDF"],
  epub: ["unknown", "an e-book", "save it as .docx or .html"],
  oldOffice: [
    "unknown",
    "an old or encrypted Office document",
    "save it without a password as .docx or .xlsx",
  ],
  mbox: ["unknown", "a mailbox of several messages", "save each message as .eml"],
  sqlite: ["unknown", "a SQLite database", "export its table as CSV"],
  xml: ["unknown", "XML", "convert it to CSV or JSON"],
  tar: ["unknown", "a tar archive", "unpack it first"],
  otherArchive: ["unknown", "an archive of another kind than .zip and .gz", "unpack it first"],
  misnamed: ["unknown", "not what the end of its name says", "copy it again"],
  binary: ["unknown", "binary data", "save it as text in UTF-8"],
} as const satisfies Readonly<
  Record<string, readonly [kind: string, words: string, remedy?: string]>
>;

export type Format = keyof typeof FORMATS;
export type Kind = (typeof FORMATS)[Format][0];

/** What a file is, told by its content; the ending decides only between forms of plain text. */
export interface Nature {
  readonly kind: Kind;
  readonly format: Format;
  /** Whether the format was found inside gzip. */
  readonly isPacked: boolean;
  /** For a sentence: "an Excel workbook". */
  readonly words: string;
  /** What a person can do where the kind is not read: "save it as PDF". */
  readonly remedy: string | undefined;
}

/** Bytes that are looked at. */
const LOOKED_AT = 2 ** 16;

/** Reads the beginning of a file, and of a zip the list of its entries. */
export async function whatIsIt(source: ByteSource): Promise<Nature> {
  const first = await source.read(0, LOOKED_AT);
  const format = formatOf(first, source.name);
  if (format === "zip") return natureOf(await zipFormat(source, first));
  if (format !== "gzip") return natureOf(format);
  const inner = formatOf(await unpackStart(first), source.name.replace(/\.gz$/i, ""));
  return natureOf(inner === "gzip" || inner === "zip" ? "otherArchive" : inner, true);
}

function natureOf(format: Format, isPacked = false): Nature {
  const [kind, words, remedy] = FORMATS[format] as readonly [Kind, string, string?];
  return { kind, format, isPacked, words, remedy };
}

/** Why the beginning of a file is no plain text, and what to do about it; null for what may be one. */
export function binaryReason(first: Uint8Array): string | null {
  const format = magicFormat(first);
  if (format === undefined) return null;
  if (format === "gzip") return "it is no text but packed with gzip; unpack it first";
  const { words, remedy } = natureOf(format);
  return `it is no text but ${words}; ${remedy ?? "save it as text or CSV"}`;
}

/** Marks at the very beginning, as Latin-1. */
const MARKS: readonly (readonly [mark: string, format: Format | "gzip"])[] = [
  ["\u001f\u008b", "gzip"],
  ["PK\u0003\u0004", "zip"],
  ["PK\u0005\u0006", "zip"],
  ["PAR1", "parquet"],
  ["\u00d0\u00cf\u0011\u00e0", "oldOffice"],
  ["{\\rtf", "rtf"],
  ["\u0089PNG\r\n\u001a\n", "png"],
  ["\u00ff\u00d8\u00ff", "jpg"],
  ["GIF8", "gif"],
  ["\u0089SEMA\r\n\u001a", "retina"],
  ["\u0089SEML\r\n\u001a", "pack"],
  ["\u0089SEME\r\n\u001a", "reader"],
  ["SQLite format 3\0", "sqlite"],
  ["7z\u00bc\u00af", "otherArchive"],
  ["Rar!\u001a", "otherArchive"],
  ["\u00fd7zXZ", "otherArchive"],
  ["BZh", "otherArchive"],
  ["\u0028\u00b5\u002f\u00fd", "otherArchive"],
];
/** Some programs write a few bytes before a PDF. */
const PDF_WITHIN = 1024;
const TAR_MARK = "ustar";
const TAR_MARK_AT = 257;

const formatOf = (first: Uint8Array, name: string): Format | "gzip" =>
  magicFormat(first) ?? textFormat(decodeStart(first), endingOf(name));

function magicFormat(first: Uint8Array): Format | "gzip" | undefined {
  const start = latin1(first.subarray(0, PDF_WITHIN));
  const [, format] = MARKS.find(([mark]) => start.startsWith(mark)) ?? [];
  if (format !== undefined) return format;
  if (start.startsWith("RIFF") && start.startsWith("WEBP", 8)) return "webp";
  if (/(^|[\s\0])%PDF-\d/.test(start)) return "pdf";
  if (start.startsWith(TAR_MARK, TAR_MARK_AT)) return "tar";
  return utf16Order(first) === null && isBinary(first) ? "binary" : undefined;
}

/** Control characters, in a sample, above which bytes are no text; compressed data has one in ten. */
const SOME_CONTROLS = 0.02;
const MANY_CONTROLS = 0.1;
const CONTROLS_LOOKED_AT = 8192;
const [TAB, RETURN, ESCAPE, SPACE] = [9, 13, 27, 32];

/** A table of texts may hold a stray NUL, so some control characters count only among bytes that are no UTF-8. */
function isBinary(first: Uint8Array): boolean {
  const sample = first.subarray(0, CONTROLS_LOOKED_AT);
  let controls = 0;
  for (const byte of sample)
    if (byte < SPACE && !(byte >= TAB && byte <= RETURN) && byte !== ESCAPE) controls++;
  const share = controls / Math.max(1, sample.length);
  return share > MANY_CONTROLS || (share > SOME_CONTROLS && !isUtf8(sample));
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** In UTF-16 of most scripts every second byte is often zero; in other text never. */
const LEAST_ZERO_SHARE = 0.2;
const ZEROS_LOOKED_AT = 4096;

/** The byte order of UTF-16 by its mark, else by where its zeros are; null for anything else. */
export function utf16Order(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  const [one, two] = bytes;
  if (one === 0xff && two === 0xfe) return "utf-16le";
  if (one === 0xfe && two === 0xff) return "utf-16be";
  const zeros: [number, number] = [0, 0];
  const end = Math.min(bytes.length, ZEROS_LOOKED_AT) & ~1;
  for (let at = 0; at < end; at++) if (bytes[at] === 0) zeros[at % 2 === 0 ? 0 : 1]++;
  const [even, odd] = zeros;
  const least = Math.max(1, (end / 2) * LEAST_ZERO_SHARE);
  if (odd >= least && odd > 4 * even) return "utf-16le";
  return even >= least && even > 4 * odd ? "utf-16be" : null;
}

/** The beginning as text. What decides is ASCII, so any other encoding is read as Latin-1. */
function decodeStart(first: Uint8Array): string {
  const order = utf16Order(first);
  const text = order === null ? latin1(first) : new TextDecoder(order).decode(first);
  return text.replace(/^(\ufeff|\u00ef\u00bb\u00bf)/, "");
}

const latin1 = (bytes: Uint8Array): string => new TextDecoder("latin1").decode(bytes);

const endingOf = (name: string): string =>
  /\.([a-z0-9]+)$/i.exec(name.replace(/\.gz$/i, ""))?.[1]?.toLowerCase() ?? "";

/** What endings say about plain text in which nothing else was recognised. */
const TEXT_ENDINGS: Readonly<Record<string, Format>> = {
  csv: "csv",
  tsv: "tsv",
  tab: "tsv",
  md: "md",
  markdown: "md",
  // Nothing of it looks like JSON: it is refused with the reason rather than read as a text.
  json: "json",
  jsonl: "jsonl",
  ndjson: "jsonl",
  geojson: "json",
};

/** Files with these endings never hold plain text, except where a download or a copy went wrong. */
const NOT_TEXT =
  /^(parquet|xlsx?|ods|docx?|odt|pptx?|pdf|png|jpe?g|gif|webp|zip|retina|pack|reader)$/;
const CODE =
  /^(css|js|[cm]?[jt]s|[jt]sx|py|r|java|c|h|cpp|cs|go|rs|rb|php|pl|sh|bat|ps1|sql|ini|cfg|conf|ya?ml|toml|lock|map)$/;

function textFormat(text: string, ending: string): Format {
  if (CODE.test(ending)) return "code";
  return (
    jsonFormat(text, ending) ??
    markupFormat(text, ending) ??
    mailFormat(text, ending) ??
    TEXT_ENDINGS[ending] ??
    (NOT_TEXT.test(ending) ? "misnamed" : undefined) ??
    delimitedFormat(text, ending) ??
    "txt"
  );
}

const JSON_ENDINGS = ["json", "jsonl", "ndjson", "geojson"];
const OBJECT_START = /^\{\s*"(?:[^"\\]|\\.)*"\s*:/;
const LIST_START = /^\[\s*[{[]\s*["{[\]}\d-]/;
const OUR_FORMATS: readonly (readonly [RegExp, Format])[] = [
  [/^\{\s*"format"\s*:\s*"semascope-workspace"/, "workspace"],
  [/^\{\s*"format"\s*:\s*"semascope-filters?"/, "filter"],
];

function jsonFormat(text: string, ending: string): Format | undefined {
  const start = text.trimStart();
  const isNamed = JSON_ENDINGS.includes(ending);
  const isLines = ending === "jsonl" || ending === "ndjson";
  const looksLike = OBJECT_START.test(start) || LIST_START.test(start);
  if (!looksLike && !(isNamed && /^[[{"]/.test(start)) && !isContainer(start)) return undefined;
  const ours = OUR_FORMATS.find(([form]) => form.test(start))?.[1];
  if (ours !== undefined) return ours;
  const lines = start.split(/\r?\n/, MOST_LINES).filter((line) => line.trim() !== "");
  // One line may be damaged.
  if (isLines) return lines.length < 2 || lines.some(isJson) ? "jsonl" : "json";
  const [first = "", second = ""] = lines;
  return isContainer(first) && /^\s*[{["]/.test(second) ? "jsonl" : "json";
}
const MOST_LINES = 20;

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** Whether a text is one whole JSON object, or a list. */
const isContainer = (text: string): boolean => /^\s*[{[]/.test(text) && isJson(text);

/** What may stand before the first element. */
const PROLOGUE = /^(?:\s+|<\?[^>]*\?>|<!--[\s\S]*?-->|<!doctype[^>[]*(?:\[[^\]]*\])?[^>]*>)*/i;

function markupFormat(text: string, ending: string): Format | undefined {
  const [prologue = ""] = PROLOGUE.exec(text) ?? [];
  const element = /^<([a-z][\w:-]*)/i.exec(text.slice(prologue.length))?.[1]?.toLowerCase();
  const isPage = ["htm", "html", "xhtml"].includes(ending);
  if (/<!doctype\s+html/i.test(prologue)) return "html";
  if (element === undefined) return isPage && /<[a-z][^>]*>/i.test(text) ? "html" : undefined;
  if (isPage || ["html", "head", "body"].includes(element)) return "html";
  if (element === "svg") return "svg";
  return ending === "xml" || /<\?xml|<!doctype/i.test(prologue) ? "xml" : undefined;
}

const MAIL_FIELDS =
  /^(?:return-path|received|delivered-to|from|to|cc|subject|date|message-id|mime-version|reply-to|content-type|x-[\w-]+|dkim-signature):/i;

/** A message begins with lines of fields, among them at least two that every message has. */
function mailFormat(text: string, ending: string): Format | undefined {
  if (/^From \S+ .*\d{4}\r?\n[\w-]+:/.test(text)) return "mbox";
  const [head = ""] = text.split(/\r?\n\r?\n/, 1);
  const lines = head.split(/\r?\n/).filter((line) => !/^[ \t]/.test(line));
  if (!lines.every((line) => /^[\w-]+:/.test(line))) return undefined;
  const fields = lines.filter((line) => MAIL_FIELDS.test(line)).length;
  const hasSender = lines.some((line) => /^(?:from|received|return-path):/i.test(line));
  const hasTrace = lines.some((line) => /^(?:message-id|mime-version|received|date):/i.test(line));
  return fields > 0 && (ending === "eml" || (hasSender && hasTrace && fields >= 3))
    ? "eml"
    : undefined;
}

/** Records that have to agree, and those that are looked at. */
const LEAST_RECORDS = 2;
const MOST_RECORDS = 50;
const LONGEST_NAME = 60;

/** A table without an ending that says so: every record has as many cells, and the first one reads as names. */
function delimitedFormat(text: string, ending: string): Format | undefined {
  // A comma is too frequent at the same place of lines of prose.
  const delimiters = ending === "" ? ["\t", ";", "|", ","] : ["\t", ";", "|"];
  const delimiter = delimiters.find((each) => isTableBy(text, each));
  if (delimiter === undefined) return undefined;
  return delimiter === "\t" ? "tsv" : "csv";
}

function isTableBy(text: string, delimiter: string): boolean {
  const counts: number[] = [];
  let cells = 1;
  let isQuoted = false;
  let isBlank = true;
  const isWhole = text.length < LOOKED_AT / 2;
  const source = isWhole && !text.endsWith("\n") ? `${text}\n` : text;
  for (const letter of source) {
    if (letter === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (letter === delimiter) cells++;
    else if (letter === "\n") {
      if (!isBlank) counts.push(cells);
      if (counts.length === MOST_RECORDS) break;
      cells = 1;
      isBlank = true;
      continue;
    }
    if (letter !== "\r") isBlank = false;
  }
  const [first = 1] = counts;
  if (counts.length < LEAST_RECORDS || first < 2 || counts.some((each) => each !== first))
    return false;
  const [head = ""] = text.trimStart().split(/\r?\n/, 1);
  const names = head.split(delimiter).map((each) => each.trim());
  return names.every((each) => each !== "" && each.length <= LONGEST_NAME);
}

/** The format of a zip by its entries; by its ending where no list of them can be read. */
async function zipFormat(source: ByteSource, first: Uint8Array): Promise<Format> {
  const names = ((await zipEntries(source)) ?? []).map(({ name }) => name);
  const has = (name: string) => names.includes(name);
  if (has("word/document.xml")) return "docx";
  if (has("xl/workbook.xml")) return "xlsx";
  if (has("xl/workbook.bin")) return "xlsb";
  if (has("ppt/presentation.xml")) return "pptx";
  if (names.filter((name) => /^([^/]+\/)?workspace\.json$/.test(name)).length === 1)
    return "workspace";
  return openDocumentFormat(latin1(first.subarray(0, PDF_WITHIN)), endingOf(source.name), has);
}

/** OpenDocument and e-books begin with their media type, which is not packed. */
function openDocumentFormat(start: string, ending: string, has: (name: string) => boolean): Format {
  const type = start.slice(30);
  if (type.includes("application/epub+zip")) return "epub";
  if (type.includes("opendocument.presentation")) return "pptx";
  if (type.includes("opendocument.spreadsheet")) return "ods";
  if (type.includes("opendocument.text")) return "odt";
  if (!(has("content.xml") && has("META-INF/manifest.xml"))) return "zip";
  return ending === "ods" ? "ods" : "odt";
}

/** What the first bytes of a gzip file unpack to; nothing where they are damaged. */
async function unpackStart(first: Uint8Array): Promise<Uint8Array> {
  // The page loads without it: few files are packed.
  const { Gunzip } = await import("fflate");
  const parts: Uint8Array[] = [];
  const gunzip = new Gunzip((part) => {
    parts.push(part);
  });
  try {
    gunzip.push(first.subarray(0, LOOKED_AT / 4));
  } catch {
    // What came before the damage is still worth a look.
  }
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes.subarray(0, LOOKED_AT);
}
