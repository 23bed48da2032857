import { ShardBuilder, type SparseShard } from "./sparse-shard.ts";

/** Counts of some rows and what turns them into associations. */
interface AssociateInput {
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

type Counts = SparseShard<Uint32Array<ArrayBuffer>>;

/** The runs of one shard and what their marginal sums are weighted by. */
interface MergeInput {
  /** The shard's counts, one a chunk, in the order of the corpus. */
  readonly runs: readonly Counts[];
  /** Weight of each row and column when marginals are summed. */
  readonly rowScale: Float32Array;
  readonly columnScale: Float32Array;
  /** Rows from here on (phrases) add nothing to the column sums. */
  readonly countedRows: number;
}

/** Counts over the whole corpus, with the sums of rows and columns. */
export interface MergedCounts {
  readonly counts: SparseShard<Float32Array<ArrayBuffer>>;
  readonly rowSums: Float64Array<ArrayBuffer>;
  readonly columnSums: Float64Array<ArrayBuffer>;
}

/** Adds up the counts of one shard over all chunks, and its share of the marginal sums. */
export function mergeCounts(input: MergeInput): MergedCounts {
  const rows = input.rowScale.length;
  const builder = new ShardBuilder(rows, input.columnScale.length);
  for (let row = 0; row < rows; row++) {
    for (const { starts, columns, values } of input.runs)
      for (let k = starts[row]!; k < starts[row + 1]!; k++) builder.add(columns[k]!, values[k]!);
    builder.endRow();
  }
  const counts = builder.finish();
  return { counts, ...sumMarginals(counts, input) };
}

function sumMarginals(
  { starts, columns, values }: MergedCounts["counts"],
  { rowScale, columnScale, countedRows }: MergeInput,
) {
  const rowSums = new Float64Array(rowScale.length);
  const columnSums = new Float64Array(columnScale.length);
  for (let row = 0; row < rowScale.length; row++) {
    const scale = row < countedRows ? rowScale[row]! : 0;
    let sum = 0;
    for (let k = starts[row]!; k < starts[row + 1]!; k++) {
      const column = columns[k]!;
      sum += values[k]! * columnScale[column]!;
      columnSums[column]! += values[k]! * scale;
    }
    rowSums[row] = sum;
  }
  for (let column = 0; column < columnSums.length; column++)
    columnSums[column]! *= columnScale[column]!;
  return { rowSums, columnSums };
}
