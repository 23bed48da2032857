/** Of a two-sided interval of 95%. */
export const Z_95 = 1.959963984540054;

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Wilson's interval of a share: honest for small counts and for shares near 0 and 1. Everything where there is nothing. */
export function wilson(hits: number, count: number, z = Z_95): Interval {
  if (count === 0) return { low: 0, high: 1 };
  const share = hits / count;
  const middle = (share + (z * z) / (2 * count)) / (1 + (z * z) / count);
  const spread =
    (z / (1 + (z * z) / count)) * Math.sqrt((share * (1 - share)) / count + (z / (2 * count)) ** 2);
  return { low: Math.max(0, middle - spread), high: Math.min(1, middle + spread) };
}

/** The probability that chance alone goes at least this far from 0, on either side. */
export function twoSided(z: number): number {
  return Math.min(1, erfc(Math.abs(z) / Math.SQRT2));
}

/** To about 1e-7, after Numerical Recipes' Chebyshev fit. */
function erfc(x: number): number {
  const t = 1 / (1 + x / 2);
  const sum = ERFC.reduceRight((total, factor) => total * t + factor, 0);
  return t * Math.exp(-x * x + sum);
}
const ERFC = [
  -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587,
  -0.82215223, 0.17087277,
];

/**
 * The Benjamini-Hochberg correction for looking at many things at once: kept at `q <= 0.05`, at most a twentieth of what
 * is kept is chance, on average.
 */
export function correctForMany(chances: readonly number[]): number[] {
  const order = chances.map((_, i) => i).sort((a, b) => chances[b]! - chances[a]!);
  const corrected = new Array<number>(chances.length);
  let least = 1;
  order.forEach((i, place) => {
    least = Math.min(least, (chances[i]! * chances.length) / (chances.length - place));
    corrected[i] = least;
  });
  return corrected;
}
