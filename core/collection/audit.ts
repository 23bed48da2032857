import { type Interval, wilson } from "./statistics.ts";

/** One side of the line: how many rows it has, and what a random sample of them showed. */
export interface AuditedSide {
  readonly rows: number;
  readonly audited: number;
  /** Of the audited, those that do belong. */
  readonly belongs: number;
}

export interface Estimate extends Interval {
  readonly value: number;
}

/** How good a filter is on the whole collection. */
export interface AuditResult {
  /** Of the rows over the line, the share that belongs. */
  readonly precision: Estimate;
  /** Of the rows that belong, the share over the line. */
  readonly recall: Estimate;
}

/**
 * Estimates from two random samples, one above and one below the line: most of what a filter misses lies among the many
 * rows below, where a sample of the best alone would never look. The interval of the recall takes the bounds of both
 * sides at once, so it is rather too wide than too narrow.
 */
export function estimateQuality(above: AuditedSide, below: AuditedSide): AuditResult {
  const precision = wilson(above.belongs, above.audited);
  const missed = wilson(below.belongs, below.audited);
  const shareOf = ({ audited, belongs }: AuditedSide) => (audited === 0 ? 0 : belongs / audited);
  const recall = (over: number, under: number) => {
    const found = over * above.rows;
    const all = found + under * below.rows;
    return all === 0 ? 0 : found / all;
  };
  return {
    precision: { value: shareOf(above), ...precision },
    recall: {
      value: recall(shareOf(above), shareOf(below)),
      low: recall(precision.low, missed.high),
      high: recall(precision.high, missed.low),
    },
  };
}
