import { sharedFloats } from "../run/arrays.ts";
import { normalise, type TermVectors } from "../vectors/term-vectors.ts";
import type { Relatives } from "./relatives.ts";

/**
 * Each vector plus those of its relatives by their weights, at unit length: one round of retrofitting (Faruqui et al. 2015),
 * in which all relatives are taken as they were before.
 */
export function pullVectors(vectors: TermVectors, relatives: Relatives): TermVectors {
  const { rows, dimensions, values } = vectors;
  const pulled = sharedFloats(rows * dimensions);
  pulled.set(values);
  for (let row = 0; row < rows; row++)
    addRelatives(pulled.subarray(row * dimensions, (row + 1) * dimensions), row, {
      relatives,
      vectors,
    });
  return { rows, dimensions, values: pulled };
}

/** Adds the vectors of a row's relatives to its own, and brings it to unit length. */
export function addRelatives(
  own: Float32Array,
  row: number,
  { relatives, vectors }: { readonly relatives: Relatives; readonly vectors: TermVectors },
): void {
  const { starts, columns, weights } = relatives;
  if (starts[row] === starts[row + 1]) return;
  for (let k = starts[row]!; k < starts[row + 1]!; k++) {
    const from = columns[k]! * vectors.dimensions;
    for (let i = 0; i < own.length; i++) own[i]! += weights[k]! * vectors.values[from + i]!;
  }
  normalise(own);
}
