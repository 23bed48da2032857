/** A share of texts that belong, and how far it may be off: the standard deviation of its logarithm. */
export interface LikelyShare {
  readonly value: number;
  readonly doubt: number;
}

/** Nobody has said anything: one in five, give or take a factor of nearly three. */
export const UNKNOWN_SHARE: LikelyShare = { value: 0.2, doubt: 1 };

/** The share that a random sample of labelled texts shows; one of none counts as half a text. */
export function sampledShare(share: number, labels: number): LikelyShare {
  const value = Math.min(Math.max(share, 0.5 / labels), 1 - 0.5 / labels);
  return { value, doubt: Math.sqrt((1 - value) / (labels * value)) };
}
