import { type associate, columnTermsOf } from "./associate.ts";
import {
  type ContextShape,
  type CountInput,
  columnCount,
  neighbourWeight,
  type RowShard,
  shardRows,
} from "./count-contexts.ts";
import type { MergedCounts } from "./merge-counts.ts";
import type { Phrase } from "./phrases.ts";
import type { SparseShard } from "./sparse-shard.ts";
import { runInOrder } from "./tasks-in-order.ts";
import { bytesOf, type Chunk, type TokenStream } from "./token-stream.ts";
import type { TrainContext } from "./types.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** How counts become associations. */
export interface AssociationShape extends ContextShape {
  /** A word of relative frequency f weighs min(1, sqrt(subsample / f)) as a neighbour. */
  readonly subsample: number;
  /** Exponent that lifts rare contexts, 0..1. */
  readonly smoothing: number;
  /** See `AssociateInput`. */
  readonly discount: number;
  readonly shift: number;
}

/** Rows of a term by column: associations above zero. Words first, then phrases, in their tables' order. */
export interface AssociationMatrix {
  readonly shards: readonly SharedShard[];
  readonly rows: number;
  readonly columns: number;
  readonly entries: number;
}

export interface SharedShard {
  /** Row numbers of the shard's rows. */
  readonly rows: Int32Array;
  readonly starts: Uint32Array;
  readonly columns: Uint16Array;
  readonly values: Float32Array;
}

/** Fixed, whatever the number of threads: the sums of the parts are added shard by shard. */
const SHARDS = 48;
/** Entries kept at most (6 bytes each); of a larger corpus the least counted ones are dropped. */
const MOST_ENTRIES = 220_000_000;
/** Counts are told apart up to here when choosing what to drop, in occurrences. */
const HISTOGRAM = 64;

interface Spilled {
  readonly offset: number;
  readonly rows: number;
  readonly entries: number;
}

/** Counts the whole stream, spills one run a chunk and shard, merges the runs and associates. */
export async function buildAssociations(
  stream: TokenStream,
  vocabulary: Vocabulary,
  phrases: readonly Phrase[],
  shape: AssociationShape,
  context: TrainContext,
): Promise<AssociationMatrix> {
  const shards = planShards(vocabulary, phrases);
  const part = (from: number, to: number) => ({
    ...context,
    report: (fraction: number) => context.report(from + (to - from) * fraction),
  });
  const runs = await countAll(stream, shards, shape, part(0, 0.6));
  const merged = await mergeAll(runs, shards, vocabulary, shape, part(0.6, 0.85));
  const matrix = await associateAll(merged, shards, vocabulary, shape, part(0.85, 1));
  return { ...matrix, rows: vocabulary.words.length + phrases.length, columns: columnCount(shape) };
}

/** Cuts the rows so that each shard has about as many occurrences as the next. */
export function planShards(
  { counts, total }: Pick<Vocabulary, "counts" | "total">,
  phrases: readonly Phrase[],
): RowShard[] {
  const shards: RowShard[] = [];
  let first = 0;
  let held = 0;
  let firstPhrase = 0;
  for (let word = 0; word < counts.length; word++) {
    held += counts[word]!;
    const isLast = word === counts.length - 1;
    if (!isLast && held < total / SHARDS) continue;
    const endPhrase = phrasesBefore(phrases, firstPhrase, word + 1);
    shards.push({
      firstWord: first,
      endWord: word + 1,
      phrases: phraseWords(phrases.slice(firstPhrase, endPhrase)),
    });
    first = word + 1;
    firstPhrase = endPhrase;
    held = 0;
  }
  return shards;
}

function phrasesBefore(phrases: readonly Phrase[], start: number, word: number): number {
  let end = start;
  while (end < phrases.length && phrases[end]!.words[0]! < word) end++;
  return end;
}

const phraseWords = (phrases: readonly Phrase[]) =>
  Int32Array.from(phrases.flatMap(({ words }) => [words[0]!, words[1]!, words[2] ?? -1]));

async function countAll(
  stream: TokenStream,
  shards: readonly RowShard[],
  shape: ContextShape,
  context: TrainContext,
): Promise<Spilled[][]> {
  const runs: Spilled[][] = shards.map(() => []);
  const sizes = shards.map(() => 0);
  const { chunks } = stream;
  let chunk: Chunk | undefined;
  for (const [place, where] of chunks.entries()) {
    chunk = stream.readShared(where);
    const { ids, flags } = chunk;
    const input = (i: number): CountInput => ({ ...shards[i]!, ...shapeOnly(shape), ids, flags });
    await runInOrder(
      { ...context, report: (done) => context.report((place + done) / chunks.length) },
      {
        name: "countContexts",
        count: shards.length,
        input,
        output: (counts, i) => {
          runs[i]!.push(spill(context, `run-${i}`, sizes[i]!, counts));
          sizes[i]! += spilledBytes(runs[i]!.at(-1)!);
        },
      },
    );
  }
  return runs;
}

const shapeOnly = ({ contexts, window, directional }: ContextShape): ContextShape => ({
  contexts,
  window,
  directional,
});

type Counts = SparseShard<Uint32Array<ArrayBuffer>> | SparseShard<Float32Array<ArrayBuffer>>;

function spill({ scratch }: TrainContext, name: string, offset: number, counts: Counts): Spilled {
  scratch.append(name, bytesOf(counts.starts));
  scratch.append(name, bytesOf(counts.values));
  scratch.append(name, bytesOf(counts.columns));
  return { offset, rows: counts.starts.length - 1, entries: counts.columns.length };
}

const spilledBytes = ({ rows, entries }: Spilled) => 4 * (rows + 1) + 6 * entries;

function unspill({ scratch }: TrainContext, name: string, { offset, rows, entries }: Spilled) {
  const startsEnd = offset + 4 * (rows + 1);
  return {
    starts: new Uint32Array(scratch.read(name, offset, 4 * (rows + 1)).buffer),
    values: scratch.read(name, startsEnd, 4 * entries).buffer,
    columns: new Uint16Array(scratch.read(name, startsEnd + 4 * entries, 2 * entries).buffer),
  };
}

interface Merged {
  readonly places: readonly Spilled[];
  readonly rowSums: readonly Float64Array[];
  readonly columnSums: Float64Array;
  /** Entries by occurrences, the last slot for all beyond. */
  readonly histogram: Float64Array;
}

async function mergeAll(
  runs: readonly (readonly Spilled[])[],
  shards: readonly RowShard[],
  vocabulary: Vocabulary,
  shape: AssociationShape,
  context: TrainContext,
): Promise<Merged> {
  const scale = subsampleWeights(vocabulary, shape.subsample);
  const columnScale = columnScales(scale, shape);
  const columnSums = new Float64Array(columnCount(shape));
  const histogram = new Float64Array(HISTOGRAM);
  const places: Spilled[] = [];
  const rowSums: Float64Array[] = [];
  const output = (merged: MergedCounts, i: number) => {
    context.scratch.remove(`run-${i}`);
    places.push(spill(context, `merged-${i}`, 0, merged.counts));
    rowSums.push(merged.rowSums);
    merged.columnSums.forEach((sum, column) => {
      columnSums[column]! += sum;
    });
    addHistogram(histogram, merged.counts.values, shape);
  };
  const input = (i: number) => {
    const shard = shards[i]!;
    const rowScale = new Float32Array(shardRows(shard)).fill(1);
    rowScale.set(scale.subarray(shard.firstWord, shard.endWord));
    const run = runs[i]!.map((place) => {
      const { starts, values, columns } = unspill(context, `run-${i}`, place);
      return { starts, columns, values: new Uint32Array(values) };
    });
    const countedRows = shard.endWord - shard.firstWord;
    return { runs: run, columns: columnScale.length, rowScale, columnScale, countedRows };
  };
  await runInOrder(context, { name: "mergeCounts", count: shards.length, input, output });
  return { places, rowSums, columnSums, histogram };
}

/** What each word weighs as a neighbour: frequent words tell less. */
export function subsampleWeights(
  { counts, total }: Pick<Vocabulary, "counts" | "total">,
  subsample: number,
): Float32Array {
  return Float32Array.from(counts, (count) => Math.min(1, Math.sqrt((subsample * total) / count)));
}

function columnScales(scale: Float32Array, { contexts, directional }: ContextShape): Float32Array {
  const one = scale.subarray(0, contexts);
  if (!directional) return one.slice();
  const both = new Float32Array(2 * contexts);
  both.set(one);
  both.set(one, contexts);
  return both;
}

function addHistogram(histogram: Float64Array, values: Float32Array, shape: ContextShape): void {
  const unit = neighbourWeight(shape.window, 1);
  for (const value of values) histogram[Math.min(HISTOGRAM - 1, Math.floor(value / unit))]!++;
}

/** Occurrences below which entries are dropped so that the rest fits; 0 while everything fits. */
export function leastCount(histogram: Float64Array, most: number): number {
  let kept = histogram.reduce((sum, count) => sum + count, 0);
  let least = 0;
  while (kept > most && least < histogram.length - 1) kept -= histogram[least++]!;
  return least;
}

async function associateAll(
  merged: Merged,
  shards: readonly RowShard[],
  vocabulary: Vocabulary,
  shape: AssociationShape,
  context: TrainContext,
) {
  const scale = columnScales(subsampleWeights(vocabulary, shape.subsample), shape);
  const columnTerms = columnTermsOf(merged.columnSums, scale, shape.smoothing);
  const least = leastCount(merged.histogram, MOST_ENTRIES);
  const done: SharedShard[] = [];
  let entries = 0;
  let firstPhrase = vocabulary.words.length;
  await runInOrder(context, {
    name: "associate",
    count: shards.length,
    input: (i) => {
      const { starts, values, columns } = unspill(context, `merged-${i}`, merged.places[i]!);
      const counts = { starts, columns, values: new Float32Array(values) };
      const rowTerms = merged.rowSums[i]!.map((sum) => -Math.log(sum));
      const { discount, shift } = shape;
      return {
        counts,
        rowTerms,
        columnTerms,
        unit: neighbourWeight(shape.window, 1),
        discount,
        shift,
        least,
      };
    },
    output: (shard: ReturnType<typeof associate>, i) => {
      context.scratch.remove(`merged-${i}`);
      entries += shard.columns.length;
      done.push({ rows: rowNumbers(shards[i]!, firstPhrase), ...shared(shard) });
      firstPhrase += shards[i]!.phrases.length / 3;
    },
  });
  return { shards: done, entries };
}

function rowNumbers(shard: RowShard, firstPhrase: number): Int32Array {
  const words = shard.endWord - shard.firstWord;
  return Int32Array.from({ length: shardRows(shard) }, (_, row) =>
    row < words ? shard.firstWord + row : firstPhrase + row - words,
  );
}

function shared(shard: SparseShard<Float32Array<ArrayBuffer>>) {
  const starts = new Uint32Array(new SharedArrayBuffer(shard.starts.byteLength));
  const columns = new Uint16Array(new SharedArrayBuffer(shard.columns.byteLength));
  const values = new Float32Array(new SharedArrayBuffer(shard.values.byteLength));
  starts.set(shard.starts);
  columns.set(shard.columns);
  values.set(shard.values);
  return { starts, columns, values };
}
