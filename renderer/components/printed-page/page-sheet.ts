import { escapeXml, type Outliner } from "../../../core/image/svg.ts";
import type { ReportSection } from "../../model/export-source.ts";
import { formatCount } from "../../model/format.ts";
import {
  BAR,
  PAPERS,
  type PageFacts,
  type PageTable,
  type PageTexts,
  type Paper,
  QUIET,
  RULE,
  textOf,
} from "../../model/printed-page.ts";
import { type Look, PageWriter } from "./page-writer.ts";

const MARGIN = 48;

const GAP = 28;

const FOOT = 40;

/** Of the page's inner width, for the map. */
const MAP_SHARE = 0.56;

const LEADING = 1.42;

const TITLE: Look = { size: 24, weight: 600 };

const SMALL: Look = { size: 11, colour: QUIET };

const HEADING: Look = { size: 11, weight: 600, colour: QUIET };

const BODY: Look = { size: 12 };

const SMALL_BODY: Look = { size: 11 };

const REGION: Look = { size: 12, weight: 600 };

const LEAD: Look = { size: 13, weight: 600 };

/** A printed page on a sheet of paper, without the picture of the map: that is drawn once, whatever is written beside it. */
export interface PageSheet {
  readonly title: string;
  readonly width: number;
  readonly height: number;
  /** What is written, as SVG elements. */
  readonly writing: string;
  /** Where the picture lies. */
  readonly picture: Place & { readonly height: number };
}

/** Map and regions beside what is said in words, texts and table below, as many as have room. */
export function pageSheet(facts: PageFacts, paper: Paper, outline: Outliner): PageSheet {
  const { width, height } = PAPERS[paper];
  const inner = width - 2 * MARGIN;
  const limit = height - FOOT - 14;
  const page = new PageWriter(outline);
  const top = head(page, facts, inner);
  const mapWidth = Math.round(inner * MAP_SHARE);
  const left = { x: MARGIN, width: mapWidth, limit };
  const right = { x: MARGIN + mapWidth + GAP, width: inner - mapWidth - GAP, limit };
  const picture = placeOf(facts.picture, { x: MARGIN, y: Math.round(top), width: mapWidth });
  const leftEnd = regions(page, facts, { ...left, y: top + picture.height + 14 });
  let y = legend(page, facts, { ...right, y: top });
  for (const section of facts.sections) y = writeSection(page, section, { ...right, y });
  y = Math.max(leftEnd, y) + 6;
  y = sideBySide(page, facts, { x: MARGIN, y, width: inner, limit });
  if (facts.table) writeTable(page, facts.table, { x: MARGIN, y, width: inner, limit });
  page.bar({ x: MARGIN, y: height - FOOT }, { width: inner, height: 1 }, RULE);
  page.line(page.cut(facts.footer, SMALL, inner), { x: MARGIN, y: height - FOOT + 18 }, SMALL);
  const about = [
    `<title>${escapeXml(facts.title)}</title>`,
    `<desc>${escapeXml(textOf(facts))}</desc>`,
  ];
  const writing = [...about, ...page.parts].join("\n");
  return { title: facts.title, width, height, writing, picture };
}

/** The sheet as a picture of its own, with that of the map or with its place left free. */
export function sheetSvg({ width, height, writing, picture }: PageSheet, map = ""): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    ...(map === "" ? [] : [placed(map, picture)]),
    writing,
    "</svg>",
    "",
  ].join("\n");
}

function head(page: PageWriter, { title, subtitle, notes }: PageFacts, inner: number): number {
  let y = MARGIN - 6;
  for (const line of page.wrapped(title, TITLE, { width: inner, most: 2 })) {
    y += TITLE.size * 1.2;
    page.line(line, { x: MARGIN, y }, TITLE);
  }
  y += 20;
  page.line(page.cut(subtitle, SMALL, inner), { x: MARGIN, y }, SMALL);
  y += 16;
  if (notes !== "") {
    const top = y;
    for (const line of page.wrapped(notes, BODY, { width: inner - 14, most: 9 })) {
      y += BODY.size * LEADING;
      page.line(line, { x: MARGIN + 14, y: y - 2 }, BODY);
    }
    page.bar({ x: MARGIN, y: top + 3 }, { width: 3, height: Math.round(y - top) }, BAR);
    y += 18;
  } else y += 4;
  return y;
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** Where something is written from, and the lowest line that it may reach. */
interface Box extends Place {
  readonly limit: number;
}

/** The place of a picture in the width that it gets. */
function placeOf(picture: string, box: Place): PageSheet["picture"] {
  const size = /<svg[^>]*? width="([\d.]+)" height="([\d.]+)"/.exec(picture);
  return { ...box, height: size ? Math.round((box.width * Number(size[2])) / Number(size[1])) : 0 };
}

const placed = (picture: string, { x, y, width, height }: PageSheet["picture"]): string =>
  picture
    .replace(/^<\?xml[^>]*>\s*/, "")
    .replace(
      /(<svg[^>]*?) width="[\d.]+" height="[\d.]+"/,
      `$1 x="${x}" y="${y}" width="${width}" height="${height}"`,
    );

/** Lines one under the other, until there is no room. @returns the foot of the last */
function writeLines(
  page: PageWriter,
  lines: readonly string[],
  look: Look,
  { x, y: top, limit }: Box,
): number {
  let y = top;
  for (const line of lines) {
    if (y + look.size * LEADING > limit) break;
    y += look.size * LEADING;
    page.line(line, { x, y }, look);
  }
  return y;
}

function heading(page: PageWriter, title: string, box: Box): number {
  if (box.y + 10 > box.limit) return box.y;
  const y = box.y + 10;
  page.line(page.cut(title, HEADING, box.width), { x: box.x, y }, HEADING);
  return y + 4;
}

/** Lines that a paragraph of a section has at the most. */
const MOST_LINES = 8;

function writeSection(page: PageWriter, { title, lead, lines }: ReportSection, box: Box): number {
  let y = heading(page, title, box);
  const write = (text: string, look: Look, most: number) => {
    const wrapped = page.wrapped(text, look, { width: box.width, most });
    y = writeLines(page, wrapped, look, { ...box, y });
  };
  if (lead) write(lead, LEAD, 4);
  for (const line of lines) write(line, BODY, MOST_LINES);
  return y + 18;
}

/** How much is set, and what the colours mean. */
function legend(page: PageWriter, { size, legend: entries }: PageFacts, box: Box): number {
  let y = writeSection(page, { title: "On the map", lead: size, lines: [] }, box) - 12;
  for (const { colour, name, cells } of entries) {
    y += 17;
    page.bar({ x: box.x, y: y - 9 }, { width: 9, height: 9 }, colour);
    const from = box.x + 16;
    const width = page.widthOf(cells, SMALL);
    const shown = page.cut(name, BODY, box.width - 16 - width - 8);
    page.line(shown, { x: from, y }, BODY);
    page.line(cells, { x: from + page.widthOf(shown, BODY) + 8, y }, SMALL);
  }
  return y + 18;
}

/** Name and facts on one line, and a bar as long as the share under it. */
function regions(page: PageWriter, { regions: all }: PageFacts, box: Box): number {
  if (all.length === 0) return box.y;
  let y = heading(page, "Where it is", box);
  for (const { title, share, facts } of all) {
    if (y + 24 > box.limit) break;
    y += 16;
    const name = page.cut(title, REGION, box.width * 0.5);
    page.line(name, { x: box.x, y }, REGION);
    const from = box.x + page.widthOf(name, REGION) + 8;
    page.line(page.cut(facts, SMALL, box.x + box.width - from), { x: from, y }, SMALL);
    page.bar({ x: box.x, y: y + 4 }, { width: Math.max(1, box.width * share), height: 3 }, BAR);
    y += 8;
  }
  return y + 10;
}

/** Lines that one of several texts has at the most. */
const LINES_OF_TEXT = 3;

/** Kinds of texts beside each other, as many of each as have room. */
function sideBySide(page: PageWriter, { texts }: PageFacts, { x, y, width, limit }: Box): number {
  if (texts.length === 0) return y;
  page.bar({ x, y }, { width, height: 1 }, RULE);
  const column = (width - GAP) / 2;
  const ends = texts.map((each, at) =>
    writeTexts(page, each, { x: x + at * (column + GAP), y: y + 10, width: column, limit }),
  );
  return Math.max(...ends) + 6;
}

function writeTexts(page: PageWriter, { title, texts, more }: PageTexts, box: Box): number {
  let y = heading(page, title, box);
  let shown = 0;
  for (const text of texts) {
    const lines = page.wrapped(text, SMALL_BODY, { width: box.width, most: LINES_OF_TEXT });
    // What is left out is counted in a line of its own.
    if (y + (lines.length + 1) * SMALL_BODY.size * LEADING > box.limit) break;
    y = writeLines(page, lines, SMALL_BODY, { ...box, y }) + 4;
    shown++;
  }
  const rest = more + texts.length - shown;
  return rest > 0 ? writeLines(page, [`and ${formatCount(rest)} more`], SMALL, { ...box, y }) : y;
}

const ROW = 16;

const BETWEEN = 14;

const CELL: Look = { size: 11 };

const HEAD: Look = { size: 10.5, weight: 600, colour: QUIET };

/** A column of texts that gets what the others leave is at least so wide. */
const LEAST = 60;

interface TableBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** The lowest line. */
  readonly limit: number;
}

/** As many rows as have room, and how many there are besides. */
function writeTable(page: PageWriter, table: PageTable, box: TableBox): void {
  const { columns, rows, isNumber, total } = table;
  const room = Math.floor((box.limit - box.y - 2 * ROW) / ROW);
  if (room < 2 || columns.length === 0 || rows.length === 0) return;
  const shown = rows.slice(0, total > room ? room - 1 : room);
  const widths = columnWidths(page, table, shown, box.width);
  const starts = widths.map((_, at) =>
    widths.slice(0, at).reduce((sum, width) => sum + width + BETWEEN, box.x),
  );
  const cell = (text: string, at: number, y: number, look: Look) => {
    const width = widths[at] ?? 0;
    const cut = page.cut(text, look, width);
    const shift = isNumber[at] ? width - page.widthOf(cut, look) : 0;
    page.line(cut, { x: (starts[at] ?? box.x) + shift, y }, look);
  };
  let y = box.y + ROW;
  for (const [at, column] of columns.entries()) cell(column, at, y, HEAD);
  page.bar({ x: box.x, y: y + 5 }, { width: box.width, height: 1 }, RULE);
  y += 4;
  for (const row of shown) {
    y += ROW;
    for (const [at, text] of row.entries()) cell(text, at, y, CELL);
  }
  if (total > shown.length)
    page.line(
      `and ${formatCount(total - shown.length)} more rows`,
      { x: box.x, y: y + ROW + 2 },
      { size: 11, colour: QUIET },
    );
}

/** Short columns get what they need; long texts share what is left. */
function columnWidths(
  page: PageWriter,
  { columns }: PageTable,
  rows: readonly (readonly string[])[],
  width: number,
): number[] {
  const inner = width - BETWEEN * (columns.length - 1);
  const wanted = columns.map((column, at) =>
    Math.ceil(
      Math.max(
        page.widthOf(column, HEAD),
        ...rows.map((row) => page.widthOf((row[at] ?? "").slice(0, 120), CELL)),
      ),
    ),
  );
  const sum = wanted.reduce((all, each) => all + each, 0);
  if (sum <= inner) return wanted.map((each) => each + (inner - sum) / columns.length);
  const fair = inner / columns.length;
  const short = wanted.map((each) => each <= fair);
  const left = inner - wanted.reduce((all, each, at) => all + (short[at] ? each : 0), 0);
  const long = Math.max(1, short.filter((each) => !each).length);
  return wanted.map((each, at) => (short[at] ? each : Math.max(LEAST, left / long)));
}
