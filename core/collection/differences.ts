import { correctForMany, twoSided, Z_95 } from "./statistics.ts";

/** How often something is in two parts: in so many of their rows. */
export interface TwoCounts {
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
