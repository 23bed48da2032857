import { type GroundLook, inksFor } from "../../../../core/basemap/tints.ts";
import type { BaseMap } from "../../../../core/basemap/types.ts";
import { groundSvg } from "../../../../core/image/ground.ts";
import type { TextLine } from "../../../../core/image/layout.ts";
import type { PlaceName } from "../../../../core/image/panel.ts";
import type { ImageStyle } from "../../../../core/image/style.ts";
import { escapeXml, type SvgOptions, textElement } from "../../../../core/image/svg.ts";

/** Sheets of paper, upright: millimetres. */
export const PAPERS = {
  A4: { width: 210, height: 297 },
  A3: { width: 297, height: 420 },
  A2: { width: 420, height: 594 },
  A1: { width: 594, height: 841 },
} as const;
export type Paper = keyof typeof PAPERS;

/** What a region of the widest level is called in the key, and how much of the map it is. */
export interface PosterKey {
  readonly id: number;
  readonly name: string;
  readonly fact: string;
}

/** A map to hang on a wall: plain values, whatever its paper. */
export interface Poster {
  readonly paper: Paper;
  readonly title: string;
  /** One line under the title. */
  readonly facts: string;
  /** One line at the foot. */
  readonly note: string;
  readonly map: BaseMap;
  readonly look: GroundLook;
  /** With sizes in parts of `nameHeight`. */
  readonly names: readonly PlaceName[];
  readonly keys: readonly PosterKey[];
}

/** Units of the drawing per millimetre: coordinates are rounded to a tenth of one. */
const UNITS = 10;
/** Millimetres on A4; larger sheets have all of it larger. */
const MARGIN = 14;
const TITLE = 8.6;
const FACTS = 3.1;
const KEY = 2.75;
const KEY_COLUMNS = 4;
/** Names grow less than the paper, so that a larger sheet says more. */
const NAME = 2.9;
const NAME_GROWTH = 0.72;

const factorOf = (paper: Paper): number => PAPERS[paper].width / PAPERS.A4.width;

/** Millimetres that the map is wide. */
export const posterSide = (paper: Paper): number =>
  PAPERS[paper].width - 2 * MARGIN * factorOf(paper);

/** Millimetres of the names of the widest regions. */
export const nameHeight = (paper: Paper): number => NAME * factorOf(paper) ** NAME_GROWTH;

/** The poster as SVG, in millimetres. */
export function posterSvg(
  poster: Poster,
  style: ImageStyle,
  { title, description, outline }: SvgOptions = {},
): string {
  const { width, height } = PAPERS[poster.paper];
  const sheet = partsOf(poster, style);
  const paper = style.background ?? "#ffffff";
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}mm" height="${height}mm" viewBox="0 0 ${width * UNITS} ${height * UNITS}" role="img">`,
    `<title>${escapeXml(title ?? poster.title)}</title>`,
    description === undefined ? "" : `<desc>${escapeXml(description)}</desc>`,
    `<rect width="${width * UNITS}" height="${height * UNITS}" fill="${paper}"/>`,
    ...sheet.shapes,
    ...sheet.texts.map((line, at) =>
      textElement(line, { ...style, background: paper }, outline, `text-${at}`),
    ),
    "</svg>",
  ]
    .filter((part) => part !== "")
    .join("\n");
}

function partsOf(poster: Poster, style: ImageStyle) {
  const { paper, map, look, names } = poster;
  const inks = inksFor(look);
  const unit = UNITS * factorOf(paper);
  const side = posterSide(paper) * UNITS;
  const left = MARGIN * unit;
  const top = (MARGIN + TITLE * 1.15 + FACTS * 2.3) * unit;
  const line = (part: Pick<TextLine, "text" | "x" | "y" | "size" | "role">): TextLine => part;
  const cell = side / 128;
  return {
    shapes: [
      groundSvg(map, inks, { x: left, y: top, side, levels: 3, name: "ground" }),
      '<use href="#ground"/>',
      `<rect x="${left}" y="${top}" width="${side}" height="${side}" fill="none" stroke="${inks.border.colour}" stroke-width="${unit * 0.25}"/>`,
      ...legendOf(poster, { left, top: top + side, side, unit }).shapes,
    ],
    texts: [
      line({
        text: poster.title,
        x: left,
        y: (MARGIN + TITLE / 2) * unit,
        size: TITLE * unit,
        role: "title",
      }),
      line({
        text: poster.facts,
        x: left,
        y: (MARGIN + TITLE * 1.15 + FACTS) * unit,
        size: FACTS * unit,
        role: "caption",
      }),
      ...names.map(({ x, y, scale, ...name }) => ({
        ...name,
        x: left + x * cell,
        y: top + y * cell,
        size: nameHeight(paper) * UNITS * scale,
        role: "name" as const,
      })),
      ...legendOf(poster, { left, top: top + side, side, unit }).texts,
      line({
        text: poster.note,
        x: left,
        y: (PAPERS[paper].height / factorOf(paper) - MARGIN) * unit,
        size: KEY * 0.92 * unit,
        role: "caption",
      }),
    ].map((text) => ({ ...text, ...(text.role === "name" ? {} : { color: style.ink }) })),
  };
}

interface KeyPlace {
  readonly left: number;
  readonly top: number;
  readonly side: number;
  readonly unit: number;
}

/** The widest regions with their tints, column by column. */
function legendOf({ keys, map, look }: Poster, { left, top, side, unit }: KeyPlace) {
  const inks = inksFor(look);
  const areas = new Map(map.levels[0]?.map((area) => [area.id, area]));
  const rows = Math.ceil(keys.length / KEY_COLUMNS);
  const size = KEY * unit;
  const swatch = 1.5 * size;
  const places = keys.map((key, at) => ({
    ...key,
    x: left + (Math.floor(at / rows) * side) / KEY_COLUMNS,
    y: top + (MARGIN * 0.75 + (at % rows) * KEY * 2.9) * unit,
  }));
  return {
    shapes: places.map(({ id, x, y }) => {
      const area = areas.get(id);
      const fill = area ? inks.tint(area) : inks.paper;
      return `<rect x="${x}" y="${y - swatch / 2}" width="${swatch * 1.4}" height="${swatch}" rx="${swatch / 6}" fill="${fill}" stroke="${inks.border.colour}" stroke-width="${unit * 0.18}"/>`;
    }),
    texts: places.flatMap(({ name, fact, x, y }): TextLine[] => {
      const start = x + swatch * 1.4 + size * 0.7;
      return [
        { text: name, x: start, y: y - size * 0.45, size, role: "title" },
        { text: fact, x: start, y: y + size * 0.75, size: size * 0.82, role: "legend" },
      ];
    }),
  };
}
