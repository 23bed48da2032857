import { NEVER_CANCELLED } from "../../core/cancellation.ts";
import { seededRandom } from "../../core/kernel/seeded-random.ts";
import type { RecordSource } from "../../core/train/corpus/read-corpus.ts";
import {
  type CorpusRecord,
  TokenStream,
  tokeniseBatch,
} from "../../core/train/corpus/token-stream.ts";
import { DEFAULT_OPTIONS, type TrainOptions } from "../../core/train/options.ts";
import type { Scratch, Task, TaskRunner, TrainContext } from "../../core/train/run/context.ts";
import { nameOf } from "../../core/train/tasks.ts";
import { type TrainedRetina, type TrainInput, trainRetina } from "../../core/train/train-retina.ts";

/** Spill files in memory. */
export class MemoryScratch implements Scratch {
  readonly files = new Map<string, Uint8Array>();

  append(name: string, bytes: Uint8Array): void {
    const before = this.files.get(name) ?? new Uint8Array(0);
    const after = new Uint8Array(before.length + bytes.length);
    after.set(before);
    after.set(bytes, before.length);
    this.files.set(name, after);
  }

  read(name: string, offset: number, length: number): Uint8Array<ArrayBuffer> {
    const file = this.files.get(name) ?? new Uint8Array(0);
    return Uint8Array.from(file.subarray(offset, offset + length));
  }

  remove(name: string): void {
    this.files.delete(name);
  }
}

/**
 * Runs tasks in the calling thread. With `threads` above 1 it holds several back and finishes them in a shuffled
 * order, as threads would; inputs are copied as a message would copy them.
 */
export class InlineRunner implements TaskRunner {
  readonly threads: number;
  private readonly random = seededRandom(99);
  private waiting: (() => void)[] = [];

  constructor(threads = 1) {
    this.threads = threads;
  }

  run<Input, Output>(task: Task<Input, Output>, input: Input): Promise<Output> {
    nameOf(task);
    const copy = structuredClone(input);
    return new Promise((resolve, reject) => {
      this.waiting.push(() => {
        Promise.resolve()
          .then(() => task(copy))
          .then(resolve, reject);
      });
      setImmediate(() => this.release());
    });
  }

  private release(): void {
    const at = Math.floor(this.random() * this.waiting.length);
    const [next] = this.waiting.splice(this.threads > 1 ? at : 0, 1);
    next?.();
  }
}

export function inlineContext(threads = 1): TrainContext & { scratch: MemoryScratch } {
  return {
    runner: new InlineRunner(threads),
    scratch: new MemoryScratch(),
    signal: NEVER_CANCELLED,
    report: () => {},
  };
}

/** The token stream of some texts, each a record with a title of its own. */
export function streamOf(texts: readonly string[], chunkTokens?: number) {
  const scratch = new MemoryScratch();
  const stream = new TokenStream(scratch, chunkTokens);
  for (const text of texts) stream.add(tokeniseBatch([{ title: "", text }]));
  return { stream, sources: Int32Array.from(texts, (_, i) => i), scratch };
}

export async function* sourceOf(records: readonly CorpusRecord[]): RecordSource {
  for (let at = 0; at < records.length; at += 100)
    yield { records: records.slice(at, at + 100), done: Math.min(1, (at + 100) / records.length) };
}

const TOPIC_WORDS = 40;
const SHARED = "the of and a in to is was with for".split(" ");
/** Speakable words made of syllables, so that no two are alike. */
const nonsense = (number: number) =>
  [..."abcdefgh"].slice(0, 1 + (number % 3)).join("") +
  [...number.toString(6)]
    .map((digit) => "bakelomunirotusi".slice(2 * Number(digit), 2 * Number(digit) + 2))
    .join("") +
  "n";

/** The words of a topic of `topicTexts`. */
export const topicWords = (topic: number) =>
  Array.from({ length: TOPIC_WORDS }, (_, i) => nonsense(topic * TOPIC_WORDS + i));

/** Records that each speak of one of eight topics, in nonsense words mixed with function words. */
export function topicRecords(count: number, seed = 7): CorpusRecord[] {
  const random = seededRandom(seed);
  const pick = (list: readonly string[]) => list[Math.floor(random() ** 1.5 * list.length)] ?? "";
  return Array.from({ length: count }, (_, i) => {
    const words = topicWords(i % 8);
    const sentence = () =>
      Array.from({ length: 12 }, () => (random() < 0.35 ? pick(SHARED) : pick(words))).join(" ");
    return { title: `record ${i}`, text: `${sentence()}. ${sentence()}.\n${sentence()}.` };
  });
}

export const TOPIC_OPTIONS: TrainOptions = {
  ...DEFAULT_OPTIONS,
  name: "topics",
  language: "Nonsense",
  dimensions: 16,
  sentences: 500,
};

/** A training on these records, on this thread. */
export function trainTopics(changes: Partial<TrainInput> = {}): Promise<TrainedRetina> {
  return trainRetina({
    records: sourceOf(topicRecords(400)),
    options: TOPIC_OPTIONS,
    runner: new InlineRunner(),
    scratch: new MemoryScratch(),
    signal: { aborted: false },
    onProgress: () => {},
    now: () => 0,
    skippedRecords: () => 0,
    ...changes,
  });
}

/** Positions that two fingerprints share. */
export function overlap(a: Uint16Array, b: Uint16Array): number {
  const set = new Set(a);
  return b.reduce((count, position) => count + (set.has(position) ? 1 : 0), 0);
}
