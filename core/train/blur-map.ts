/** A square map whose rows and columns wrap round: one vector of `depth` numbers a cell, row-major. */
export interface CellMap {
  readonly side: number;
  readonly depth: number;
  readonly cells: Float32Array;
}

/** Gaussian blur of a map, round its edges; sums, not means. */
export function blurMap({ cells, side, depth }: CellMap, sigma: number): Float32Array {
  const weights = gaussian(sigma, side);
  const alongRows = blur(cells, side, depth, weights, 1);
  return blur(alongRows, side, depth, weights, side);
}

/** Weights at distance 0, 1, 2 ... out to four sigma, at most half way round. */
function gaussian(sigma: number, side: number): Float64Array {
  const reach = Math.min(Math.ceil(4 * sigma), Math.floor((side - 1) / 2));
  return Float64Array.from({ length: reach + 1 }, (_, d) =>
    Math.exp((-d * d) / (2 * sigma * sigma)),
  );
}

/** Blurs along one direction, wrapping round; `step` is 1 along rows and the side along columns. */
function blur(
  values: Float32Array,
  side: number,
  width: number,
  weights: Float64Array,
  step: number,
): Float32Array {
  const out = new Float32Array(values.length);
  const across = step === 1 ? side : 1;
  for (let line = 0; line < side; line++) {
    for (let at = 0; at < side; at++) {
      const to = (line * across + at * step) * width;
      for (let offset = 1 - weights.length; offset < weights.length; offset++) {
        const weight = weights[Math.abs(offset)]!;
        const from = (line * across + ((at + offset + side) % side) * step) * width;
        for (let i = 0; i < width; i++) out[to + i]! += weight * values[from + i]!;
      }
    }
  }
  return out;
}
