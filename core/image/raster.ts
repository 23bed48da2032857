import { CELLS, SIDE } from "../kernel/grid.ts";
import { FULL_INK, makeStamp } from "./cell-shape.ts";
import { blend, type Rgba, readColor, TRANSPARENT } from "./color.ts";
import {
  cellEdges,
  colorOf,
  type Layout,
  type LegendRow,
  layOut,
  markOf,
  panelSide,
  type Sheet,
} from "./layout.ts";
import { type Panel, type PanelGround, type PanelPoints, pointSize } from "./panel.ts";
import type { ImageStyle } from "./style.ts";

/** A picture as rows of indexes into its colours. Rows are painted on demand, so a large one takes no room. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly palette: readonly Rgba[];
  /** Writes row `y`: `width` indexes. Cost grows with the width. */
  paintRow(y: number, row: Uint16Array): void;
}

interface Drawing {
  readonly picture: Picture;
  /** Where panels and texts are; texts are not in the pixels. */
  readonly layout: Layout;
}

/**
 * Draws a sheet, `scalar` pixels per cell: each set cell in its class's colour, exactly where `cellEdges` says.
 * Only round shapes have mixed colours at their edges.
 *
 * @param paintGround draws tints and terrain, which need a canvas; absent: panels are plain
 * @throws Error for a scalar that is not a whole number from 1 to 64
 */
export function draw(
  sheet: Sheet,
  scalar: number,
  style: ImageStyle,
  paintGround: GroundPainting = () => null,
): Drawing {
  const layout = layOut(sheet, scalar, style);
  const colors = new Palette();
  const background = style.background === null ? TRANSPARENT : readColor(style.background);
  const field = colors.indexOf(background);
  const paint = { scalar, style, colors, background };
  const painters = sheet.panels.map((panel) => {
    const side = panelSide(scalar, style) - 2 * style.frame;
    const ground = panel.ground ? paintGround(panel.ground, side) : null;
    return panelPainter(panel, { ...paint, ground: ground && indexed(ground, colors) });
  });
  const swatches = layout.legend.map((row) => drawSwatch(row, paint));
  const { width, height } = layout;
  const paintRow = (y: number, row: Uint16Array) => {
    row.fill(field);
    for (const [index, { x, y: top, height: side }] of layout.panels.entries())
      if (y >= top && y < top + side) painters[index]?.(y - top, row.subarray(x, x + side));
    for (const { x, y: top, rows } of swatches) {
      const stamp = rows[y - top];
      if (stamp !== undefined) row.set(stamp, x);
    }
  };
  return { picture: { width, height, palette: colors.colors, paintRow }, layout };
}

/** Red, green and blue of each pixel of a ground, row by row, as `0xbbggrr`; null where there is none. */
type GroundPainting = (ground: PanelGround, side: number) => Uint32Array | null;

/** Colours of a ground that a picture has room for; more are told apart no further than needed. */
const MOST_GROUND_COLOURS = 60_000;

function indexed(pixels: Uint32Array, colors: Palette): Uint16Array {
  let mask = 0xffffff;
  while (new Set(pixels.map((pixel) => pixel & mask)).size > MOST_GROUND_COLOURS)
    mask = (mask << 1) & 0xfefefe;
  const known = new Map<number, number>();
  return Uint16Array.from(pixels, (pixel) => {
    const colour = pixel & mask;
    const index =
      known.get(colour) ??
      colors.indexOf([colour & 255, (colour >> 8) & 255, (colour >> 16) & 255, 255]);
    known.set(colour, index);
    return index;
  });
}

/** A cell of its own size, so that the legend shows the shape and the mark too. */
function drawSwatch({ swatch, color, mark }: LegendRow, paint: Paint) {
  const form = { scalar: swatch.width, gap: 0, shape: paint.style.shape, mark };
  return {
    x: Math.round(swatch.x),
    y: Math.round(swatch.y),
    rows: inkedRows(makeStamp(form), swatch.width, { ...paint, color }),
  };
}

/** The colours of a picture in order of first use. */
class Palette {
  readonly colors: Rgba[] = [];
  private readonly indexes = new Map<string, number>();

  indexOf(color: Rgba): number {
    const key = color.join();
    const known = this.indexes.get(key);
    if (known !== undefined) return known;
    this.indexes.set(key, this.colors.length);
    return this.colors.push(color) - 1;
  }
}

interface Paint {
  readonly scalar: number;
  readonly style: ImageStyle;
  readonly colors: Palette;
  readonly background: Rgba;
}

type PanelPainter = (y: number, row: Uint16Array) => void;

const LINE = -1;

interface PanelPaint extends Paint {
  /** Colours of what lies under the cells, within the frame. */
  readonly ground: Uint16Array | null;
}

function panelPainter(panel: Panel, paint: PanelPaint): PanelPainter {
  const paintCells = cellPainter(panel, paint);
  if (!panel.points) return paintCells;
  const paintPoints = pointPainter(panel.points, paint);
  return (y, row) => {
    paintCells(y, row);
    paintPoints(y, row);
  };
}

/** Each point as a disc, in the order of the list; what lies on the frame is left out. */
function pointPainter({ x, y, kindOf, kinds }: PanelPoints, paint: Paint): PanelPainter {
  const { scalar, style } = paint;
  const { frame } = style;
  const edges = cellEdges(scalar, style);
  const size = pointSize(scalar);
  const stamp = makeStamp({ scalar: size, gap: 0, shape: "circle", mark: "full" });
  const rowsOf = kinds.map(({ color }) => inkedRows(stamp, size, { ...paint, color }));
  const bare = paint.colors.indexOf(paint.background);
  const startOf = (at: number) => Math.round(placeOnEdges(edges, at, scalar) - size / 2);
  const tops = Int32Array.from(y, startOf);
  const lefts = Int32Array.from(x, startOf);
  const onRow = new Map<number, number[]>();
  for (const [point, top] of tops.entries())
    for (let row = top; row < top + size; row++) {
      const points = onRow.get(row);
      if (points) points.push(point);
      else onRow.set(row, [point]);
    }
  return (row, pixels) => {
    const end = pixels.length - frame;
    if (row < frame || row >= end) return;
    for (const point of onRow.get(row) ?? []) {
      const inked = rowsOf[kindOf[point]!]![row - tops[point]!]!;
      const left = lefts[point]!;
      for (let i = Math.max(0, frame - left); i < size && left + i < end; i++)
        if (inked[i] !== bare) pixels[left + i] = inked[i]!;
    }
  };
}

/** Pixels from the edge of the panel to a place in cells. */
export const placeOnEdges = (edges: Uint32Array, at: number, scalar: number): number =>
  edges[Math.floor(at)]! + (at % 1) * scalar;

function cellPainter(panel: Panel, paint: PanelPaint): PanelPainter {
  const { scalar, style, colors, ground } = paint;
  const edges = cellEdges(scalar, style);
  const { classes, shared } = classify(panel);
  const stamps = stampRows(panel, shared, paint);
  const bare = colors.indexOf(paint.background);
  const frame = colors.indexOf(
    style.frameColor === null ? TRANSPARENT : readColor(style.frameColor),
  );
  const line = colors.indexOf(readColor(style.gridColor));
  const lineAt = lineColumns(style, edges);
  const cellRowAt = rowsOfCells(edges, scalar);
  const { frame: width } = style;
  return (y, row) => {
    const side = row.length;
    const isFrame = y < width || y >= side - width;
    if (isFrame) return row.fill(frame);
    row.fill(frame, 0, width).fill(frame, side - width);
    const inner = side - 2 * width;
    const start = (y - width) * inner;
    if (ground) row.set(ground.subarray(start, start + inner), width);
    const cellRow = cellRowAt[y] ?? LINE;
    if (cellRow === LINE) return row.fill(line, width, side - width);
    for (const x of lineAt) row[x] = line;
    const within = y - edges[cellRow]!;
    for (let column = 0; column < SIDE; column++) {
      const stamp = stamps[classes[SIDE * cellRow + column]!];
      if (stamp === undefined) continue;
      if (ground) setInked(row, stamp[within]!, { at: edges[column]!, bare });
      else row.set(stamp[within]!, edges[column]);
    }
    return row;
  };
}

/** Leaves the ground where a stamp has no ink. */
function setInked(
  row: Uint16Array,
  stamp: Uint16Array,
  { at, bare }: { at: number; bare: number },
) {
  for (let x = 0; x < stamp.length; x++) if (stamp[x] !== bare) row[at + x] = stamp[x]!;
}

/**
 * Class of each cell: 0 unset, else the place of its topmost layer, counted from 1; behind these, where shared cells are
 * divided, one for each combination of layers.
 */
function classify({ layers, isBanded = false }: Panel) {
  const classes = new Uint16Array(CELLS);
  const shared: (readonly number[])[] = [];
  if (!isBanded) {
    for (const [index, { positions }] of layers.entries())
      for (const position of positions) classes[position] = index + 1;
    return { classes, shared };
  }
  const known = new Map<string, number>();
  for (const [position, members] of membersByCell(layers)) {
    if (members.length === 1) classes[position] = members[0]! + 1;
    else {
      const key = members.join();
      const place = known.get(key) ?? layers.length + shared.push(members);
      known.set(key, place);
      classes[position] = place;
    }
  }
  return { classes, shared };
}

/** Places of the layers that each set cell is of, ascending. */
export function membersByCell(layers: Panel["layers"]): ReadonlyMap<number, readonly number[]> {
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
export const bandEdges = (count: number, size: number): readonly number[] => {
  const bands = Math.min(count, size);
  return Array.from({ length: bands + 1 }, (_, band) => Math.floor((band * size) / bands));
};

type Rows = readonly Uint16Array[];

/** Rows of the stamp of each class, as palette indexes; `undefined` where nothing is drawn. */
function stampRows(
  panel: Panel,
  shared: readonly (readonly number[])[],
  paint: Paint,
): readonly (Rows | undefined)[] {
  const { scalar, style } = paint;
  const { shape, gap } = style;
  const whole = panel.layers.map((_, index) => {
    const stamp = makeStamp({ scalar, gap, shape, mark: markOf(panel, index, style) });
    return inkedRows(stamp, scalar, { ...paint, color: colorOf(panel, index, style) });
  });
  const size = Math.max(1, scalar - gap);
  return [
    // No class: the ground stays.
    undefined,
    ...whole,
    ...shared.map((members) =>
      bandedRows(
        members.map((index) => whole[index]!),
        size,
      ),
    ),
  ];
}

/** Of each stamp the upright band that is its own. */
function bandedRows(stamps: readonly Rows[], size: number): Rows {
  const edges = bandEdges(stamps.length, size);
  const first = stamps[0]!;
  return first.map((row, y) => {
    const banded = row.slice();
    for (let band = 0; band + 1 < edges.length; band++) {
      const [from, to] = [edges[band]!, edges[band + 1]!];
      banded.set(stamps[band]![y]!.subarray(from, to), from);
    }
    return banded;
  });
}

/** A stamp in a colour over the background, row by row, as palette indexes. */
function inkedRows(
  stamp: Uint8Array,
  side: number,
  { color, colors, background }: Pick<Paint, "colors" | "background"> & { readonly color: string },
): Uint16Array[] {
  const ink = readColor(color);
  const indexes = Uint16Array.from(stamp, (amount) =>
    colors.indexOf(amount === 0 ? background : blend(ink, background, amount / FULL_INK)),
  );
  return Array.from({ length: side }, (_, y) => indexes.subarray(y * side, (y + 1) * side));
}

const lineColumns = ({ gridLines }: ImageStyle, edges: Uint32Array): number[] =>
  gridLines === 0
    ? []
    : Array.from({ length: SIDE / gridLines - 1 }, (_, i) => edges[(i + 1) * gridLines]! - 1);

function rowsOfCells(edges: Uint32Array, scalar: number): Int16Array {
  const rows = new Int16Array(edges[SIDE - 1]! + scalar).fill(LINE);
  for (const [row, edge] of edges.entries()) rows.fill(row, edge, edge + scalar);
  return rows;
}

/** All pixels, red, green, blue and opacity each: for a canvas. Takes four bytes per pixel. */
export function toPixels({
  width,
  height,
  palette,
  paintRow,
}: Picture): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(4 * width * height);
  const row = new Uint16Array(width);
  for (let y = 0; y < height; y++) {
    paintRow(y, row);
    for (let x = 0; x < width; x++) pixels.set(palette[row[x]!]!, 4 * (y * width + x));
  }
  return pixels;
}
