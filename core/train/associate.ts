import type { SparseShard } from "./sparse-shard.ts";

/** Counts of some rows and what turns them into associations. */
export interface AssociateInput {
  readonly counts: SparseShard<Float32Array<ArrayBuffer>>;
  /** Added to the logarithm of a count: minus the log of the row's sum. */
  readonly rowTerms: Float64Array;
  /** Added to the logarithm of a count: log of the column's weight minus log of its smoothed share. */
  readonly columnTerms: Float64Array;
  /** Weight of one meeting at distance 1: what counts as one occurrence. */
  readonly unit: number;
  /** Evidence at which an association keeps half its value, in occurrences. */
  readonly discount: number;
  /** Factor of every association. */
  readonly weight: number;
  /** Entries with fewer occurrences are dropped; 0 keeps all. */
  readonly least: number;
}

/** Positive pointwise mutual information of each counted pair, each discounted by n / (n + discount). */
export function associate(input: AssociateInput): SparseShard<Float32Array<ArrayBuffer>> {
  const { counts, rowTerms, columnTerms, unit, discount, weight } = input;
  const least = input.least * unit;
  const starts = new Uint32Array(counts.starts.length);
  let kept = 0;
  for (let row = 0; row + 1 < starts.length; row++) {
    for (let k = counts.starts[row]!; k < counts.starts[row + 1]!; k++) {
      const count = counts.values[k]!;
      const column = counts.columns[k]!;
      const value = Math.log(count) + rowTerms[row]! + columnTerms[column]!;
      if (value <= 0 || count < least) continue;
      const evidence = count / unit;
      counts.columns[kept] = column;
      counts.values[kept++] = (weight * value * evidence) / (evidence + discount);
    }
    starts[row + 1] = kept;
  }
  return {
    starts,
    columns: counts.columns.slice(0, kept),
    values: counts.values.slice(0, kept),
  };
}

/** The terms of `AssociateInput` for the columns: their sums smoothed by `exponent`. */
export function columnTermsOf(
  sums: Float64Array,
  scale: Float32Array,
  exponent: number,
): Float64Array {
  const smoothed = sums.map((sum) => (sum > 0 ? sum ** exponent : 0));
  const total = smoothed.reduce((all, value) => all + value, 0);
  return smoothed.map((value, column) =>
    value > 0 ? Math.log(scale[column]!) - Math.log(value / total) : Number.NEGATIVE_INFINITY,
  );
}
