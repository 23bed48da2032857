import type { Scatter } from "./possible-scores.ts";

/** A share of texts that belong, and how far it may be off: the standard deviation of its logarithm. */
export interface LikelyShare {
  readonly value: number;
  readonly doubt: number;
}

/** Nobody has said anything: one in five, give or take a factor of two. */
export const UNKNOWN_SHARE: LikelyShare = { value: 0.2, doubt: 0.7 };

/** How far the share that the scores alone suggest is off, with many examples, and what each lack of examples adds. */
const SCORES_DOUBT = 0.2;
const EXAMPLE_DOUBT = 1;
/** Some texts beside the subject score like it, about so many of all: the scores alone suggest too much, and the less sure. */
const SCORES_EXCESS = 0.03;
const ROUNDS = 40;

/** The share that a random sample of labelled texts shows; one of none counts as half a text. */
export function sampledShare(share: number, labels: number): LikelyShare {
  const value = Math.min(Math.max(share, 0.5 / labels), 1 - 0.5 / labels);
  return { value, doubt: Math.sqrt((1 - value) / (labels * value)) };
}

/**
 * A share of which one is not sure, corrected by the scores of texts that nobody has labelled: they are split into two
 * heaps, one of them where the examples lie. The surer of both counts more, and the scores less the more they differ.
 * @param roots square roots of the scores @param belonging the heap of the examples @param examples their number
 */
export function correctedShare(
  known: LikelyShare,
  roots: readonly number[],
  { belonging, examples }: { readonly belonging: Scatter; readonly examples: number },
): LikelyShare {
  const heap = heapShare(roots, belonging, known.value);
  const step = Math.log(Math.max(heap - SCORES_EXCESS, heap / 4) / known.value);
  const own = known.doubt ** 2;
  const plain = SCORES_DOUBT ** 2 + EXAMPLE_DOUBT / examples + (SCORES_EXCESS / heap) ** 2;
  const theirs = plain + Math.max(0, step ** 2 - 4 * (own + plain));
  return {
    value: Math.min(0.95, known.value * Math.exp((own / (own + theirs)) * step)),
    doubt: Math.sqrt((own * theirs) / (own + theirs)),
  };
}

/** How much of the scores lies in the heap of what belongs, the other heap being normal too; by expectation maximization. */
function heapShare(roots: readonly number[], belonging: Scatter, start: number): number {
  const sorted = roots.toSorted((a, b) => a - b);
  let other: Scatter = { mean: sorted[sorted.length >> 1]!, spread: 0.7 * deviationOf(sorted) };
  let share = start;
  for (let round = 0; round < ROUNDS; round++) {
    const parts = sorted.map((root) => {
      const here = share * density(belonging, root);
      const there = (1 - share) * density(other, root);
      return here / (here + there + Number.MIN_VALUE);
    });
    const inside = parts.reduce((sum, part) => sum + part, 0);
    const rest = Math.max(sorted.length - inside, 1e-9);
    const mean = sorted.reduce((sum, root, i) => sum + (1 - parts[i]!) * root, 0) / rest;
    const squares = sorted.reduce((sum, root, i) => sum + (1 - parts[i]!) * (root - mean) ** 2, 0);
    other = { mean, spread: Math.max(NARROWEST, Math.sqrt(squares / rest)) };
    share = Math.min(0.9, Math.max(0.002, inside / sorted.length));
  }
  return share;
}
const NARROWEST = 0.02;

const density = ({ mean, spread }: Scatter, root: number): number =>
  Math.exp(-0.5 * ((root - mean) / spread) ** 2) / spread;

function deviationOf(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.max(NARROWEST, Math.sqrt(squares / values.length));
}
