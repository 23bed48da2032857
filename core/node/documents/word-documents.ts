import { badInput } from "../../errors.ts";
import { type Document, Inside, isoDate, Paragraphs } from "./document.ts";
import { openParts } from "./unpack.ts";
import { parseXml, textsOf } from "./xml.ts";

/** Word: text that was deleted or moved away, what fields compute from, and twins for older programs are no text. */
const WORD_SKIPPED = ["pPr", "sectPr", "Fallback", "moveFrom", "instrText", "delText"];
const WORD_SIGNS: Readonly<Record<string, string>> = {
  tab: "\t",
  br: "\n",
  cr: "\n",
  noBreakHyphen: "-",
};

/** @throws bad-input where it is damaged */
export async function readDocx(bytes: Uint8Array): Promise<Document> {
  const parts = await openParts(bytes);
  const paragraphs = new Paragraphs();
  for (const [i, name] of ["document", "footnotes", "endnotes"].entries()) {
    const part = await parts.read(`word/${name}.xml`);
    if (part !== undefined) addWordText(part, paragraphs);
    else if (i === 0) throw badInput("file", "It has no text part; it is damaged.");
  }
  const said = textsOf(await parts.read("docProps/core.xml"), ["title", "creator", "created"]);
  return {
    title: said.get("title"),
    author: said.get("creator"),
    date: isoDate(said.get("created")),
    pages: [paragraphs.list],
  };
}

function addWordText(part: Uint8Array, paragraphs: Paragraphs): void {
  const skipped = new Inside(WORD_SKIPPED);
  const text = new Inside(["t"]);
  parseXml(part, {
    open: (name) => {
      skipped.open(name);
      text.open(name);
      const sign = WORD_SIGNS[name];
      if (sign !== undefined && !skipped.isTrue) paragraphs.add(sign);
    },
    close: (name) => {
      skipped.close(name);
      text.close(name);
      if (name === "p") paragraphs.end();
    },
    text: (piece) => {
      if (text.isTrue && !skipped.isTrue) paragraphs.add(piece);
    },
  });
  paragraphs.end();
}

/** OpenDocument: comments, deleted text and the numbers of notes are no text. */
const WRITER_SKIPPED = [
  "annotation",
  "tracked-changes",
  "note-citation",
  "sequence-decls",
  "forms",
];

/** @throws bad-input where it is damaged */
export async function readOdt(bytes: Uint8Array): Promise<Document> {
  const parts = await openParts(bytes);
  const content = await parts.read("content.xml");
  if (content === undefined) throw badInput("file", "It has no text part; it is damaged.");
  const paragraphs = new Paragraphs();
  const skipped = new Inside(WRITER_SKIPPED);
  const block = new Inside(["p", "h"]);
  parseXml(content, {
    open: (name, attributes) => {
      skipped.open(name);
      block.open(name);
      if (skipped.isTrue) return;
      if (name === "tab") paragraphs.add("\t");
      else if (name === "line-break") paragraphs.add("\n");
      else if (name === "s") paragraphs.add(" ".repeat(spaces(attributes["text:c"])));
    },
    close: (name) => {
      if ((name === "p" || name === "h") && !skipped.isTrue) paragraphs.end();
      skipped.close(name);
      block.close(name);
    },
    text: (piece) => {
      if (block.isTrue && !skipped.isTrue) paragraphs.add(piece.replace(/\s+/g, " "));
    },
  });
  const names = ["title", "initial-creator", "creator", "creation-date", "date"];
  const said = textsOf(await parts.read("meta.xml"), names);
  return {
    title: said.get("title"),
    author: said.get("initial-creator") ?? said.get("creator"),
    date: isoDate(said.get("creation-date") ?? said.get("date")),
    pages: [paragraphs.list],
  };
}

const MOST_SPACES = 100;
const spaces = (count = "1"): number => Math.min(MOST_SPACES, Number.parseInt(count, 10) || 1);
