/** Numbers in a row: kept as 32 bits, added up in 64. */
export type Vector = Float32Array | Float64Array;

/** Sum of the products of two vectors of one length. */
export function dot(a: Vector, b: Vector): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k]! * b[k]!;
  return sum;
}

/** Adds a vector, times a factor, to another. */
export function addTo(sum: Vector, vector: Vector, factor = 1): void {
  for (let k = 0; k < sum.length; k++) sum[k]! += factor * vector[k]!;
}

/** Makes the length 1; a vector of zeros stays. */
export function toUnit<T extends Vector>(vector: T): T {
  const length = Math.sqrt(dot(vector, vector));
  if (length > 0) for (let k = 0; k < vector.length; k++) vector[k]! /= length;
  return vector;
}
