import { CELLS, type Positions, SIDE } from "../retina/types.ts";
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
import type { Panel } from "./panel.ts";
import { emptyDotSide } from "./raster.ts";
import type { ImageStyle } from "./style.ts";
import { cellPath, type PathForm, rectangle } from "./svg-path.ts";

export interface SvgOptions {
  /** Said by screen readers and shown by browsers. */
  readonly title?: string;
  /** Absent: how many cells each class has. */
  readonly description?: string;
  /** Kept in the file's metadata, for the application to read back. */
  readonly state?: string;
}

/** Installed nearly everywhere; the last name always is. */
const FONTS = "Inter, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif";
/** Marks the metadata that `readSvgState` looks for. */
const STATE = "semascope-state";

/**
 * A sheet as SVG: the layout of the pixel form, one path per class and panel, no scripts and nothing from outside.
 * @throws Error for a scalar that is not a whole number from 1 to 64
 */
export function toSvg(
  sheet: Sheet,
  { scalar, style }: { scalar: number; style: ImageStyle },
  { title, description, state }: SvgOptions = {},
): string {
  const layout = layOut(sheet, scalar, style);
  const { width, height } = layout;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    element("title", title),
    element("desc", description ?? describeSheet(sheet)),
    state === undefined ? "" : `<metadata id="${STATE}">${escapeXml(state)}</metadata>`,
    style.background === null || !hasTexts(layout)
      ? ""
      : `<rect width="${width}" height="${height}" fill="${style.background}"/>`,
    ...sheet.panels.map((panel, index) =>
      drawPanel(panel, layout.panels[index]!, { scalar, style }),
    ),
    ...layout.texts.map((line) => textElement(line, style)),
    ...layout.legend.map(
      ({ swatch, color, mark, ...line }) =>
        drawSwatch(swatch, color, { shape: style.shape, mark }) + textElement(line, style),
    ),
    "</svg>",
  ]
    .filter((part) => part !== "")
    .join("\n");
}

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
  const classes = topmost(panel).map((positions, index) => {
    const form = { size, shape: style.shape, mark: markOf(panel, index, style) };
    const color = colorOf(panel, index, style);
    const label = panel.layers[index]?.label ?? "";
    return `<path class="cells" fill="${color}" fill-rule="evenodd" d="${cellPath(positions, edges, form)}">${element("title", label)}</path>`;
  });
  return [
    `<g transform="translate(${x} ${y})">`,
    style.frameColor === null || style.frame === 0
      ? ""
      : `<path fill="${style.frameColor}" fill-rule="evenodd" d="${rectangle(0, 0, width, width)}${rectangle(style.frame, style.frame, inner, inner)}"/>`,
    style.background === null
      ? ""
      : `<rect x="${style.frame}" y="${style.frame}" width="${inner}" height="${inner}" fill="${style.background}"/>`,
    drawGrid(edges, width, style),
    drawEmptyDots(panel, edges, { scalar, style }),
    ...classes,
    "</g>",
  ]
    .filter((part) => part !== "")
    .join("\n");
}

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

function drawEmptyDots({ layers }: Panel, edges: Uint32Array, { scalar, style }: Drawn): string {
  if (!style.emptyDots || scalar < 4) return "";
  const isSet = new Uint8Array(CELLS);
  for (const { positions } of layers) for (const position of positions) isSet[position] = 1;
  const side = emptyDotSide(scalar);
  const inset = Math.floor((scalar - side) / 2);
  let path = "";
  for (let position = 0; position < CELLS; position++)
    if (isSet[position] === 0)
      path += rectangle(
        edges[position % SIDE]! + inset,
        edges[Math.floor(position / SIDE)]! + inset,
        side,
        side,
      );
  return `<path class="empty" fill="${style.gridColor}" d="${path}"/>`;
}

const LOOKS = {
  title: ' font-weight="600"',
  caption: "",
  panel: "",
  legend: "",
  name: ' font-weight="600" letter-spacing="0.06em" text-anchor="middle"',
} as const;

/** A line of text; whoever shows it brings the typeface. */
export function textElement(
  { text, x, y, size, role, isUpright = false }: TextLine,
  { ink, background }: ImageStyle,
): string {
  const halo =
    role === "name" && background !== null
      ? ` stroke="${background}" stroke-width="${round(size / 4)}" stroke-linejoin="round" paint-order="stroke"`
      : "";
  const turn = isUpright ? ` transform="rotate(-90 ${round(x)} ${round(y)})"` : "";
  return `<text x="${round(x)}" y="${round(y)}"${turn} font-family="${FONTS}" font-size="${round(size)}"${LOOKS[role]}${halo} dy="0.35em" fill="${ink}">${escapeXml(text)}</text>`;
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

const STATE_ELEMENT = new RegExp(`<metadata id="${STATE}">([^<]*)</metadata>`);

/** The state that `toSvg` kept in a file; `undefined` when there is none. */
export function readSvgState(svg: string): string | undefined {
  const inner = STATE_ELEMENT.exec(svg)?.[1];
  const characters = new Map(Object.entries(ENTITIES).map(([char, entity]) => [entity, char]));
  return inner?.replace(/&[a-z]+;/g, (entity) => characters.get(entity) ?? entity);
}
