import { badInput } from "../../errors.ts";
import type { Document } from "./document.ts";
import { isoDate } from "./document.ts";

/** A line further below the one before than so many times its height begins a paragraph. */
const PARAGRAPH_GAP = 1.6;

interface TextItem {
  readonly str: string;
  readonly hasEOL: boolean;
  readonly transform: readonly number[];
  readonly height: number;
}

const isText = (item: object): item is TextItem => "str" in item;

/** @throws bad-input where it is damaged or wants a password */
export async function readPdf(bytes: Uint8Array): Promise<Document> {
  const { getDocumentProxy } = await import("unpdf");
  const pdf = await getDocumentProxy(bytes, { verbosity: 0 }).catch((cause: unknown) => {
    const isLocked = cause instanceof Error && cause.name === "PasswordException";
    throw badInput(
      "file",
      isLocked
        ? "It needs a password; save it without one."
        : "It is damaged or cut short; copy it again.",
    );
  });
  const pages: string[][] = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    pages.push(paragraphsOf((items as readonly object[]).filter(isText)));
    page.cleanup();
  }
  const { info } = await pdf.getMetadata().catch(() => ({ info: {} }));
  const said = info as Readonly<Record<string, unknown>>;
  const text = (name: string) => (typeof said[name] === "string" ? said[name].trim() : undefined);
  return {
    title: text("Title")?.replace(/^Microsoft Word - /, ""),
    author: text("Author"),
    date: dateOf(text("CreationDate")),
    pages,
  };
}

/** Lines, joined to paragraphs where they follow each other closely. */
function paragraphsOf(items: readonly TextItem[]): string[] {
  const paragraphs: string[] = [];
  let lines: string[] = [];
  let line = "";
  let last: { readonly y: number; readonly height: number } | undefined;
  const endLine = () => {
    if (line.trim() !== "") lines.push(line.trim());
    line = "";
  };
  const endParagraph = () => {
    endLine();
    if (lines.length > 0) paragraphs.push(lines.join("\n"));
    lines = [];
  };
  for (const { str, hasEOL, transform, height } of items) {
    const y = transform[5] ?? 0;
    if (str.trim() !== "") {
      if (last !== undefined && last.y - y > PARAGRAPH_GAP * Math.max(last.height, height))
        endParagraph();
      last = { y, height };
    }
    line += str;
    if (hasEOL) endLine();
  }
  endParagraph();
  return paragraphs;
}

/** Such as D:20240131120000+01'00'. */
function dateOf(text: string | undefined): string | undefined {
  const [, year, month = "01", day = "01", hour = "00", minute = "00", second = "00", zone] =
    /^D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(Z|[+-]\d\d'?\d\d)?/.exec(text ?? "") ?? [];
  if (year === undefined) return undefined;
  const offset = zone === undefined || zone === "Z" ? "Z" : `${zone.slice(0, 3)}:${zone.slice(-2)}`;
  return isoDate(`${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`);
}
