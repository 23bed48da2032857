import { blend, type Rgba, readColor, TRANSPARENT } from "./color.ts";
import { type Box, lines, type TextLine, wrap } from "./layout.ts";
import type { ImageStyle } from "./style.ts";

/** A square of values from 0 to 1 with the names of its rows and columns. */
export interface MatrixSheet {
  readonly names: readonly string[];
  /** Row by row; NaN where there is none. */
  readonly values: Float64Array;
  /** What the values are, e.g. "cosine". */
  readonly unit: string;
  /** Values from here on are framed, or filled where cells are too small for a frame. */
  readonly threshold: number;
  readonly title?: string;
  readonly caption?: string;
  readonly hasLegend?: boolean;
}

/** A rectangle of one colour, by its place in `MatrixLayout.colors`. */
export interface Patch extends Box {
  readonly color: number;
  /** Round it in the colour of the texts. */
  readonly isFramed: boolean;
}

/** Where everything of a matrix goes, in pixels. The vector and the pixel form share it. */
export interface MatrixLayout {
  readonly width: number;
  readonly height: number;
  readonly field: Box;
  /** Of the legend. */
  readonly patches: readonly Patch[];
  readonly texts: readonly TextLine[];
}

/** Smaller cells get no names: they could not be read. */
export const LEAST_NAMED = 10;
/** Smaller cells have no room for a frame, and no gap. */
const LEAST_FRAMED = 8;
const LEAST_WIDTH = 320;
const MOST_CHARACTERS = 28;
/** Average width of a character in parts of the text size. */
const CHARACTER = 0.56;
const MARGIN = 8;
/** Steps of the ramp: few enough for indexed colours, more than an eye tells apart. */
const SHADES = 64;
/** Even the highest value leaves frames and letters readable. */
const STRONGEST = 0.8;
const LEGEND_VALUES = [0, 0.25, 0.5, 0.75, 1] as const;

/** Lays a matrix out, `cell` pixels per cell. */
export function layOutMatrix(sheet: MatrixSheet, cell: number): MatrixLayout {
  const size = textSize(cell);
  const line = Math.ceil(size * 1.5);
  const names = cell < LEAST_NAMED ? [] : sheet.names.map(shortened);
  const longest = Math.max(0, ...names.map((name) => [...name].length));
  const room = longest === 0 ? 0 : Math.ceil(longest * size * CHARACTER) + MARGIN;
  const side = sheet.names.length * cell;
  const width = Math.max(LEAST_WIDTH, room + side + MARGIN);
  const big = size * 1.25;
  const title = wrap(sheet.title, width, big);
  const top = title.length * Math.ceil(line * 1.25);
  const field = { x: room, y: top + room, width: side, height: side };
  const below = field.y + side + MARGIN;
  const caption = wrap(sheet.caption, width, size);
  const legendTop = below + caption.length * line;
  const legend = sheet.hasLegend ? legendOf(sheet, { top: legendTop, size, line }) : NO_LEGEND;
  return {
    width,
    height: legendTop + legend.rows * line + (legend.rows > 0 ? Math.ceil(line / 2) : 0),
    field,
    patches: legend.patches,
    texts: [
      ...lines(title, { top: 0, size: big, line: Math.ceil(line * 1.25), role: "title" }),
      ...names.map((text, i) => ({
        text,
        x: MARGIN / 2,
        y: field.y + (i + 0.5) * cell,
        size,
        role: "panel" as const,
      })),
      ...names.map((text, i) => ({
        text,
        x: field.x + (i + 0.5) * cell,
        y: field.y - MARGIN / 2,
        size,
        role: "panel" as const,
        isUpright: true,
      })),
      ...lines(caption, { top: below, size, line, role: "caption" }),
      ...legend.texts,
    ],
  };
}

const textSize = (cell: number): number => Math.min(16, Math.max(9, Math.round(cell * 0.6)));

const shortened = (name: string): string => {
  const characters = [...name.replace(/\s+/g, " ").trim()];
  return characters.length <= MOST_CHARACTERS
    ? characters.join("")
    : `${characters.slice(0, MOST_CHARACTERS - 1).join("")}…`;
};

interface LegendPlace {
  readonly top: number;
  readonly size: number;
  readonly line: number;
}

interface Legend {
  readonly rows: number;
  readonly patches: readonly Patch[];
  readonly texts: readonly TextLine[];
}

const NO_LEGEND: Legend = { rows: 0, patches: [], texts: [] };

/** Samples of the ramp from zero on, then what a frame says. */
function legendOf({ unit, threshold }: MatrixSheet, { top, size, line }: LegendPlace): Legend {
  const edge = size;
  const step = Math.ceil(edge + size * CHARACTER * 6);
  const first = top + 0.75 * line;
  const patchAt = (x: number, y: number, color: number, isFramed: boolean): Patch => ({
    x: Math.round(x),
    y: Math.round(y - edge / 2),
    width: edge,
    height: edge,
    color,
    isFramed,
  });
  const textAt = (text: string, x: number, y: number): TextLine => ({
    text,
    x: x + edge + MARGIN / 2,
    y,
    size,
    role: "legend",
  });
  const left = MARGIN / 2;
  return {
    rows: 2,
    patches: [
      ...LEGEND_VALUES.map((value, i) => patchAt(left + i * step, first, shadeOf(value), false)),
      patchAt(left, first + line, shadeOf(threshold), true),
    ],
    texts: [
      ...LEGEND_VALUES.map((value, i) => {
        const isLast = i === LEGEND_VALUES.length - 1;
        return textAt(isLast ? `${value} ${unit}` : String(value), left + i * step, first);
      }),
      textAt(`${unit} from ${threshold.toFixed(2)} on`, left, first + line),
    ],
  };
}

const shadeOf = (value: number): number =>
  Math.round(Math.min(1, Math.max(0, value)) * (SHADES - 1));

/** Places of the other colours behind the ramp. */
const NONE = SHADES;
const CLOSE = SHADES + 1;
export const INK = SHADES + 2;
export const GROUND = SHADES + 3;

/** The ramp from zero on, then the other colours. */
export function colorsOf(style: ImageStyle): Rgba[] {
  const ground = style.background === null ? TRANSPARENT : readColor(style.background);
  const ink = readColor(style.ink);
  const full = readColor(style.colors[0] ?? style.ink);
  const ramp = Array.from({ length: SHADES }, (_, shade) =>
    blend(full, ground, (STRONGEST * shade) / (SHADES - 1)),
  );
  const close = readColor(style.colors[2] ?? style.ink);
  return [...ramp, blend(ink, ground, 0.1), close, ink, ground];
}

/** Colour of a cell and whether it is framed. */
export function faceOf({ names, values, threshold }: MatrixSheet, cell: number) {
  const size = names.length;
  return (row: number, column: number): { color: number; isFramed: boolean } => {
    const value = values[row * size + column]!;
    if (row === column || Number.isNaN(value)) return { color: NONE, isFramed: false };
    const isClose = value >= threshold;
    if (isClose && cell < LEAST_FRAMED) return { color: CLOSE, isFramed: false };
    return { color: shadeOf(value), isFramed: isClose };
  };
}

/** Pixels of a cell that are filled: larger ones keep a gap. */
export const innerSide = (cell: number): number => (cell >= LEAST_FRAMED ? cell - 1 : cell);
