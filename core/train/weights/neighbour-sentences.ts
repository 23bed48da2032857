import { AFTER_NEWLINE, AFTER_SENTENCE } from "../../text/tokens.ts";
import type { Chunk, TokenStream } from "../token-stream.ts";
import { PARAGRAPH_END } from "../tokenise-batch.ts";

/** Pairs of sentences that follow each other in a paragraph: pair p is the sentences 2p and 2p + 1. Shared memory. */
export interface SentencePairs {
  /** Word numbers of all sentences, one after the other. */
  readonly words: Int32Array;
  /** Where each sentence begins in `words`, and where the last one ends. */
  readonly starts: Uint32Array;
}

/** Sentences of fewer known words say too little, longer ones too much for one vector. */
const FEWEST_WORDS = 3;
const MOST_WORDS = 45;
const SENTENCE_START = AFTER_SENTENCE | AFTER_NEWLINE;

/** About `wanted` pairs, spread evenly over the corpus; fewer where it has no more. One pass over the stream. */
export function neighbourSentences(stream: TokenStream, wanted: number): SentencePairs {
  const step = Math.floor(stream.words / wanted);
  const found: number[][] = [];
  for (const place of stream.chunks) collect(stream.readShared(place), step, found);
  const starts = new Uint32Array(new SharedArrayBuffer(4 * (found.length + 1)));
  found.forEach((sentence, i) => {
    starts[i + 1] = starts[i]! + sentence.length;
  });
  const words = new Int32Array(new SharedArrayBuffer(4 * starts.at(-1)!));
  found.forEach((sentence, i) => {
    words.set(sentence, starts[i]!);
  });
  return { words, starts };
}

/** Adds the first pair at or after each `step`-th token. */
function collect(chunk: Chunk, step: number, found: number[][]): void {
  let due = 0;
  for (let at = 0; at < chunk.ids.length; ) {
    const end = sentenceEnd(chunk, at);
    const next = sentenceEnd(chunk, end);
    if (at >= due) {
      const pair = [knownWords(chunk, at, end), knownWords(chunk, end, next)];
      if (pair.every(({ length }) => length >= FEWEST_WORDS && length <= MOST_WORDS)) {
        found.push(...pair);
        due = at + Math.max(step, next - at);
      }
    }
    at = Math.max(end, at + 1);
  }
}

/** The place after the sentence that begins here: `at` itself where a paragraph has ended. */
function sentenceEnd({ ids, flags }: Chunk, at: number): number {
  let end = at;
  while (end < ids.length && ids[end]! > PARAGRAPH_END) {
    if (end > at && (flags[end]! & SENTENCE_START) !== 0) break;
    end++;
  }
  return end;
}

const knownWords = ({ ids }: Chunk, start: number, end: number): number[] =>
  Array.from(ids.subarray(start, end)).filter((id) => id >= 0);
