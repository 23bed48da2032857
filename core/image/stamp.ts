import type { Mark, Shape } from "./style.ts";

/** Points a pixel is sampled at along each side; ink comes in 0 to 16 parts of a pixel. */
const SAMPLES = 4;
export const FULL_INK = SAMPLES * SAMPLES;
/** Below this size a round shape would be a blur, so all shapes are squares. */
const SMALLEST_ROUND = 3;

/** How a cell is drawn. */
interface CellForm {
  /** Pixels a side of the whole cell. */
  readonly scalar: number;
  /** Pixels left free to the right and below; at least one pixel is always inked. */
  readonly gap: number;
  readonly shape: Shape;
  readonly mark: Mark;
}

/** Ink of each pixel of a cell, row by row, 0 to `FULL_INK`. */
export function makeStamp({ scalar, gap, shape, mark }: CellForm): Uint8Array {
  const size = Math.max(1, scalar - gap);
  const stamp = new Uint8Array(scalar * scalar);
  const isInked = inkTest(size, shape, mark);
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) stamp[y * scalar + x] = sample(x, y, isInked);
  return stamp;
}

type InkTest = (x: number, y: number) => boolean;

function sample(x: number, y: number, isInked: InkTest): number {
  let ink = 0;
  for (let j = 0; j < SAMPLES; j++)
    for (let i = 0; i < SAMPLES; i++)
      if (isInked(x + (i + 0.5) / SAMPLES, y + (j + 0.5) / SAMPLES)) ink++;
  return ink;
}

/** Parts of a shape's size that marks are made of; the vector form uses the same. */
export const RING_HOLE = 0.6;
export const DOT = 0.5;
export const BAR = 1 / 3;
/** Corner radius of a rounded cell, in parts of its size. */
export const CORNER = 0.3;

function inkTest(size: number, shape: Shape, mark: Mark): InkTest {
  if (size < SMALLEST_ROUND) return () => true;
  const middle = size / 2;
  const within = shapeTest(size, shape);
  switch (mark) {
    case "full":
      return within;
    case "bar":
      return (x, y) => within(x, y) && Math.abs(y - middle) <= (size * BAR) / 2;
    case "post":
      return (x, y) => within(x, y) && Math.abs(x - middle) <= (size * BAR) / 2;
    case "dot":
      return scaled(within, middle, DOT);
    case "slash":
      return scaled(onSlash(size), middle, diagonalSpan(shape));
    case "backslash":
      return scaled(mirrored(onSlash(size), size), middle, diagonalSpan(shape));
    case "cross": {
      const slash = scaled(onSlash(size), middle, diagonalSpan(shape));
      return (x, y) => slash(x, y) || slash(size - x, y);
    }
    default: {
      const inHole = scaled(within, middle, RING_HOLE);
      return (x, y) => within(x, y) && !inHole(x, y);
    }
  }
}

/** Diagonals of a round shape are shorter, so that they stay inside. */
export const diagonalSpan = (shape: Shape): number => (shape === "square" ? 1 : Math.SQRT1_2);

/** Half the width of a diagonal, measured along a side, in parts of the size. */
export const DIAGONAL = 0.24;

/** From the lower left corner to the upper right. */
const onSlash =
  (size: number): InkTest =>
  (x, y) =>
    x >= 0 && y >= 0 && x <= size && y <= size && Math.abs(x + y - size) <= size * DIAGONAL;

const mirrored =
  (test: InkTest, size: number): InkTest =>
  (x, y) =>
    test(size - x, y);

const scaled =
  (within: InkTest, middle: number, factor: number): InkTest =>
  (x, y) =>
    within(middle + (x - middle) / factor, middle + (y - middle) / factor);

function shapeTest(size: number, shape: Shape): InkTest {
  if (shape === "square") return (x, y) => x >= 0 && x <= size && y >= 0 && y <= size;
  const middle = size / 2;
  const radius = shape === "circle" ? middle : size * CORNER;
  const straight = middle - radius;
  return (x, y) => Math.hypot(beyond(x - middle, straight), beyond(y - middle, straight)) <= radius;
}

const beyond = (distance: number, straight: number) => Math.max(0, Math.abs(distance) - straight);
