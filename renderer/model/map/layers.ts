import { CELLS } from "../../../core/kernel/grid.ts";

/** One bit a layer in a byte a cell. */
export const MOST_LAYERS = 8;

export const COLOUR_NAMES = [
  "first",
  "second",
  "shared",
  "hue-a",
  "hue-b",
  "hue-c",
  "hue-d",
  "hue-e",
  "hue-f",
  "hue-g",
  "hue-h",
  "text-3",
] as const;
/** A colour by its meaning; the theme decides what it looks like. */
export type ColourName = (typeof COLOUR_NAMES)[number];

/** The eight hues of pins and senses, by their letter: 0 is A. */
export const HUES = [
  "hue-a",
  "hue-b",
  "hue-c",
  "hue-d",
  "hue-e",
  "hue-f",
  "hue-g",
  "hue-h",
] as const satisfies readonly ColourName[];

export const hueOf = (index: number): ColourName => HUES[index] ?? "text-3";
/** A to H; none from the ninth on. */
export const letterOf = (index: number): string => "ABCDEFGH"[index] ?? "";

export type Mark = "square" | "circle" | "diamond" | "ring";

/** One set of cells to draw. Positions are ascending and unique. */
export interface MapLayer {
  readonly id: string;
  /** What the legend calls it. */
  readonly label: string;
  readonly positions: ArrayLike<number> & Iterable<number>;
  readonly colour: ColourName;
  /** Without one, a square. */
  readonly mark?: Mark;
  /** 0..1; 1 when left out. */
  readonly opacity?: number;
  /** Shown before the label, so that colour is never the only sign. */
  readonly letter?: string;
  /** Drawn and named, but not part of the fingerprint: its cells do not count as set. */
  readonly isOutside?: boolean;
}

/** Which layers each cell belongs to: bit `i` stands for layer `i`. */
export function maskOf(layers: readonly MapLayer[]): Uint8Array {
  const mask = new Uint8Array(CELLS);
  layers.slice(0, MOST_LAYERS).forEach((layer, index) => {
    const bit = 1 << index;
    for (const position of layer.positions) mask[position]! |= bit;
  });
  return mask;
}

/** Are the layers shades of a heat, none of them a fingerprint? */
export const isHeat = (layers: readonly MapLayer[]): boolean =>
  layers.length > 0 && layers.every(({ isOutside }) => isOutside);

/** How warm each cell is, 0 to 1: the opacity of its layer. Null where the layers are no heat. */
export function warmthOf(layers: readonly MapLayer[]): Float32Array | null {
  if (!isHeat(layers)) return null;
  const warmth = new Float32Array(CELLS);
  for (const { positions, opacity = 1 } of layers)
    for (const position of positions) warmth[position] = Math.max(warmth[position]!, opacity);
  return warmth;
}

/** The three classes of a comparison, each with its own mark, so that they differ without colour too. */
export function compareLayers(
  left: Iterable<number>,
  right: Iterable<number>,
  names: { readonly left: string; readonly right: string },
): MapLayer[] {
  const rightSet = new Set(right);
  const leftSet = new Set(left);
  const ascending = (positions: Iterable<number>) =>
    Uint16Array.from([...positions].sort((a, b) => a - b));
  return [
    {
      id: "left",
      label: `Only ${names.left}`,
      positions: ascending([...leftSet].filter((position) => !rightSet.has(position))),
      colour: "first",
      mark: "square",
    },
    {
      id: "both",
      label: "Both",
      positions: ascending([...leftSet].filter((position) => rightSet.has(position))),
      colour: "shared",
      mark: "diamond",
    },
    {
      id: "right",
      label: `Only ${names.right}`,
      positions: ascending([...rightSet].filter((position) => !leftSet.has(position))),
      colour: "second",
      mark: "circle",
    },
  ];
}

/** Cells set in at least one layer. */
export const unionOf = (layers: readonly MapLayer[]): number[] =>
  cellsIn(layers.filter(({ isOutside }) => !isOutside));

/** Cells with a colour of any layer: all that is drawn, set or warm. */
export function cellsIn(layers: readonly MapLayer[]): number[] {
  const mask = maskOf(layers);
  const union: number[] = [];
  for (let position = 0; position < CELLS; position++) if (mask[position]) union.push(position);
  return union;
}

/**
 * The cells of the shades at least half as strong as the strongest: a heat as a whole is everywhere. None of two heats, which lie
 * in places of their own.
 */
export function warmestOf(layers: readonly MapLayer[]): readonly number[] {
  if (new Set(layers.map(({ colour }) => colour)).size > 1) return [];
  const strongest = Math.max(...layers.map(({ opacity = 1 }) => opacity));
  return cellsIn(layers.filter(({ opacity = 1 }) => opacity >= strongest / 2));
}
