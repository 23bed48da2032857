import { type Positions, SIDE } from "../kernel/grid.ts";
import { type Mark, type Shape, SMALLEST_ROUND } from "./style.ts";

/** Parts of a shape's size that marks are made of. */
const RING_HOLE = 0.6;
const DOT = 0.5;
const BAR = 1 / 3;
/** Corner radius of a rounded cell, in parts of its size. */
const CORNER = 0.3;

/** Diagonals of a round shape are shorter, so that they stay inside. */
const diagonalSpan = (shape: Shape): number => (shape === "square" ? 1 : Math.SQRT1_2);

/** Half the width of a diagonal, measured along a side, in parts of the size. */
const DIAGONAL = 0.24;

/** How a cell is drawn as a path, `size` pixels per side. */
export interface PathForm {
  readonly size: number;
  readonly shape: Shape;
  readonly mark: Mark;
}

/** One path with a closed part for each cell, in the order of the positions; holes need the even-odd rule. */
export function cellPath(positions: Positions, edges: Uint32Array, form: PathForm): string {
  const outline = outlineOf(form);
  let path = "";
  for (const position of positions) {
    const x = edges[position % SIDE]!;
    path += outline(x, edges[Math.floor(position / SIDE)]!);
  }
  return path;
}

export const rectangle = (x: number, y: number, width: number, height: number): string =>
  `M${x} ${y}h${width}v${height}h${-width}z`;

type Outline = (x: number, y: number) => string;

function outlineOf({ size, shape, mark }: PathForm): Outline {
  if (size < SMALLEST_ROUND) return (x, y) => rectangle(x, y, size, size);
  const middle = size / 2;
  const whole = (side: number): Outline => {
    const inset = middle - side / 2;
    return (x, y) => SHAPES[shape](x + inset, y + inset, side);
  };
  switch (mark) {
    case "full":
      return whole(size);
    case "dot":
      return whole(round(size * DOT));
    case "bar": {
      const height = round(size * BAR);
      return (x, y) => rectangle(x, round(y + middle - height / 2), size, height);
    }
    case "post": {
      const width = round(size * BAR);
      return (x, y) => rectangle(round(x + middle - width / 2), y, width, size);
    }
    case "slash":
    case "backslash":
    case "cross": {
      const side = size * diagonalSpan(shape);
      const inset = middle - side / 2;
      const corners = DIAGONALS[mark];
      return (x, y) => polygon(corners, { x: x + inset, y: y + inset, side });
    }
    default: {
      const [outer, hole] = [whole(size), whole(round(size * RING_HOLE))];
      return (x, y) => outer(x, y) + hole(x, y);
    }
  }
}

type Corner = readonly [x: number, y: number];

const D = DIAGONAL;
/** Where the arms of a cross meet: half a diagonal's width from the middle, along a side. */
const M = 0.5 - D;
/** Corners in parts of the side. */
const DIAGONALS: Readonly<Record<"slash" | "backslash" | "cross", readonly Corner[]>> = {
  slash: [
    [1 - D, 0],
    [1, 0],
    [1, D],
    [D, 1],
    [0, 1],
    [0, 1 - D],
  ],
  backslash: [
    [0, 0],
    [D, 0],
    [1, 1 - D],
    [1, 1],
    [1 - D, 1],
    [0, D],
  ],
  cross: [
    [0, 0],
    [D, 0],
    [0.5, M],
    [1 - D, 0],
    [1, 0],
    [1, D],
    [1 - M, 0.5],
    [1, 1 - D],
    [1, 1],
    [1 - D, 1],
    [0.5, 1 - M],
    [D, 1],
    [0, 1],
    [0, 1 - D],
    [M, 0.5],
    [0, D],
  ],
};

const polygon = (
  corners: readonly Corner[],
  { x, y, side }: { readonly x: number; readonly y: number; readonly side: number },
): string =>
  `M${corners.map(([cx, cy]) => `${round(x + cx * side)} ${round(y + cy * side)}`).join("L")}z`;

const SHAPES: Readonly<Record<Shape, (x: number, y: number, side: number) => string>> = {
  square: (x, y, side) => rectangle(round(x), round(y), side, side),
  circle: (x, y, side) => {
    const r = round(side / 2);
    return `M${round(x)} ${round(y + side / 2)}a${r} ${r} 0 1 1 ${side} 0a${r} ${r} 0 1 1 ${-side} 0z`;
  },
  rounded: (x, y, side) => {
    const r = round(side * CORNER);
    const straight = round(side - 2 * r);
    const arc = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
    return `M${round(x + r)} ${round(y)}h${straight}${arc(r, r)}v${straight}${arc(-r, r)}h${-straight}${arc(-r, -r)}v${-straight}${arc(r, -r)}z`;
  },
};

const round = (value: number) => Math.round(value * 100) / 100;
