import { escapeXml } from "../../../../core/image/svg.ts";
import { BAR, INK, PAPERS, type Paper, QUIET, RULE } from "../../../model/filters/card/paper.ts";
import { formatCount } from "../../../model/format.ts";
import type { CardExamples, CardFacts, CardSection } from "./card-facts.ts";
import { cardPicture, PICTURE_SIDE } from "./card-picture.ts";

const FONTS = "Inter, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif";

const round = (value: number): number => Math.round(value * 100) / 100;

interface Look {
  readonly size?: number;
  readonly colour?: string;
  readonly weight?: 400 | 600;
  /** Lines at the most. */
  readonly most?: number;
}

/** Writes one line under the other. */
class Column {
  readonly parts: string[] = [];
  y: number;
  private readonly x: number;
  private readonly width: number;

  constructor({ x, y, width }: { x: number; y: number; width: number }) {
    this.x = x;
    this.y = y;
    this.width = width;
  }

  write(text: string, { size = 12, colour = INK, weight = 400, most = 5 }: Look = {}): void {
    for (const line of wrapLines(text, { width: this.width, size, most })) {
      this.y += round(size * 1.4);
      this.parts.push(
        `<text x="${this.x}" y="${round(this.y - size * 0.35)}" font-family="${FONTS}" font-size="${size}" font-weight="${weight}" fill="${colour}">${escapeXml(line)}</text>`,
      );
    }
  }

  heading(title: string): void {
    this.write(title, { size: 11, colour: QUIET, weight: 600, most: 1 });
    this.y += 2;
  }

  section({ title, lead, lines }: CardSection): void {
    this.heading(title);
    if (lead) this.write(lead, { weight: 600, most: 2 });
    for (const line of lines) this.write(line, { most: 12 });
    this.y += 10;
  }

  /** Name and facts on one line, and a bar as long as the share under it. */
  region({ title, share, facts }: CardFacts["regions"][number]): void {
    const [name = ""] = wrapLines(title, { width: this.width * 0.6, size: 12, most: 1 });
    const room = this.width - emsOf(name) * 12 - 8;
    const [rest = ""] = wrapLines(facts, { width: room, size: 11, most: 1 });
    this.y += 16;
    this.parts.push(
      `<text x="${this.x}" y="${round(this.y - 4)}" font-family="${FONTS}" font-size="12" font-weight="600" fill="${INK}">${escapeXml(name)}<tspan dx="8" font-size="11" font-weight="400" fill="${QUIET}">${escapeXml(rest)}</tspan></text>`,
      `<rect x="${this.x}" y="${round(this.y + 1)}" width="${Math.max(1, round(this.width * share))}" height="4" fill="${BAR}"/>`,
    );
    this.y += 11;
  }

  /** As many as have room above the limit. */
  examples({ title, texts, more }: CardExamples, limit: number): void {
    this.heading(title);
    let shown = 0;
    for (const text of texts) {
      if (this.y + ROOM_FOR_TEXT > limit) break;
      this.write(text, { size: 11, most: 3 });
      this.y += 4;
      shown++;
    }
    const rest = more + texts.length - shown;
    if (rest > 0) this.write(`and ${formatCount(rest)} more`, { size: 11, colour: QUIET });
  }
}

/** Three lines of an example, and the line that counts the others. */
const ROOM_FOR_TEXT = 64;

/** Texts are set without knowing the fonts of the reader: a little wide, so that nothing is cut off. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\p{Extended_Pictographic}]/u;

function widthOf(character: string): number {
  if (WIDE.test(character)) return 1.05;
  if (/[\p{Lu}MWmw@%]/u.test(character)) return 0.72;
  if (/[\s.,;:'’|!ijltfr()[\]-]/.test(character)) return 0.34;
  return 0.58;
}

/** Of a text in parts of its size. */
export const emsOf = (text: string): number =>
  [...text].reduce((sum, character) => sum + widthOf(character), 0);

interface Measure {
  /** Pixels. */
  readonly width: number;
  readonly size: number;
  /** Lines at the most; the last then ends in "…". */
  readonly most: number;
}

/** A text in lines that fit, broken at spaces where there are any. */
export function wrapLines(text: string, { width, size, most }: Measure): string[] {
  const ems = width / size;
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const joined = line === "" ? word : `${line} ${word}`;
    if (emsOf(joined) <= ems) {
      line = joined;
      continue;
    }
    if (line !== "") lines.push(line);
    const [full, rest] = breakWord(word, ems);
    lines.push(...full);
    line = rest;
  }
  if (line !== "") lines.push(line);
  if (lines.length <= most) return lines;
  const last = [...(lines[most - 1] ?? "")];
  while (last.length > 0 && emsOf(`${last.join("")}…`) > ems) last.pop();
  return [...lines.slice(0, most - 1), `${last.join("").trimEnd()}…`];
}

/** A word that is longer than a line, in lines that are full and what is left. */
function breakWord(word: string, ems: number): readonly [string[], string] {
  const full: string[] = [];
  let rest = "";
  for (const character of word) {
    if (rest !== "" && emsOf(rest + character) > ems) {
      full.push(rest);
      rest = "";
    }
    rest += character;
  }
  return [full, rest];
}

const MARGIN = 44;

const GAP = 26;

/** Pixels from the lower edge of the sheet to the line over the footer. */
const FOOT = MARGIN + 20;

/** The card as one drawing of the size of a sheet of paper: no script, nothing from outside, every text escaped. */
export function cardSvg(facts: CardFacts, paper: Paper): string {
  const { width, height } = PAPERS[paper];
  const inner = width - 2 * MARGIN;
  const head = new Column({ x: MARGIN, y: MARGIN, width: inner });
  head.write(facts.name, { size: 26, weight: 600, most: 2 });
  head.write(facts.subtitle, { size: 12, colour: QUIET, most: 1 });
  const foot = new Column({ x: MARGIN, y: height - FOOT + 14, width: inner });
  foot.write(facts.footer, { size: 11, colour: QUIET, most: 1 });
  const [left, right] = mainColumns(facts, head.y + 10, inner);
  const below = Math.max(left.y, right.y) + 8;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escapeXml(facts.name)}</title>`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    `<g transform="translate(${MARGIN} ${head.y + 10})">${cardPicture(facts)}</g>`,
    rule(below, inner),
    rule(height - FOOT, inner),
    ...[
      head,
      left,
      right,
      ...exampleColumns(facts, { below, inner, limit: height - FOOT - 4 }),
      foot,
    ].flatMap(({ parts }) => parts),
    "</svg>",
    "",
  ].join("\n");
}

const rule = (y: number, length: number): string =>
  `<path d="M${MARGIN} ${y}h${length}" stroke="${RULE}"/>`;

/** The regions under the picture, and everything that is said in words beside it. */
function mainColumns(facts: CardFacts, top: number, inner: number): readonly [Column, Column] {
  const left = new Column({ x: MARGIN, y: top + PICTURE_SIDE + 14, width: PICTURE_SIDE });
  left.heading("Regions it covers");
  for (const region of facts.regions) left.region(region);
  const x = MARGIN + PICTURE_SIDE + GAP;
  const right = new Column({ x, y: top, width: inner - PICTURE_SIDE - GAP });
  for (const section of facts.sections) right.section(section);
  return [left, right];
}

interface Room {
  readonly below: number;
  readonly inner: number;
  readonly limit: number;
}

/** Both sides side by side, as many texts as have room. */
function exampleColumns({ examples }: CardFacts, { below, inner, limit }: Room): Column[] {
  const half = (inner - GAP) / 2;
  return examples.map((side, place) => {
    const column = new Column({ x: MARGIN + place * (half + GAP), y: below + 14, width: half });
    column.examples(side, limit);
    return column;
  });
}
