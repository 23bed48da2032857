import { ShardBuilder, type SparseShard } from "./sparse-shard.ts";

type Counts = SparseShard<Uint32Array<ArrayBuffer>>;

/** The runs of one shard and what their marginal sums are weighted by. */
export interface MergeInput {
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
