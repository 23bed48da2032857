/** One line of the report: a figure of the fingerprints beside the plain way of doing the same. */
export interface Measure {
  readonly set: string;
  /** What is measured, e.g. "Spearman". */
  readonly figure: string;
  readonly value: number;
  /** Standard deviation over draws, where there are several. */
  readonly spread?: number;
  readonly baseline?: number;
  readonly baselineName?: string;
  /** The same with dense vectors of the same training. */
  readonly dense?: number;
  /** The same with the sentence encoder itself run on each text. */
  readonly teacher?: number;
  /** The same with texts read by an encoder. */
  readonly reader?: number;
}

/** Sorted positions in common over the root of the product of the sizes. */
export function overlapCosine(left: Uint16Array, right: Uint16Array): number {
  const larger = new Set(right);
  let shared = 0;
  for (const position of left) if (larger.has(position)) shared++;
  return shared === 0 ? 0 : shared / Math.sqrt(left.length * right.length);
}
