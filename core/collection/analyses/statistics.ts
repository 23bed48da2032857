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

/** The largest chance that is kept where at most `share` of what is kept may be chance; -1 where nothing is. */
export function mostKept(chances: Float64Array, share: number): number {
  const ascending = chances.slice().sort();
  for (let i = ascending.length - 1; i >= 0; i--)
    if (ascending[i]! * ascending.length <= share * (i + 1)) return ascending[i]!;
  return -1;
}

/** How often something is in two parts: in so many of their rows. */
interface TwoCounts {
  readonly inA: number;
  readonly inB: number;
}

export interface Difference extends TwoCounts {
  /** Natural logarithm of the ratio of odds: above 0 where it is more frequent in A. */
  readonly effect: number;
  /** 95%. */
  readonly low: number;
  readonly high: number;
  /** Chance of so large an effect without any difference, corrected for all that were looked at. */
  readonly q: number;
}

/** Rows that the prior counts for: both parts together weigh as much as this many more rows. */
const PRIOR_ROWS = 10;

/**
 * Log-odds ratios with an informative Dirichlet prior (Monroe, Colaresi and Quinn 2008): the prior is how frequent
 * each thing is in both parts together, so what is rare in both does not look different by chance.
 */
export function findDifferences(
  counts: readonly TwoCounts[],
  rows: { readonly a: number; readonly b: number },
): Difference[] {
  const drafts = counts.map((each) => compareOdds(each, rows));
  const corrected = correctForMany(drafts.map(({ z }) => twoSided(z)));
  return drafts.map(({ z: _, ...difference }, i) => ({ ...difference, q: corrected[i]! }));
}

/** One thing by itself; `z` is the effect in units of its spread. */
export function compareOdds(
  { inA, inB }: TwoCounts,
  { a, b }: { readonly a: number; readonly b: number },
) {
  // Half a row keeps what every row or none has from being infinitely likely.
  const share = (inA + inB + 0.5) / (a + b + 1);
  const prior = PRIOR_ROWS * share;
  const rest = PRIOR_ROWS * (1 - share);
  const odds = (inside: number, all: number) => (inside + prior) / (all - inside + rest);
  const effect = Math.log(odds(inA, a) / odds(inB, b));
  const variance =
    1 / (inA + prior) + 1 / (inB + prior) + 1 / (a - inA + rest) + 1 / (b - inB + rest);
  const spread = Math.sqrt(variance);
  return {
    inA,
    inB,
    effect,
    low: effect - Z_95 * spread,
    high: effect + Z_95 * spread,
    z: effect / spread,
  };
}

/** Edges of about `bins` bins of equal, round width from at most `least` to at least `greatest`. */
export function histogramEdges(least: number, greatest: number, bins: number): number[] {
  if (least === greatest) return [least - 0.5, least + 0.5];
  const rough = (greatest - least) / bins;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10);
  const first = Math.floor(least / step);
  const last = Math.ceil(greatest / step);
  const edges = Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step);
  // Too fine for a double, or a span with no round step.
  const isSound = edges.length >= 2 && edges.every((edge, i) => i === 0 || edge > edges[i - 1]!);
  return isSound ? edges : [least, greatest];
}

/** Whether a difference is beyond chance, corrected for all that were looked at. */
export const isSure = ({ q }: { readonly q: number }): boolean => q <= 0.05;

/** Sure differences of either side, the surest first, with the ratio of odds from that side. @param limit of words, and of regions */
export function sureDifferences<
  W extends Difference & { readonly word: string },
  R extends Difference & { readonly place: string },
>(
  { words, regions }: { readonly words: readonly W[]; readonly regions: readonly R[] },
  limit = Number.POSITIVE_INFINITY,
) {
  const side = (sign: 1 | -1) => ({
    words: sideOf(words, sign, limit).map((each) => ({ word: each.word, ...ratios(each, sign) })),
    regions: sideOf(regions, sign, limit).map((each) => ({
      place: each.place,
      ...ratios(each, sign),
    })),
  });
  return [side(1), side(-1)] as const;
}

function sideOf<T extends Difference>(found: readonly T[], sign: number, limit: number): T[] {
  const own = found.filter((each) => isSure(each) && Math.sign(each.effect) === sign);
  return (sign > 0 ? own : own.reverse()).slice(0, limit);
}

function ratios({ inA, inB, effect, low, high, q }: Difference, sign: number) {
  const [odds, ...ends] = [effect, low, high].map((logarithm) =>
    Number(Math.exp(sign * logarithm).toPrecision(3)),
  ) as [number, number, number];
  const [least, most] = ends.sort((x, y) => x - y) as [number, number];
  return { odds, low: least, high: most, inA, inB, q: Number(q.toFixed(4)) };
}
