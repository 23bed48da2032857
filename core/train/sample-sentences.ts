import {
  AFTER_BREAK,
  AFTER_COMMA,
  AFTER_SENTENCE,
  CAPITALISED,
  NUMERIC,
  tokens,
} from "../text/tokens.ts";
import type { Chunk, TokenStream } from "./token-stream.ts";
import { PARAGRAPH_END } from "./tokenise-batch.ts";

/** A sentence put together again from the stream, with the word number of each of its tokens. */
export interface SampledSentence {
  readonly text: string;
  readonly ids: Int32Array;
}

/** Sentences wanted for each word; fewer exist for rare ones. */
const WANTED = 6;
const SHORTEST = 4;
const LONGEST = 40;

/**
 * Sentences in the order of the corpus, each of which holds a word that has not been seen in enough sentences yet.
 * Words outside the vocabulary are replaced by a plain noun or name, numbers by a number.
 */
export function* sampleSentences(
  stream: TokenStream,
  words: readonly string[],
): Generator<SampledSentence> {
  const seen = new Uint8Array(words.length);
  for (const place of stream.chunks) {
    const chunk = stream.readShared(place);
    for (const [first, end] of sentencesOf(chunk)) {
      const ids = chunk.ids.slice(first, end);
      if (!ids.some((id) => id >= 0 && seen[id]! < WANTED)) continue;
      const text = rebuild(ids, chunk.flags.subarray(first, end), words);
      // A rebuilt abbreviation can run into its neighbour; such a sentence would be tagged out of step.
      if (tokens(text).length !== ids.length) continue;
      for (const id of ids) if (id >= 0 && seen[id]! < WANTED) seen[id]!++;
      yield { text, ids };
    }
  }
}

function* sentencesOf({ ids, flags }: Chunk): Generator<readonly [number, number]> {
  let first = 0;
  for (let at = 0; at <= ids.length; at++) {
    const isEnd = at === ids.length || ids[at]! <= PARAGRAPH_END;
    if (!isEnd && (flags[at]! & AFTER_SENTENCE) === 0) continue;
    const length = at - first;
    if (length >= SHORTEST && length <= LONGEST) yield [first, at];
    first = isEnd ? at + 1 : at;
  }
}

function rebuild(ids: Int32Array, flags: Uint8Array, words: readonly string[]): string {
  let text = "";
  ids.forEach((id, i) => {
    const flag = flags[i]!;
    if (i > 0) text += (flag & AFTER_COMMA) !== 0 ? ", " : (flag & AFTER_BREAK) !== 0 ? "; " : " ";
    text += formOf(id, flag, words);
  });
  return `${text}.`;
}

function formOf(id: number, flags: number, words: readonly string[]): string {
  if ((flags & NUMERIC) !== 0) return "12";
  const isCapital = (flags & CAPITALISED) !== 0;
  const word = id >= 0 ? words[id]! : isCapital ? "smith" : "thing";
  return isCapital ? word.charAt(0).toUpperCase() + word.slice(1) : word;
}
