import { spreadHash } from "../../kernel/hash.ts";
import { AFTER_NEWLINE, AFTER_SENTENCE, scanTokens } from "../../text/tokens.ts";
import type { RecordSource } from "../corpus/read-corpus.ts";

/** Sentences of fewer or more words are headings, lists or too much for one vector. */
const FEWEST_WORDS = 5;
const MOST_WORDS = 45;
const SENTENCE_START = AFTER_SENTENCE | AFTER_NEWLINE;

/**
 * Keeps a sample of the distinct sentences of a corpus: those whose hashes are smallest. So the sample depends on
 * the sentences alone, not on their order, and memory on its size alone.
 */
export class SentenceSampler {
  private readonly most: number;
  private readonly kept = new Map<number, string>();
  private limit = 2 ** 32;

  constructor(most: number) {
    this.most = most;
  }

  add(text: string): void {
    let start = 0;
    let words = 0;
    scanTokens(text, (from, _end, flags) => {
      if (words > 0 && (flags & SENTENCE_START) !== 0) {
        this.offer(text, { start, end: from, words });
        words = 0;
      }
      if (words === 0) start = from;
      words++;
    });
    this.offer(text, { start, end: text.length, words });
  }

  /** The sample, in the order of the hashes. */
  finish(): string[] {
    this.shrink();
    return [...this.kept].sort(([a], [b]) => a - b).map(([, sentence]) => sentence);
  }

  private offer(text: string, { start, end, words }: Stretch): void {
    if (words < FEWEST_WORDS || words > MOST_WORDS) return;
    const sentence = text.slice(start, end).trim();
    const hash = spreadHash(sentence);
    if (hash >= this.limit || this.kept.has(hash)) return;
    this.kept.set(hash, copyOf(sentence));
    if (this.kept.size > 2 * this.most) this.shrink();
  }

  private shrink(): void {
    if (this.kept.size <= this.most) return;
    const hashes = [...this.kept.keys()].sort((a, b) => a - b);
    this.limit = hashes[this.most]!;
    for (const hash of hashes.slice(this.most)) this.kept.delete(hash);
  }
}

/** A part of a long text holds on to all of it in memory; a copy does not. */
const copyOf = (sentence: string): string => JSON.parse(JSON.stringify(sentence)) as string;

interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly words: number;
}

/** The records as they come, each shown to the sampler on its way. */
export async function* sampled(records: RecordSource, sampler: SentenceSampler): RecordSource {
  for await (const batch of records) {
    for (const { text } of batch.records) sampler.add(text);
    yield batch;
  }
}
