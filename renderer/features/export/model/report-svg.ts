import { escapeXml, type Outliner } from "../../../../core/image/svg.ts";
import type { ReportSection } from "../../../model/export-source.ts";
import { BAR, INK, PAPERS, type Paper, QUIET, RULE } from "../../../model/filters/card/paper.ts";
import { formatCount } from "../../../model/format.ts";
import { type Look, PageWriter } from "./page-writer.ts";
import type { ReportFacts, ReportTable } from "./report-facts.ts";

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
  readonly heading: Look;
}

/** As many rows as have room, and how many there are besides. */
function writeTable(page: PageWriter, table: ReportTable, box: TableBox): void {
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
  { columns }: ReportTable,
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

const LEAD: Look = { size: 13, weight: 600 };

/** A report on a sheet of paper, without the picture of the map: that is drawn once, whatever is written beside it. */
export interface ReportSheet {
  readonly title: string;
  readonly width: number;
  readonly height: number;
  /** What is written, as SVG elements. */
  readonly writing: string;
  /** Where the picture lies. */
  readonly picture: Box & { readonly height: number };
}

/** Map and explanation side by side, the table below, as many rows as have room. */
export function reportSheet(facts: ReportFacts, paper: Paper, outline: Outliner): ReportSheet {
  const { width, height } = PAPERS[paper];
  const inner = width - 2 * MARGIN;
  const page = new PageWriter(outline);
  let y = head(page, facts, inner);
  const mapWidth = Math.round(inner * MAP_SHARE);
  const picture = placeOf(facts.picture, { x: MARGIN, y: Math.round(y), width: mapWidth });
  const beside = { x: MARGIN + mapWidth + GAP, width: inner - mapWidth - GAP };
  let right = legend(page, facts, { ...beside, y });
  for (const section of facts.sections)
    right = writeSection(page, section, { ...beside, y: right });
  right = regions(page, facts, { ...beside, y: right });
  y = Math.max(y + picture.height + 14, right) + 6;
  const limit = height - FOOT - 14;
  if (facts.table)
    writeTable(page, facts.table, { x: MARGIN, y, width: inner, limit, heading: HEADING });
  page.bar({ x: MARGIN, y: height - FOOT }, { width: inner, height: 1 }, RULE);
  page.line(page.cut(facts.footer, SMALL, inner), { x: MARGIN, y: height - FOOT + 18 }, SMALL);
  const about = [
    `<title>${escapeXml(facts.title)}</title>`,
    `<desc>${escapeXml(spoken(facts))}</desc>`,
  ];
  const writing = [...about, ...page.parts].join("\n");
  return { title: facts.title, width, height, writing, picture };
}

/** The sheet as a picture of its own, with that of the map or with its place left free. */
export function sheetSvg({ width, height, writing, picture }: ReportSheet, map = ""): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    ...(map === "" ? [] : [placed(map, picture)]),
    writing,
    "</svg>",
    "",
  ].join("\n");
}

/** Letters are outlines, so what is read aloud stands here. */
const spoken = ({ subtitle, notes, sections }: ReportFacts): string =>
  [subtitle, notes, ...sections.flatMap(({ title, lead, lines }) => [title, lead ?? "", ...lines])]
    .filter(Boolean)
    .join(". ");

function head(page: PageWriter, { title, subtitle, notes }: ReportFacts, inner: number): number {
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

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** The place of a picture in the width that it gets. */
function placeOf(picture: string, box: Box): ReportSheet["picture"] {
  const size = /<svg[^>]*? width="([\d.]+)" height="([\d.]+)"/.exec(picture);
  return { ...box, height: size ? Math.round((box.width * Number(size[2])) / Number(size[1])) : 0 };
}

const placed = (picture: string, { x, y, width, height }: ReportSheet["picture"]): string =>
  picture
    .replace(/^<\?xml[^>]*>\s*/, "")
    .replace(
      /(<svg[^>]*?) width="[\d.]+" height="[\d.]+"/,
      `$1 x="${x}" y="${y}" width="${width}" height="${height}"`,
    );

function writeSection(page: PageWriter, section: ReportSection, box: Box): number {
  const { title, lead, lines } = section;
  let y = box.y + 10;
  page.line(title, { x: box.x, y }, HEADING);
  y += 4;
  const write = (text: string, look: Look, most: number) => {
    for (const line of page.wrapped(text, look, { width: box.width, most })) {
      y += look.size * LEADING;
      page.line(line, { x: box.x, y }, look);
    }
  };
  if (lead) write(lead, LEAD, 4);
  for (const line of lines) write(line, BODY, 4);
  return y + 18;
}

/** How much is set, and what the colours mean. */
function legend(page: PageWriter, { size, legend: entries }: ReportFacts, box: Box): number {
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

function regions(page: PageWriter, { regions: all }: ReportFacts, box: Box): number {
  if (all.length === 0) return box.y;
  let y = box.y + 10;
  page.line("Where it is", { x: box.x, y }, HEADING);
  y += 4;
  for (const { title, share, facts } of all) {
    y += 16;
    const look: Look = { size: 12, weight: 600, colour: INK };
    const name = page.cut(title, look, box.width * 0.5);
    page.line(name, { x: box.x, y }, look);
    const from = box.x + page.widthOf(name, look) + 8;
    page.line(page.cut(facts, SMALL, box.x + box.width - from), { x: from, y }, SMALL);
    page.bar({ x: box.x, y: y + 4 }, { width: Math.max(1, box.width * share), height: 3 }, BAR);
    y += 8;
  }
  return y + 10;
}
