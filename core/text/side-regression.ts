import { CELLS, type Positions } from "../retina/types.ts";

/** How far the weights are held back, against the squared lengths of the examples, which are 1. */
const RIDGE = 0.3;
/** Conjugate gradients end after so many steps, or when this little of the sides is unexplained: with less the same cells come first. */
const MOST_STEPS = 30;
const UNEXPLAINED = 1e-3;

interface Fingerprinted {
  readonly cells: () => Positions;
}

/**
 * What each cell says about the side of a text: the weights of a ridge regression of the sides, 1 and 0, on the examples'
 * fingerprints at length 1, centred. All 0 where the sides say the same.
 */
export function regressSides(
  positive: readonly Fingerprinted[],
  negative: readonly Fingerprinted[],
): Float64Array {
  const examples = [...positive, ...negative].map(({ cells }) => cells());
  const share = positive.length / examples.length;
  const sides = Float64Array.from(examples, (_, i) => Number(i < positive.length) - share);
  return sumOf(examples, solve(examples, sides));
}

/** Amounts for the examples that sum to 0, whose sum of fingerprints gives the sides. */
function solve(examples: readonly Positions[], sides: Float64Array): Float64Array {
  const found = new Float64Array(sides.length);
  const left = sides.slice();
  const step = sides.slice();
  let size = dot(left, left);
  const enough = size * UNEXPLAINED ** 2;
  for (let k = 0; k < MOST_STEPS && size > enough; k++) {
    const moved = through(examples, step);
    const length = size / dot(step, moved);
    for (let i = 0; i < found.length; i++) {
      found[i]! += length * step[i]!;
      left[i]! -= length * moved[i]!;
    }
    const next = dot(left, left);
    for (let i = 0; i < step.length; i++) step[i] = left[i]! + (next / size) * step[i]!;
    size = next;
  }
  return found;
}

/** The examples' cosines with the sum of the examples in these amounts, centred, and the ridge. */
function through(examples: readonly Positions[], amounts: Float64Array): Float64Array {
  const sum = sumOf(examples, amounts);
  const cosines = Float64Array.from(examples, (cells) => {
    let total = 0;
    for (let k = 0; k < cells.length; k++) total += sum[cells[k]!]!;
    return total / Math.sqrt(cells.length);
  });
  const mean = cosines.reduce((total, value) => total + value, 0) / cosines.length;
  return cosines.map((value, i) => value - mean + RIDGE * amounts[i]!);
}

/** The sum of fingerprints at length 1 in these amounts, by cell. */
function sumOf(examples: readonly Positions[], amounts: Float64Array): Float64Array {
  const sum = new Float64Array(CELLS);
  examples.forEach((cells, i) => {
    const height = amounts[i]! / Math.sqrt(cells.length);
    for (let k = 0; k < cells.length; k++) sum[cells[k]!]! += height;
  });
  return sum;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
