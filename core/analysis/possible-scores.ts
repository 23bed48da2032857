import { seededNormal, seededRandom } from "../kernel/seeded-random.ts";

/** Where scores of one kind may lie: a normal distribution of their square roots. */
export interface Scatter {
  readonly mean: number;
  readonly spread: number;
}

/** Distributions that are as likely, given some scores. */
const POSSIBLE = 600;
/** What is known of the spread before any score is: that of two scores, on the scale of roots, for news and forums alike. */
const USUAL_SPREAD = 0.06;
const USUAL_WEIGHT = 2;
const SEED = 17;

/**
 * The distributions that a few scores may come from, each as likely as the others: with three scores they differ much, with
 * fifty hardly. The mean over them is Student's distribution. Roots, because low scores lie closer together than high ones.
 * Seeded, so the same every time. @param roots square roots of scores, at least one
 */
export function possibleScatters(roots: readonly number[]): Scatter[] {
  const { mean, spread } = scatterOf(roots);
  const freedom = roots.length - 1 + USUAL_WEIGHT;
  const random = seededRandom(SEED);
  return Array.from({ length: POSSIBLE }, () => {
    const own = spread * Math.sqrt(freedom / chiSquare(freedom, seededNormal(random)));
    return { mean: mean + (own / Math.sqrt(roots.length)) * seededNormal(random), spread: own };
  });
}

/** The likeliest one. */
export function scatterOf(roots: readonly number[]): Scatter {
  const mean = roots.reduce((sum, root) => sum + root, 0) / roots.length;
  const squares = roots.reduce((sum, root) => sum + (root - mean) ** 2, 0);
  const freedom = roots.length - 1 + USUAL_WEIGHT;
  return { mean, spread: Math.sqrt((squares + USUAL_WEIGHT * USUAL_SPREAD ** 2) / freedom) };
}

/** A draw of the sum of `freedom` squared normal numbers out of one normal number, after Wilson and Hilferty. */
function chiSquare(freedom: number, normal: number): number {
  const step = 2 / (9 * freedom);
  return freedom * Math.max(0.05, 1 - step + normal * Math.sqrt(step)) ** 3;
}

/** The share of a distribution that lies above a root. */
export const shareAbove = ({ mean, spread }: Scatter, root: number): number =>
  normalShareBelow((mean - root) / spread);

/** Abramowitz and Stegun, formula 26.2.17: right to seven digits. */
export function normalShareBelow(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const series =
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const beyond = (Math.exp(-z * z * 0.5) / Math.sqrt(2 * Math.PI)) * series;
  return z > 0 ? 1 - beyond : beyond;
}
