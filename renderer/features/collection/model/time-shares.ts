import {
  compareOdds,
  correctForMany,
  twoSided,
} from "../../../../core/collection/analyses/statistics.ts";

/** Steps with fewer rows say nothing about a share. */
const LEAST_ROWS = 10;

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

/**
 * An SVG path of the area under the shares, in a box of one unit a step and height 1 for `most`; it is broken where a
 * share is not known.
 */
export function areaPath(shares: readonly (number | null)[], most: number): string {
  const heightOf = (share: number) => 1 - (most === 0 ? 0 : share / most);
  return runsOf(shares)
    .map(({ start, values }) => {
      const top = values
        .map((share, i) => `L${start + i + 0.5} ${round(heightOf(share))}`)
        .join("");
      const last = start + values.length - 0.5;
      return `M${start + 0.5} 1${top}L${last} 1Z`;
    })
    .join("");
}

const round = (value: number): number => Math.round(value * 1000) / 1000;

function runsOf(shares: readonly (number | null)[]): { start: number; values: number[] }[] {
  const runs: { start: number; values: number[] }[] = [];
  shares.forEach((share, step) => {
    if (share === null) return;
    const run = runs.at(-1);
    if (run && run.start + run.values.length === step) run.values.push(share);
    else runs.push({ start: step, values: [share] });
  });
  return runs;
}
