import { inksFor } from "../basemap/tints.ts";
import { CELLS, type Positions, SIDE } from "../kernel/grid.ts";
import { cellPath, type PathForm, rectangle } from "./cell-shape.ts";
import { groundSvg } from "./ground.ts";
import {
  type Box,
  cellEdges,
  colorOf,
  type Layout,
  layOut,
  markOf,
  type Sheet,
  type TextLine,
} from "./layout.ts";
import { type Panel, type PanelPoints, pointSize } from "./panel.ts";
import type { ImageStyle } from "./style.ts";

export interface SvgOptions {
  /** Said by screen readers and shown by browsers. */
  readonly title?: string;
  /** Absent: how many cells each class has. */
  readonly description?: string;
  /** Makes letters paths, so that they look the same everywhere; absent: they are texts. */
  readonly outline?: Outliner;
}

/** Installed nearly everywhere; the last name always is. */
const FONTS = "Inter, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif";

/**
 * A sheet as SVG: the layout of the pixel form, one path per class and panel, no scripts and nothing from outside.
 * @throws Error for a scalar that is not a whole number from 1 to 64
 */
export function toSvg(
  sheet: Sheet,
  { scalar, style }: { scalar: number; style: ImageStyle },
  { title, description, outline }: SvgOptions = {},
): string {
  const layout = layOut(sheet, scalar, style);
  const { width, height } = layout;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    element("title", title),
    element("desc", description ?? describeSheet(sheet)),
    style.background === null || !hasTexts(layout)
      ? ""
      : `<rect width="${width}" height="${height}" fill="${style.background}"/>`,
    groundOf(sheet, layout, style),
    ...sheet.panels.map((panel, index) =>
      drawPanel(panel, layout.panels[index]!, { scalar, style }),
    ),
    ...layout.texts.map((line, at) => textElement(line, style, outline, `text-${at}`)),
    ...layout.legend.map(
      ({ swatch, color, mark, ...line }) =>
        drawSwatch(swatch, color, { shape: style.shape, mark }) + textElement(line, style, outline),
    ),
    "</svg>",
  ]
    .filter((part) => part !== "")
    .join("\n");
}

/** The ground of all panels that have one, written once: they are of one size and show the same map. */
function groundOf({ panels }: Sheet, layout: Layout, { frame }: ImageStyle): string {
  const first = panels.findIndex(({ ground }) => ground !== undefined);
  const ground = panels[first]?.ground;
  if (ground === undefined) return "";
  const side = layout.panels[first]!.width - 2 * frame;
  const place = { x: frame, y: frame, side, levels: GROUND_LEVELS, name: "ground" };
  return groundSvg(ground.map, inksFor(ground.look), place);
}

/** Finer regions would be smaller than their names. */
const GROUND_LEVELS = 2;

/** `apple: 328 of 16384 cells. only pear: 20 of 16384 cells.` */
export const describeSheet = ({ panels }: Sheet): string =>
  panels
    .flatMap(({ layers }) => layers)
    .map(
      ({ label, positions }) =>
        `${label === "" ? "Set" : label}: ${positions.length} of ${CELLS} cells.`,
    )
    .join(" ");

const hasTexts = ({ texts, legend, panels }: Layout) =>
  texts.length > 0 || legend.length > 0 || panels.length > 1;

interface Drawn {
  readonly scalar: number;
  readonly style: ImageStyle;
}

function drawPanel(panel: Panel, { x, y, width }: Box, { scalar, style }: Drawn): string {
  const edges = cellEdges(scalar, style);
  const inner = width - 2 * style.frame;
  const size = Math.max(1, scalar - style.gap);
  const { own, banded } = drawnCells(panel, edges, size);
  const classes = own.map((positions, index) => {
    const form = { size, shape: style.shape, mark: markOf(panel, index, style) };
    const color = colorOf(panel, index, style);
    const label = panel.layers[index]?.label ?? "";
    const path = cellPath(positions, edges, form) + (banded[index] ?? "");
    return `<path class="cells" fill="${color}" fill-rule="evenodd" d="${path}">${element("title", label)}</path>`;
  });
  return [
    `<g transform="translate(${x} ${y})">`,
    style.frameColor === null || style.frame === 0
      ? ""
      : `<path fill="${style.frameColor}" fill-rule="evenodd" d="${rectangle(0, 0, width, width)}${rectangle(style.frame, style.frame, inner, inner)}"/>`,
    style.background === null
      ? ""
      : `<rect x="${style.frame}" y="${style.frame}" width="${inner}" height="${inner}" fill="${style.background}"/>`,
    panel.ground ? '<use href="#ground"/>' : "",
    drawGrid(edges, width, style),
    ...classes,
    panel.points ? drawPoints(panel.points, edges, scalar) : "",
    "</g>",
  ]
    .filter((part) => part !== "")
    .join("\n");
}

interface DrawnCells {
  /** Of each layer the cells that are all its own. */
  readonly own: readonly Positions[];
  /** Its bands of the cells that it shares, as a path. */
  readonly banded: readonly string[];
}

function drawnCells(panel: Panel, edges: Uint32Array, size: number): DrawnCells {
  const { layers, isBanded = false } = panel;
  if (!isBanded) return { own: topmost(panel), banded: [] };
  const own = layers.map((): number[] => []);
  const banded = layers.map(() => "");
  for (const [position, members] of membersByCell(layers)) {
    const [first] = members;
    if (members.length === 1 && first !== undefined) own[first]?.push(position);
    else {
      const bands = bandEdges(members.length, size);
      for (let band = 0; band + 1 < bands.length; band++) {
        const left = edges[position % SIDE]! + bands[band]!;
        const top = edges[Math.floor(position / SIDE)]!;
        banded[members[band]!] += rectangle(left, top, bands[band + 1]! - bands[band]!, size);
      }
    }
  }
  return { own: own.map((cells) => Uint16Array.from(cells).sort()), banded };
}

/** Places of the layers that each set cell is of, ascending. */
function membersByCell(layers: Panel["layers"]): ReadonlyMap<number, readonly number[]> {
  const members = new Map<number, number[]>();
  for (const [index, { positions }] of layers.entries())
    for (const position of positions) {
      const known = members.get(position);
      if (known) known.push(index);
      else members.set(position, [index]);
    }
  return members;
}

/** Where each of so many bands of a cell begins, and where the last one ends. */
const bandEdges = (count: number, size: number): readonly number[] => {
  const bands = Math.min(count, size);
  return Array.from({ length: bands + 1 }, (_, band) => Math.floor((band * size) / bands));
};

/** Discs, those that follow each other in one colour as one path. */
function drawPoints(
  { x, y, kindOf, kinds }: PanelPoints,
  edges: Uint32Array,
  scalar: number,
): string {
  const radius = pointSize(scalar) / 2;
  const paths: { readonly kind: number; path: string }[] = [];
  for (const [point, kind] of kindOf.entries()) {
    const left = round(placeOnEdges(edges, x[point]!, scalar) - radius);
    const middle = round(placeOnEdges(edges, y[point]!, scalar));
    const disc = `M${left} ${middle}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0`;
    const last = paths.at(-1);
    if (last?.kind === kind) last.path += disc;
    else paths.push({ kind, path: disc });
  }
  return paths
    .map(({ kind, path }) => `<path class="points" fill="${kinds[kind]!.color}" d="${path}"/>`)
    .join("\n");
}

/** Pixels from the edge of the panel to a place in cells. */
const placeOnEdges = (edges: Uint32Array, at: number, scalar: number): number =>
  edges[Math.floor(at)]! + (at % 1) * scalar;

/** The cells of each layer that no later layer covers. */
function topmost({ layers }: Panel): Positions[] {
  const above = new Uint8Array(CELLS);
  return layers
    .toReversed()
    .map(({ positions }) => {
      const seen = positions.filter((position) => above[position] === 0);
      for (const position of positions) above[position] = 1;
      return seen;
    })
    .reverse();
}

function drawGrid(
  edges: Uint32Array,
  width: number,
  { gridLines, gridColor, frame }: ImageStyle,
): string {
  if (gridLines === 0) return "";
  let path = "";
  for (let cell = gridLines; cell < SIDE; cell += gridLines) {
    const at = edges[cell]! - 1;
    path += rectangle(at, frame, 1, width - 2 * frame) + rectangle(frame, at, width - 2 * frame, 1);
  }
  return `<path class="grid" fill="${gridColor}" d="${path}"/>`;
}

/** Weight and letter spacing of a line: names of wide regions are the heaviest. */
export function faceOf({ role, level = 0 }: Pick<TextLine, "role" | "level">): Face {
  if (role === "title") return { weight: 600, spacing: 0 };
  if (role !== "name") return { weight: 400, spacing: 0 };
  return NAME_FACES[Math.min(level, NAME_FACES.length - 1)]!;
}

interface Face {
  readonly weight: 400 | 500 | 600;
  /** In parts of the size. */
  readonly spacing: number;
}

const NAME_FACES: readonly Face[] = [
  { weight: 600, spacing: 0.08 },
  { weight: 500, spacing: 0.01 },
  { weight: 400, spacing: 0.01 },
];

/** The letters of a line as a path that begins at 0 on the line they stand on; null where the typeface lacks one of them. */
export type Outliner = (
  text: string,
  face: Face & { readonly size: number },
) => { readonly path: string; readonly width: number } | null;

/** From the middle of a line down to where its letters stand, in parts of the size. */
const BASELINE = 0.35;

/** A line of text: its outlines, or else as text, for which whoever shows it brings the typeface. */
export function textElement(
  line: TextLine,
  { ink, background }: ImageStyle,
  outline: Outliner = () => null,
  /** Different for each line of one file: what lies round the letters is drawn from the same path. */
  id = "",
): string {
  const { text, x, y, size, role, color = ink, halo = background } = line;
  const face = faceOf(line);
  const isCentred = role === "name";
  const outlineOfName =
    isCentred && halo !== null
      ? ` stroke="${halo}" stroke-width="${round(size / 4)}" stroke-linejoin="round" paint-order="stroke"`
      : "";
  const letters = outline(text, { ...face, size });
  if (letters) {
    const start = isCentred ? -letters.width / 2 : 0;
    const place = `translate(${round(x)} ${round(y)}) translate(${round(start)} ${round(BASELINE * size)})`;
    // Not every program draws the stroke of a path under its fill.
    const under = outlineOfName === "" ? "" : `<use href="#${id}"${outlineOfName}/>`;
    const name = under === "" ? "" : ` id="${id}"`;
    return `<g role="img" aria-label="${escapeXml(text)}" transform="${place}">${under}<path${name} fill="${color}" d="${letters.path}"/></g>`;
  }
  const looks =
    (face.weight === 400 ? "" : ` font-weight="${face.weight}"`) +
    (face.spacing === 0 ? "" : ` letter-spacing="${face.spacing}em"`) +
    (isCentred ? ' text-anchor="middle"' : "");
  return `<text x="${round(x)}" y="${round(y)}" font-family="${FONTS}" font-size="${round(size)}"${looks}${outlineOfName} dy="${BASELINE}em" fill="${color}">${escapeXml(text)}</text>`;
}

function drawSwatch({ x, y, width }: Box, color: string, form: Omit<PathForm, "size">): string {
  const path = cellPath(Uint16Array.of(0), Uint32Array.of(0), { ...form, size: width });
  return `<path transform="translate(${round(x)} ${round(y)})" fill="${color}" fill-rule="evenodd" d="${path}"/>`;
}

const round = (value: number) => Math.round(value * 100) / 100;

const element = (name: string, text: string | undefined) =>
  text === undefined || text === "" ? "" : `<${name}>${escapeXml(text)}</${name}>`;

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** Any text as XML text or attribute; characters that XML has no way to write become U+FFFD. */
export const escapeXml = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML forbids exactly these.
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu, "\ufffd")
    .replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
