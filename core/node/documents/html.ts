import { Parser } from "htmlparser2";
import { utf16Order } from "../../tables/what-is-it.ts";
import { type Document, Inside, isoDate, Paragraphs } from "./document.ts";

const SKIPPED = ["script", "style", "noscript", "template", "svg", "head"];
const BLOCKS = new Set(
  (
    "address article aside blockquote body caption dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 " +
    "header hr legend li main nav ol p pre section summary table tr ul"
  ).split(" "),
);
const AUTHOR = ["author", "dc.creator", "article:author"];
const DATE = ["article:published_time", "date", "dc.date", "datepublished"];

/** The text of a web page as a person reads it, and what its head says. */
export function readHtml(html: string): Document {
  const paragraphs = new Paragraphs();
  const skipped = new Inside(SKIPPED);
  const title = new Inside(["title"]);
  const preformatted = new Inside(["pre"]);
  const titles: string[] = [];
  const meta = new Map<string, string>();
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        for (const each of [skipped, title, preformatted]) each.open(name);
        if (name === "meta") addMeta(meta, attributes);
        if (skipped.isTrue) return;
        if (name === "br") paragraphs.add("\n");
        else if (name === "td" || name === "th") paragraphs.add("\t");
        else if (BLOCKS.has(name)) paragraphs.end();
      },
      onclosetag: (name) => {
        for (const each of [skipped, title, preformatted]) each.close(name);
        if (BLOCKS.has(name)) paragraphs.end();
      },
      ontext: (text) => {
        if (title.isTrue && titles.length < 100) titles.push(text);
        else if (!skipped.isTrue)
          paragraphs.add(preformatted.isTrue ? text : text.replace(/[ \t\r\n\f]+/g, " "));
      },
    },
    { decodeEntities: true },
  );
  parser.write(html);
  parser.end();
  paragraphs.end();
  const firstOf = (names: readonly string[]) =>
    names.map((name) => meta.get(name)).find((each) => each !== undefined);
  return {
    title: titles.join("").replace(/\s+/g, " ").trim(),
    author: firstOf(AUTHOR),
    date: isoDate(firstOf(DATE)),
    pages: [paragraphs.list],
  };
}

function addMeta(meta: Map<string, string>, attributes: Readonly<Record<string, string>>): void {
  const { name, property, itemprop, content } = attributes;
  const key = (name ?? property ?? itemprop)?.toLowerCase();
  if (key !== undefined && content !== undefined && !meta.has(key)) meta.set(key, content.trim());
}

const HEAD = 4096;

/** The encoding that a page names is believed where its bytes fit; UTF-8 and UTF-16 are recognised. */
export function decodeHtml(bytes: Uint8Array): string {
  const order = utf16Order(bytes);
  if (order !== null) return new TextDecoder(order).decode(bytes);
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, HEAD));
  const named = /<meta[^>]*charset\s*=\s*["']?([\w-]+)/i.exec(head)?.[1];
  return (
    decodeAs("utf-8", bytes) ??
    decodeAs(named, bytes) ??
    new TextDecoder("windows-1252").decode(bytes)
  );
}

function decodeAs(label: string | undefined, bytes: Uint8Array): string | undefined {
  try {
    return label && new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
