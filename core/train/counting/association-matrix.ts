import type { ReadCorpus } from "../corpus/read-corpus.ts";
import type { TermRows } from "../corpus/term-rows.ts";
import type { TokenStream } from "../corpus/token-stream.ts";
import type { Vocabulary } from "../corpus/vocabulary.ts";
import { runInOrder, type TrainContext } from "../run/context.ts";
import { associate, columnTermsOf, type MergedCounts, mergeCounts } from "./associate.ts";
import {
  CONJUNCTIONS,
  type ContextShape,
  countContexts,
  type IndexedChunk,
  indexChunk,
  meetingWeight,
  planShards,
  type RowShard,
  rowNumbers,
  shardRows,
} from "./count-contexts.ts";
import { type SparseShard, type Spilled, spill, spilledBytes, unspill } from "./sparse-shard.ts";

/** One kind of context, and how its counts become associations. */
export interface AssociationShape extends ContextShape {
  /** A word of relative frequency f weighs min(1, sqrt(subsample / f)) as a neighbour. */
  readonly subsample: number;
  /** Exponent that lifts rare contexts, 0..1. */
  readonly smoothing: number;
  /** See `AssociateInput`. */
  readonly discount: number;
  readonly weight: number;
}

/** Associations above zero of each term (row) with each context (column). */
export interface AssociationMatrix {
  readonly shards: readonly SharedShard[];
  readonly rows: number;
  readonly columns: number;
}

/** Sparse rows in shared memory. */
interface SharedShard {
  /** The terms that the rows are. */
  readonly rows: Int32Array;
  readonly starts: Uint32Array;
  readonly columns: Uint16Array;
  readonly values: Float32Array;
}

/** Entries kept at most (6 bytes each); of a larger corpus the least counted ones are dropped. */
const MOST_ENTRIES = 220_000_000;
/** Counts are told apart up to here when choosing what to drop, in meetings. */
const HISTOGRAM = 64;

interface Job {
  readonly terms: TermRows;
  readonly shards: readonly RowShard[];
  readonly shape: AssociationShape;
  /** Prefix of the shape's spill files. */
  readonly name: string;
  readonly context: TrainContext;
}

/** Share of the work that is counting. */
const COUNTING = 0.6;

/** Counts the stream for each kind of context; the columns of the kinds follow one another. */
export async function buildAssociations(
  { stream }: Pick<ReadCorpus, "stream">,
  { terms, shapes }: { terms: TermRows; shapes: readonly AssociationShape[] },
  context: TrainContext,
): Promise<AssociationMatrix> {
  const shards = planShards(terms);
  const jobs = shapes.map((shape, i): Job => {
    const done = COUNTING + ((1 - COUNTING) * i) / shapes.length;
    const report = (share: number) =>
      context.report(done + ((1 - COUNTING) * share) / shapes.length);
    return { terms, shards, shape, name: `counts-${i}`, context: { ...context, report } };
  });
  const runs = await countAll(stream, jobs, context);
  let joined: SparseShard<Float32Array>[] = [];
  let columns = 0;
  for (const [i, job] of jobs.entries()) {
    const block = await associateAll(half(job, 1), await mergeAll(half(job, 0), runs[i]!));
    joined = i === 0 ? block : joined.map((shard, s) => beside(shard, block[s]!, columns));
    columns += job.shape.contexts;
  }
  const rows = rowNumbers(shards, terms.vocabulary.words.length);
  const shared: SharedShard[] = [];
  for (const own of rows) {
    const shard = joined.shift();
    // Taken off the list, so that a shard can be freed once it is copied.
    if (shard !== undefined) shared.push({ rows: own, ...inSharedMemory(shard) });
  }
  return { shards: shared, rows: terms.names.length, columns };
}

/** The job, reporting its first (0) or second half (1). */
function half(job: Job, which: number): Job {
  const report = (done: number) => job.context.report((which + done) / 2);
  return { ...job, context: { ...job.context, report } };
}

/** Counts every chunk, one run a kind, chunk and shard; the runs wait on disk. */
async function countAll(
  stream: TokenStream,
  jobs: readonly Job[],
  context: TrainContext,
): Promise<Spilled[][][]> {
  const runs = jobs.map(({ shards }) => shards.map((): Spilled[] => []));
  const steps = stream.chunks.length * jobs.length;
  let step = 0;
  for (const place of stream.chunks) {
    const words = jobs[0]?.terms.vocabulary.words.length ?? 0;
    const chunk = indexChunk(stream.readShared(place), words);
    for (const [i, job] of jobs.entries()) {
      const before = step++;
      const report = (done: number) => context.report((COUNTING * (before + done)) / steps);
      await countChunk({ ...job, context: { ...context, report } }, chunk, runs[i]!);
    }
  }
  return runs;
}

async function countChunk(
  { terms, shards, shape, name, context }: Job,
  chunk: IndexedChunk,
  runs: readonly Spilled[][],
): Promise<void> {
  const { contexts, window } = shape;
  const conjunctions = CONJUNCTIONS.map((word) => terms.vocabulary.words.indexOf(word));
  await runInOrder(context, {
    task: countContexts,
    count: shards.length,
    input: (i) => ({ ...shards[i]!, contexts, window, conjunctions, chunk }),
    output: (counts, i) => {
      const end = runs[i]!.reduce((sum, run) => sum + spilledBytes(run), 0);
      runs[i]!.push(spill(context.scratch, { name: `${name}-run-${i}`, offset: end }, counts));
    },
  });
}

interface Merged {
  readonly places: readonly Spilled[];
  readonly rowSums: readonly Float64Array[];
  readonly columnSums: Float64Array;
  /** Entries by meetings, the last slot for all beyond. */
  readonly histogram: Float64Array;
}

async function mergeAll(
  { terms, shards, shape, name, context }: Job,
  runs: readonly (readonly Spilled[])[],
): Promise<Merged> {
  const { scratch } = context;
  const scale = subsampleWeights(terms.vocabulary, shape.subsample);
  const columnScale = scale.slice(0, shape.contexts);
  const merged = {
    places: [] as Spilled[],
    rowSums: [] as Float64Array[],
    columnSums: new Float64Array(shape.contexts),
    histogram: new Float64Array(HISTOGRAM),
  };
  await runInOrder(context, {
    task: mergeCounts,
    count: shards.length,
    input: (i) => ({
      runs: runs[i]!.map((place) => {
        const { starts, columns, values } = unspill(scratch, `${name}-run-${i}`, place);
        return { starts, columns, values: new Uint32Array(values) };
      }),
      rowScale: rowScales(shards[i]!, scale),
      columnScale,
      countedRows: shards[i]!.endWord - shards[i]!.firstWord,
    }),
    output: ({ counts, rowSums, columnSums }: MergedCounts, i) => {
      scratch.remove(`${name}-run-${i}`);
      merged.places.push(spill(scratch, { name: `${name}-${i}`, offset: 0 }, counts));
      merged.rowSums.push(rowSums);
      for (let c = 0; c < columnSums.length; c++) merged.columnSums[c]! += columnSums[c]!;
      addHistogram(merged.histogram, counts.values, meetingWeight(shape));
    },
  });
  return merged;
}

/** What each word weighs as a neighbour: frequent words tell less. */
function subsampleWeights(
  { counts, total }: Pick<Vocabulary, "counts" | "total">,
  subsample: number,
): Float32Array {
  return Float32Array.from(counts, (count) => Math.min(1, Math.sqrt((subsample * total) / count)));
}

function rowScales(shard: RowShard, scale: Float32Array): Float32Array {
  const rows = new Float32Array(shardRows(shard)).fill(1);
  rows.set(scale.subarray(shard.firstWord, shard.endWord));
  return rows;
}

function addHistogram(histogram: Float64Array, values: Float32Array, unit: number): void {
  for (const value of values) histogram[Math.min(HISTOGRAM - 1, Math.floor(value / unit))]!++;
}

/** Meetings below which entries are dropped so that at most `most` are left; 0 while everything fits. */
function leastCount(histogram: Float64Array, most: number): number {
  let kept = histogram.reduce((sum, count) => sum + count, 0);
  let least = 0;
  while (kept > most && least < histogram.length - 1) kept -= histogram[least++]!;
  return least;
}

async function associateAll({ terms, shards, shape, name, context }: Job, merged: Merged) {
  const { scratch } = context;
  const { discount, weight } = shape;
  const scale = subsampleWeights(terms.vocabulary, shape.subsample).subarray(0, shape.contexts);
  const columnTerms = columnTermsOf(merged.columnSums, scale, shape.smoothing);
  const least = leastCount(merged.histogram, MOST_ENTRIES);
  const unit = meetingWeight(shape);
  const done: SparseShard<Float32Array>[] = [];
  await runInOrder(context, {
    task: associate,
    count: shards.length,
    input: (i) => {
      const { starts, columns, values } = unspill(scratch, `${name}-${i}`, merged.places[i]!);
      const counts = { starts, columns, values: new Float32Array(values) };
      const rowTerms = merged.rowSums[i]!.map((sum) => -Math.log(sum));
      return { counts, rowTerms, columnTerms, unit, discount, weight, least };
    },
    output: (shard, i) => {
      scratch.remove(`${name}-${i}`);
      done.push(shard);
    },
  });
  return done;
}

type Shard = SparseShard<Float32Array>;

/** The rows of two shards joined, the second one's columns moved up by `columns`. */
function beside(left: Shard, right: Shard, columns: number): Shard {
  const starts = left.starts.map((start, row) => start + right.starts[row]!);
  const joined = new Uint16Array(left.columns.length + right.columns.length);
  const values = new Float32Array(joined.length);
  for (let row = 0; row + 1 < starts.length; row++) {
    const [from, to] = [left.starts[row]!, left.starts[row + 1]!];
    const middle = starts[row]! + to - from;
    joined.set(left.columns.subarray(from, to), starts[row]!);
    values.set(left.values.subarray(from, to), starts[row]!);
    const [first, end] = [right.starts[row]!, right.starts[row + 1]!];
    for (let k = first; k < end; k++) joined[middle + k - first] = right.columns[k]! + columns;
    values.set(right.values.subarray(first, end), middle);
  }
  return { starts, columns: joined, values };
}

function inSharedMemory(shard: Shard): Shard {
  const starts = new Uint32Array(new SharedArrayBuffer(shard.starts.byteLength));
  const columns = new Uint16Array(new SharedArrayBuffer(shard.columns.byteLength));
  const values = new Float32Array(new SharedArrayBuffer(shard.values.byteLength));
  starts.set(shard.starts);
  columns.set(shard.columns);
  values.set(shard.values);
  return { starts, columns, values };
}
