import { columnProducts } from "../../kernel/matrix-products.ts";
import { sharedFloats } from "../run/arrays.ts";
import { quiet, type RowRange, runOnRows, type TrainContext } from "../run/context.ts";
import { gram } from "./dense-matrix.ts";
import { symmetricEigen } from "./symmetric-eigen.ts";
import { normalise, type TermVectors } from "./term-vectors.ts";

/** Vectors of the same terms from several sources, each with the factor it is multiplied by. */
interface Parts {
  readonly parts: readonly { readonly vectors: TermVectors; readonly factor: number }[];
  /** Dimensions to keep at most. */
  readonly dimensions: number;
}

/** The most frequent terms tell well enough which directions matter. */
const STEADY_ROWS = 40_000;
const TILE = 64;

/**
 * The parts side by side, turned so that the directions in which the terms differ most come first (the map is laid out
 * by those), cut to the wanted number of dimensions, at unit length.
 */
export async function joinVectors(
  { parts, dimensions: most }: Parts,
  context: TrainContext,
): Promise<TermVectors> {
  const width = parts.reduce((sum, { vectors }) => sum + vectors.dimensions, 0);
  const dimensions = Math.min(width, most);
  const rotation = await mainDirections({ parts, dimensions }, context);
  return turnRows(parts, { rotation, dimensions }, context);
}

/** The parts side by side times a matrix of width x dimensions, each row at unit length. */
export async function turnRows(
  parts: Parts["parts"],
  { rotation, dimensions }: Pick<JoinInput, "rotation" | "dimensions">,
  context: TrainContext,
): Promise<TermVectors> {
  const rows = parts[0]!.vectors.rows;
  const target = sharedFloats(rows * dimensions);
  await runOnRows(context, {
    task: joinRows,
    rows,
    input: { parts, rotation, dimensions, target },
  });
  return { rows, dimensions, values: target };
}

/** The rows `first..end-1` to join. */
interface JoinInput extends Parts, RowRange {
  /** width x dimensions, row-major. */
  readonly rotation: Float32Array;
  readonly target: Float32Array;
}

/** Writes the joined rows to their places. */
export function joinRows({ parts, first, end, rotation, dimensions, target }: JoinInput): void {
  const width = rotation.length / dimensions;
  const products = columnProducts(rotation, dimensions, width);
  const block = new Float32Array(TILE * width);
  for (let start = first; start < end; start += TILE) {
    const stop = Math.min(end, start + TILE);
    for (let row = start; row < stop; row++)
      setRow(block.subarray((row - start) * width, (row - start + 1) * width), parts, row);
    const turned = products.times(block, stop - start);
    for (let row = start; row < stop; row++) {
      const from = (row - start) * products.stride;
      const vector = turned.subarray(from, from + dimensions);
      normalise(vector);
      target.set(vector, row * dimensions);
    }
  }
}

/** The parts of a row, one after the other. */
function setRow(target: Float32Array, parts: Parts["parts"], row: number): void {
  let at = 0;
  for (const { vectors, factor } of parts) {
    const { dimensions, values } = vectors;
    for (let i = 0; i < dimensions; i++) target[at++] = factor * values[row * dimensions + i]!;
  }
}

async function mainDirections(
  { parts, dimensions }: Parts,
  context: TrainContext,
): Promise<Float32Array> {
  const rows = Math.min(STEADY_ROWS, parts[0]!.vectors.rows);
  const width = parts.reduce((sum, { vectors }) => sum + vectors.dimensions, 0);
  const joined = sharedFloats(rows * width);
  for (let row = 0; row < rows; row++)
    setRow(joined.subarray(row * width, (row + 1) * width), parts, row);
  const squares = await gram({ rows, dimensions: width, values: joined }, quiet(context));
  const { vectors } = symmetricEigen(squares, width);
  const rotation = new Float32Array(width * dimensions);
  for (let k = 0; k < dimensions; k++)
    for (let i = 0; i < width; i++) rotation[i * dimensions + k] = vectors[k * width + i]!;
  return rotation;
}
