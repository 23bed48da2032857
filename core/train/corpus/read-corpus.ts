import { badCorpus, throwIfCancelled } from "../../errors.ts";
import { foldedHash } from "../../kernel/hash.ts";
import { grown } from "../run/arrays.ts";
import type { TrainContext } from "../run/context.ts";
import { type CorpusRecord, type TokenBatch, TokenStream, tokeniseBatch } from "./token-stream.ts";

/** Characters of one batch; fixed, so that batches do not depend on the threads. */
const BATCH_CHARACTERS = 4_000_000;
/** Records of one batch, for corpora of very short records. */
const BATCH_RECORDS = 20_000;

/** Records in the order of the corpus, some at a time; `done` is the share of the corpus read so far, 0..1. */
export type RecordSource = AsyncIterable<{
  readonly records: readonly CorpusRecord[];
  readonly done: number;
}>;

/** Percent of a record that counts in full. */
export const FULL_SHARE = 100;

/** The corpus as numbers. */
export interface ReadCorpus {
  readonly stream: TokenStream;
  /** A number for the title of each record; equal titles have equal numbers. */
  readonly sources: Int32Array;
  /** By record: how much its words count where the map is laid out and named, in percent; in full when left out. */
  readonly mapShares?: Uint8Array;
}

/** Reads and tokenises the whole corpus; only a few batches are in memory at once. */
export async function readCorpus(
  records: RecordSource,
  context: TrainContext,
): Promise<ReadCorpus> {
  const stream = new TokenStream(context.scratch);
  const sources = new SourceList();
  const running: Promise<TokenBatch>[] = [];
  const takeOldest = async () => {
    const task = running.shift();
    if (task !== undefined) stream.add(await task);
  };
  for await (const { batch, done } of batches(records)) {
    throwIfCancelled(context.signal);
    for (const record of batch) sources.add(record);
    const task = context.runner.run(tokeniseBatch, batch);
    // Reported when its turn comes.
    task.catch(() => {});
    running.push(task);
    if (running.length > context.runner.threads + 1) await takeOldest();
    context.report(done);
  }
  while (running.length > 0) await takeOldest();
  if (stream.words === 0) throw badCorpus("The corpus holds no words.");
  return { stream, ...sources.finish() };
}

async function* batches(source: RecordSource) {
  let batch: CorpusRecord[] = [];
  let characters = 0;
  let last = 0;
  for await (const { records, done } of source) {
    last = done;
    for (const record of records) {
      batch.push(record);
      characters += record.text.length;
      if (characters < BATCH_CHARACTERS && batch.length < BATCH_RECORDS) continue;
      yield { batch, done };
      batch = [];
      characters = 0;
    }
  }
  if (batch.length > 0) yield { batch, done: last };
}

/** Of each record the source, a hash of its title or a number of its own where it has none, and the share in the map. */
class SourceList {
  private sources = new Int32Array(1 << 14);
  private mapShares = new Uint8Array(1 << 14);
  private count = 0;

  add({ title, mapShare = FULL_SHARE }: CorpusRecord): void {
    if (this.count === this.sources.length) {
      this.sources = grown(this.sources, new Int32Array(this.count * 2));
      this.mapShares = grown(this.mapShares, new Uint8Array(this.count * 2));
    }
    this.mapShares[this.count] = mapShare;
    this.sources[this.count] = title === "" ? -1 - this.count : sourceOf(title);
    this.count++;
  }

  finish(): Required<Pick<ReadCorpus, "sources" | "mapShares">> {
    const own = <T extends Int32Array | Uint8Array>(list: T) => list.slice(0, this.count) as T;
    return { sources: own(this.sources), mapShares: own(this.mapShares) };
  }
}

/** 31 bits: two titles are taken for one about once in two thousand million pairs, which does no harm. */
const sourceOf = (title: string): number => foldedHash(title) & 0x7fffffff;
