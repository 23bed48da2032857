import { SIDE } from "../kernel/grid.ts";
import type { Panel } from "./panel.ts";
import type { ImageStyle, Mark } from "./style.ts";

/** Smallest and largest number of pixels per cell. */
const SCALARS = { least: 1, most: 64 } as const;

/** What a picture shows, whatever its size: panels side by side. */
export interface Sheet {
  readonly panels: readonly Panel[];
  /** Texts take room of their own round the panels; the caller of the pixel form writes them there. */
  readonly title?: string;
  readonly caption?: string;
  readonly hasLegend?: boolean;
  /** Is there room all round, as a picture that stands by itself needs? */
  readonly hasMargin?: boolean;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A line of text: where its middle is; names of places are centred, other lines begin at `x`. */
export interface TextLine {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly role: "title" | "caption" | "panel" | "legend" | "name";
  /** Of a name: 0 is the widest region's. */
  readonly level?: number;
  /** `#rrggbb` of the letters, and of what lies round them; absent: the style's. */
  readonly color?: string;
  readonly halo?: string;
}

export interface LegendRow extends TextLine {
  readonly swatch: Box;
  readonly color: string;
  readonly mark: Mark;
}

/** Where everything of a sheet goes, in pixels. The vector and the pixel form share it. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly panels: readonly Box[];
  readonly texts: readonly TextLine[];
  readonly legend: readonly LegendRow[];
}

/** Left or upper edge of each column or row inside its panel, frame and grid lines counted in. */
export function cellEdges(scalar: number, { frame, gridLines }: ImageStyle): Uint32Array {
  const edges = new Uint32Array(SIDE);
  for (let cell = 0; cell < SIDE; cell++) {
    const lines = gridLines === 0 ? 0 : Math.floor(cell / gridLines);
    edges[cell] = frame + scalar * cell + lines;
  }
  return edges;
}

/** Pixels a side of one panel: `128 * scalar + 2` in the service's style. */
export function panelSide(scalar: number, { frame, gridLines }: ImageStyle): number {
  const lines = gridLines === 0 ? 0 : SIDE / gridLines - 1;
  return SIDE * scalar + lines + 2 * frame;
}

/** Colour of a layer of a panel. */
export const colorOf = (panel: Panel, layer: number, style: ImageStyle): string =>
  panel.layers[layer]?.color ?? style.colors[layer % style.colors.length] ?? style.ink;

/** Mark of a layer of a panel; full in a style without marks. */
export const markOf = (panel: Panel, layer: number, { marks }: ImageStyle): Mark =>
  marks.length === 0 ? "full" : (panel.layers[layer]?.mark ?? marks[layer] ?? "full");

/** @throws Error for a scalar that is not a whole number from 1 to 64 */
export function layOut(sheet: Sheet, scalar: number, style: ImageStyle): Layout {
  if (!Number.isInteger(scalar) || scalar < SCALARS.least || scalar > SCALARS.most)
    throw new Error(`A cell is ${SCALARS.least} to ${SCALARS.most} pixels, not ${scalar}.`);
  const side = panelSide(scalar, style);
  const size = textSize(side);
  const width = sheet.panels.length * side;
  const line = Math.ceil(size * 1.5);
  const small = sheet.hasMargin ? Math.max(11, Math.round(size * SMALL)) : size;
  const smallLine = Math.ceil(small * 1.5);
  const title = wrap(sheet.title, width, size * 1.25);
  const top =
    title.length * Math.ceil(line * 1.25) +
    (sheet.hasMargin && title.length > 0 ? Math.round(size * AIR) : 0);
  const hasCaptions = sheet.panels.some(({ caption }) => caption !== undefined);
  const step = side + (hasCaptions ? line : 0);
  const boxes = sheet.panels.map((_, index) => ({
    x: index * side,
    y: top,
    width: side,
    height: side,
  }));
  const air = sheet.hasMargin ? Math.round(size * AIR) : 0;
  const below = top + (sheet.panels.length > 0 ? step : 0) + air;
  const caption = wrap(sheet.caption, width, small);
  const legendTop = below + caption.length * smallLine;
  const legend = sheet.hasLegend
    ? legendRows(sheet, style, { top: legendTop, size: small, line: smallLine })
    : [];
  const bare: Layout = {
    width,
    height:
      legendTop + legend.length * smallLine + (legend.length > 0 ? Math.ceil(smallLine / 2) : 0),
    panels: boxes,
    texts: [
      ...lines(title, { top: 0, size: size * 1.25, line: Math.ceil(line * 1.25), role: "title" }),
      ...panelCaptions(sheet, boxes, { size, line }),
      ...placeNames(sheet, boxes, style),
      ...lines(caption, { top: below, size: small, line: smallLine, role: "caption" }),
    ],
    legend,
  };
  return sheet.hasMargin ? withMargin(bare, Math.round(size * MARGIN)) : bare;
}

/** Of the size of texts: room all round, and between texts and panels where there is such room. */
const MARGIN = 1.75;
const AIR = 0.4;
/** Of the size of texts: captions and legends of a picture that stands by itself. */
const SMALL = 0.68;

/** Everything moved to the right and down, with as much room on the other sides. */
function withMargin({ width, height, panels, texts, legend }: Layout, margin: number): Layout {
  const moved = <T extends { readonly x: number; readonly y: number }>(thing: T): T => ({
    ...thing,
    x: thing.x + margin,
    y: thing.y + margin,
  });
  // Lines of text begin a little to the right of the panels; in a margin both begin at the same place.
  const flush = (line: TextLine) =>
    line.role === "name" ? moved(line) : { ...moved(line), x: line.x + margin - line.size / 4 };
  return {
    width: width + 2 * margin,
    height: height + 2 * margin,
    panels: panels.map(moved),
    texts: texts.map(flush),
    legend: legend.map((row) => ({
      ...moved(row),
      x: row.x + margin - row.size / 4,
      swatch: { ...moved(row.swatch), x: row.swatch.x + margin - row.size / 4 },
    })),
  };
}

/** Text grows with the panel but stays readable on small ones. */
const textSize = (side: number) => Math.min(48, Math.max(12, Math.round(side / 36)));

/** Pixels of the names of places on a panel of this side. */
export const nameSize = (side: number): number => Math.max(9, Math.round(textSize(side) / 2));

function placeNames({ panels }: Sheet, boxes: readonly Box[], { frame }: ImageStyle): TextLine[] {
  return panels.flatMap(({ names = [] }, index) => {
    const { x: left, y: top, width: side } = boxes[index]!;
    const cell = (side - 2 * frame) / SIDE;
    return names.map(({ text, x, y, scale, ...look }) => ({
      ...look,
      text,
      x: left + frame + x * cell,
      y: top + frame + y * cell,
      size: nameSize(side) * scale,
      role: "name" as const,
    }));
  });
}

interface Lines {
  readonly top: number;
  readonly size: number;
  readonly line: number;
}

const lines = (
  texts: readonly string[],
  { top, size, line, role }: Lines & { readonly role: TextLine["role"] },
): TextLine[] =>
  texts.map((text, index) => ({ text, x: size / 4, y: top + (index + 0.5) * line, size, role }));

function panelCaptions(
  { panels }: Sheet,
  boxes: readonly Box[],
  { size, line }: Omit<Lines, "top">,
): TextLine[] {
  return panels.flatMap(({ caption }, index) => {
    const box = boxes[index];
    if (box === undefined || caption === undefined) return [];
    const [text = "", more] = wrap(caption, box.width, size);
    const y = box.y + box.height + line / 2;
    const shown = more === undefined ? text : `${text}…`;
    return [{ text: shown, x: box.x + size / 4, y, size, role: "panel" as const }];
  });
}

interface LegendEntry {
  readonly label: string;
  readonly count: number;
  readonly noun: string;
  readonly color: string;
  readonly mark: Mark;
}

function legendEntries(panel: Panel, style: ImageStyle): LegendEntry[] {
  const layers = panel.layers.map(({ label, positions }, layer) => ({
    label,
    count: positions.length,
    noun: "cell",
    color: colorOf(panel, layer, style),
    mark: markOf(panel, layer, style),
  }));
  const { kinds = [], kindOf = [] } = panel.points ?? {};
  const counts = kinds.map(() => 0);
  for (const kind of kindOf) counts[kind] = (counts[kind] ?? 0) + 1;
  const points = kinds.map(({ label, color }, kind) => ({
    label,
    count: counts[kind] ?? 0,
    noun: "point",
    color,
    mark: "full" as const,
  }));
  return [...layers, ...points.filter(({ count }) => count > 0)];
}

/** One row for each label and colour that occurs, in order of appearance, with its number of cells or points. */
function legendRows({ panels }: Sheet, style: ImageStyle, { top, size, line }: Lines): LegendRow[] {
  const rows = new Map<string, LegendRow>();
  for (const panel of panels)
    for (const { label, count, noun, color, mark } of legendEntries(panel, style)) {
      const text = `${label}: ${count} ${noun}${count === 1 ? "" : "s"}`;
      const key = `${color} ${mark} ${text}`;
      const y = top + (rows.size + 0.75) * line;
      const edge = Math.round(size * 0.75);
      const swatch = { x: size / 4, y: y - edge / 2, width: edge, height: edge };
      if (label !== "" && !rows.has(key))
        rows.set(key, {
          text,
          x: size * 0.75 + edge,
          y,
          size,
          role: "legend",
          swatch,
          color,
          mark,
        });
    }
  return [...rows.values()];
}

/** Average width of a character in parts of the text size: no fonts can be measured here. */
const CHARACTER = 0.55;

/** Breaks a text into lines that fit, at spaces where there are any. */
function wrap(text: string | undefined, width: number, size: number): string[] {
  const most = Math.max(8, Math.floor(width / (size * CHARACTER)) - 1);
  const wrapped: string[] = [];
  for (const word of (text ?? "").split(/\s+/).filter((part) => part !== "")) {
    const last = wrapped.at(-1);
    const joined = last === undefined ? word : `${last} ${word}`;
    const characters = [...joined];
    if (characters.length <= most) wrapped.splice(-1, 1, joined);
    else
      for (let at = 0, all = [...word]; at < all.length; at += most)
        wrapped.push(all.slice(at, at + most).join(""));
  }
  return wrapped;
}
