import { area, curveStepAfter } from "d3";
import {
  compareOdds,
  correctForMany,
  twoSided,
} from "../../../../core/collection/analyses/statistics.ts";

/** A share of fewer rows says little: with 30 its interval of 95% is up to 0.36 wide. */
const LEAST_ROWS = 30;

/** Share of the rows of each step; null where there are too few to tell. */
export const sharesOf = (
  counts: readonly number[],
  totals: readonly number[],
): readonly (number | null)[] =>
  totals.map((total, step) => (total < LEAST_ROWS ? null : (counts[step] ?? 0) / total));

/** The step with the greatest share; the first of several. Null where no step tells one above 0. */
export function peakOf(
  shares: readonly (number | null)[],
): { readonly step: number; readonly share: number } | null {
  let peak: { step: number; share: number } | null = null;
  for (const [step, share] of shares.entries())
    if (share !== null && share > (peak?.share ?? 0)) peak = { step, share };
  return peak;
}

/** One topic over time: its rows of each step. */
type Counts = readonly number[];

/** At most this share of the peaks that are named may be chance. */
const MOST_CHANCE = 0.05;

/**
 * For each topic the step in which its share is greatest, where that is more than chance would make of it: tested against all
 * other steps, and corrected for how many steps of how many topics were looked at.
 */
export function peaksBeyondChance(topics: readonly Counts[], totals: Counts) {
  const all = sum(totals);
  const tested = topics.map((counts) => {
    const own = sum(counts);
    return sharesOf(counts, totals).map((share, step) => {
      if (share === null) return 1;
      const [inA, a] = [counts[step] ?? 0, totals[step] ?? 0];
      return twoSided(compareOdds({ inA, inB: own - inA }, { a, b: all - a }).z);
    });
  });
  const corrected = correctForMany(tested.flat());
  return topics.map((counts, place) => {
    const peak = peakOf(sharesOf(counts, totals));
    const q = peak && corrected[place * totals.length + peak.step];
    return peak !== null && (q ?? 1) <= MOST_CHANCE ? peak : null;
  });
}

const sum = (counts: Counts): number => counts.reduce((all, each) => all + each, 0);

interface Edge {
  readonly step: number;
  readonly share: number | null;
}

/**
 * An SVG path of the area under the shares, in a box of one unit a step and height 1 for `most`. Each share is as wide as its
 * step, so that a step alone between two of which nothing is known is seen as well.
 */
export function areaPath(shares: readonly (number | null)[], most: number): string {
  const drawn = area<Edge>()
    .defined(({ share }) => share !== null)
    .x(({ step }) => step)
    .y0(1)
    .y1(({ share }) => 1 - (most === 0 ? 0 : (share ?? 0) / most))
    .curve(curveStepAfter);
  return drawn(edgesOf(shares)) ?? "";
}

/** Where each share begins, and where the last of a run ends. */
const edgesOf = (shares: readonly (number | null)[]): Edge[] =>
  shares.flatMap((share, step) => {
    const begin = { step, share };
    const isLast = share !== null && (shares[step + 1] ?? null) === null;
    return isLast ? [begin, { step: step + 1, share }, { step: step + 1, share: null }] : [begin];
  });
