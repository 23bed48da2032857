import { rectangle } from "../../../../core/image/cell-shape.ts";
import { blend, type Rgba, readColor, TRANSPARENT } from "../../../../core/image/color.ts";
import { type Box, lines, type TextLine, wrap } from "../../../../core/image/layout.ts";
import type { Picture } from "../../../../core/image/raster.ts";
import type { ImageStyle } from "../../../../core/image/style.ts";
import { escapeXml, type Outliner, textElement } from "../../../../core/image/svg.ts";
import type { ShownMatrix } from "../../../model/export-source.ts";
import { formatScore, plural } from "../../../model/format.ts";
import type { Plan } from "./image-sheet.ts";

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
interface Patch extends Box {
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

const INK = SHADES + 2;

const GROUND = SHADES + 3;

/** The ramp from zero on, then the other colours. */
function colorsOf(style: ImageStyle): Rgba[] {
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
function faceOf({ names, values, threshold }: MatrixSheet, cell: number) {
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
const innerSide = (cell: number): number => (cell >= LEAST_FRAMED ? cell - 1 : cell);

/** The matrix as pixels; its texts are not in them. */
export function drawMatrixPicture(sheet: MatrixSheet, cell: number, style: ImageStyle): Picture {
  const { width, height, field, patches } = layOutMatrix(sheet, cell);
  const face = faceOf(sheet, cell);
  const inner = innerSide(cell);
  const paintRow = (y: number, row: Uint16Array) => {
    row.fill(GROUND);
    for (const patch of patches) paintPatch(patch, y, row);
    const at = Math.floor((y - field.y) / cell);
    if (y < field.y || at >= sheet.names.length) return;
    const box = { y: field.y + at * cell, width: inner, height: inner };
    for (let column = 0; column < sheet.names.length; column++)
      paintPatch({ ...box, ...face(at, column), x: field.x + column * cell }, y, row);
  };
  return { width, height, palette: colorsOf(style), paintRow };
}

function paintPatch(patch: Patch, y: number, row: Uint16Array): void {
  const { x, y: top, width, height, color, isFramed } = patch;
  if (y < top || y >= top + height) return;
  const isEdge = isFramed && (y === top || y === top + height - 1);
  row.fill(isEdge ? INK : color, x, x + width);
  if (isFramed) row[x] = row[x + width - 1] = INK;
}

interface MatrixSvgOptions {
  readonly title: string;
  readonly description: string;
  /** Makes letters paths; absent: they are texts. */
  readonly outline?: Outliner;
}

/** The matrix as vectors: one path per colour, and one more for the frames. */
export function matrixSvg(
  sheet: MatrixSheet,
  { cell, style }: { readonly cell: number; readonly style: ImageStyle },
  { title, description, outline }: MatrixSvgOptions,
): string {
  const layout = layOutMatrix(sheet, cell);
  const { width, height } = layout;
  const colors = colorsOf(style);
  const { fills, frames } = pathsOf(sheet, cell, layout);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escapeXml(title)}</title>`,
    `<desc>${escapeXml(description)}</desc>`,
    style.background === null
      ? ""
      : `<rect width="${width}" height="${height}" fill="${style.background}"/>`,
    ...[...fills].map(([color, path]) => `<path ${paintOf(colors[color]!)} d="${path}"/>`),
    frames === "" ? "" : `<path fill="${style.ink}" fill-rule="evenodd" d="${frames}"/>`,
    ...layout.texts.map((line) => textElement(line, style, outline)),
    "</svg>",
  ]
    .filter((part) => part !== "")
    .join("\n");
}

const paintOf = ([red, green, blue, alpha]: Rgba): string =>
  `fill="rgb(${red} ${green} ${blue})"${alpha === 255 ? "" : ` fill-opacity="${(alpha / 255).toFixed(3)}"`}`;

function pathsOf(sheet: MatrixSheet, cell: number, { field, patches }: MatrixLayout) {
  const face = faceOf(sheet, cell);
  const inner = innerSide(cell);
  const fills = new Map<number, string>();
  let frames = "";
  const add = ({ x, y, width, height, color, isFramed }: Patch) => {
    fills.set(color, (fills.get(color) ?? "") + rectangle(x, y, width, height));
    if (isFramed)
      frames += rectangle(x, y, width, height) + rectangle(x + 1, y + 1, width - 2, height - 2);
  };
  for (let row = 0; row < sheet.names.length; row++)
    for (let column = 0; column < sheet.names.length; column++)
      add({
        x: field.x + column * cell,
        y: field.y + row * cell,
        width: inner,
        height: inner,
        ...face(row, column),
      });
  for (const patch of patches) add(patch);
  return { fills, frames };
}

/** The values of a matrix as a picture takes them, apart from the page. */
export type MatrixValues = Pick<MatrixSheet, "names" | "values" | "unit" | "threshold">;

export function matrixValues({ names, valueAt, unit, threshold }: ShownMatrix): MatrixValues {
  const size = names.length;
  const values = new Float64Array(size * size);
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++)
      values[row * size + column] = valueAt(row, column);
  return { names, values, unit, threshold };
}

/** What is said of it below: how many items, and in which order. */
export const matrixNote = ({ names, order }: ShownMatrix): string =>
  `${plural(names.length, "item")}${order === "" ? "" : `, ${order}`}`;

/** The plan's values with its texts, as they are laid out and drawn. */
export const matrixSheet = ({ sheet }: Plan, matrix: MatrixValues): MatrixSheet => ({
  ...matrix,
  ...(sheet.title === undefined ? {} : { title: sheet.title }),
  ...(sheet.caption === undefined ? {} : { caption: sheet.caption }),
  hasLegend: sheet.hasLegend ?? false,
});

export const matrixLayout = (plan: Plan, matrix: MatrixValues, cell: number): MatrixLayout =>
  layOutMatrix(matrixSheet(plan, matrix), cell);

const MOST_TOLD = 5;

/** In words: the closest pairs. */
export function describeMatrix({ names, values, unit }: MatrixValues): string {
  const size = names.length;
  const pairs: { readonly text: string; readonly value: number }[] = [];
  for (let row = 0; row < size; row++)
    for (let column = row + 1; column < size; column++) {
      const value = values[row * size + column]!;
      if (!Number.isNaN(value)) pairs.push({ text: `${names[row]} and ${names[column]}`, value });
    }
  const closest = pairs.sort((a, b) => b.value - a.value).slice(0, MOST_TOLD);
  const told = closest.map(({ text, value }) => `${text} ${formatScore(value)}`).join("; ");
  return `${plural(size, "item")}, ${plural(pairs.length, "pair")} by ${unit}. Closest: ${told}.`;
}

/** What a person should know about it. */
export const matrixCautions = (cell: number): string[] =>
  cell < LEAST_NAMED ? [`Names need cells of at least ${LEAST_NAMED} pixels.`] : [];
