import { seededNormal, seededRandom } from "../kernel/seeded-random.ts";

/** One way in which things may be: where texts that belong score, and how many of all belong. */
export interface Case {
  readonly scatter: Scatter;
  /** 0..1 */
  readonly share: number;
}

/** Cases that stand for all that are possible. */
export const CASES = 200;
/** Stretches of the scores in which texts are counted. */
const STRETCHES = 40;
/**
 * How much a text that nobody has labelled says: two normal heaps never are the whole truth, and hundreds of texts at full
 * weight would overrule the examples. Chosen on BBC news and Reuters, where 0.05 to 0.2 are alike.
 */
const UNLABELLED_WEIGHT = 0.1;
/** Chance of a text where neither heap expects one. */
const STRAY = 0.3;
const NARROWEST = 0.015;
/**
 * How good filters are before anything is known of one: in spreads, how far the heap of what belongs lies above the other. Where
 * a fifth belongs, a line that takes in as many texts finds 0.76 of them: on BBC news filters of 3 to 60 examples find 0.81 to
 * 0.87, on Reuters 0.75 to 0.84. Where less belongs they find less of it.
 */
const USUAL_DISTANCE = 2.3;
/** How far the part that is found may be from the usual one. */
const HITS_SPREAD = 0.15;

/**
 * Of the possible cases those that fit a collection, `CASES` in number, the likelier ones several times. A case is likely when
 * its scatter, together with one normal heap of texts that do not belong, gives the scores that there are, and when the filter
 * is as good as filters usually are. @param roots square roots of the collection's scores, at least one
 */
export function fittingCases(possible: readonly Case[], roots: readonly number[]): Case[] {
  const logs = possible.map(fitTo(roots));
  const likeliest = Math.max(...logs);
  return resampled(
    possible,
    logs.map((log) => Math.exp(log - likeliest)),
  );
}

/** The logarithm of how likely a case is with these scores, up to a constant. */
function fitTo(roots: readonly number[]): (possible: Case) => number {
  const falling = roots.toSorted((a, b) => b - a);
  const high = falling[0]!;
  const low = falling.at(-1)!;
  const width = Math.max(high - low, 1e-6) / STRETCHES;
  const edges = Array.from({ length: STRETCHES + 1 }, (_, i) => low + i * width);
  const counts = edges.slice(1).map(() => 0);
  for (const root of roots) counts[Math.min(STRETCHES - 1, Math.floor((root - low) / width))]! += 1;
  const heap = heapOf(roots);
  return ({ scatter, share }) => {
    const other = restOf(heap, scatter, share);
    const above = edges.map(
      (edge) => share * shareAbove(scatter, edge) + (1 - share) * shareAbove(other, edge),
    );
    const texts = counts.reduce(
      (sum, count, i) => sum + count * Math.log(above[i]! - above[i + 1]! + STRAY / roots.length),
      0,
    );
    const asMany = Math.min(roots.length, Math.max(1, Math.round(share * roots.length)));
    const hits = shareAbove(scatter, falling[asMany - 1]!);
    const unusual = (hits - usualHits(share)) / HITS_SPREAD;
    return UNLABELLED_WEIGHT * texts - unusual ** 2 / 2;
  };
}

/** The part of what belongs that a usual filter finds with a line that takes in as many texts as belong. */
function usualHits(share: number): number {
  let low = -4;
  let high = 4 + USUAL_DISTANCE;
  for (let step = 0; step < 30; step++) {
    const line = (low + high) / 2;
    const taken =
      share * normalShareBelow(USUAL_DISTANCE - line) + (1 - share) * normalShareBelow(-line);
    if (taken > share) low = line;
    else high = line;
  }
  return normalShareBelow(USUAL_DISTANCE - low);
}

/** The normal heap that some roots of scores make. */
export function heapOf(roots: readonly number[]): Scatter {
  const mean = roots.reduce((sum, root) => sum + root, 0) / roots.length;
  const squares = roots.reduce((sum, root) => sum + (root - mean) ** 2, 0);
  return { mean, spread: Math.sqrt(squares / roots.length) };
}

/** What is left of a heap without a part of it, `share` of its texts: means and squares add up. */
export function restOf(whole: Scatter, part: Scatter, share: number): Scatter {
  const square = ({ mean, spread }: Scatter) => mean ** 2 + spread ** 2;
  const mean = (whole.mean - share * part.mean) / (1 - share);
  const rest = (square(whole) - share * square(part)) / (1 - share) - mean ** 2;
  return { mean, spread: Math.sqrt(Math.max(rest, NARROWEST ** 2)) };
}

/** `CASES` of the items in proportion to their weights, in even steps. */
function resampled<T>(items: readonly T[], weights: readonly number[]): T[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (!(total > 0)) return items.slice(0, CASES);
  let at = 0;
  let sum = weights[0]!;
  return Array.from({ length: CASES }, (_, k) => {
    const wanted = ((k + 0.5) / CASES) * total;
    while (sum < wanted && at < items.length - 1) sum += weights[++at]!;
    return items[at]!;
  });
}

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
