import type { Chunk } from "./token-stream.ts";

/** A chunk with the places of every word in it, in shared memory: 9 bytes a token. */
export interface IndexedChunk extends Chunk {
  /** Word w is at `places[offsets[w]]` up to, not including, `places[offsets[w + 1]]`, ascending. */
  readonly offsets: Uint32Array;
  readonly places: Uint32Array;
}

/** Sorts the tokens of a chunk by word, in two passes. */
export function indexChunk({ ids, flags }: Chunk, words: number): IndexedChunk {
  const offsets = new Uint32Array(new SharedArrayBuffer((words + 1) * 4));
  for (let at = 0; at < ids.length; at++) {
    const word = ids[at]!;
    if (word >= 0) offsets[word + 1]!++;
  }
  for (let word = 0; word < words; word++) offsets[word + 1]! += offsets[word]!;
  const places = new Uint32Array(new SharedArrayBuffer(offsets[words]! * 4));
  const next = offsets.slice();
  for (let at = 0; at < ids.length; at++) {
    const word = ids[at]!;
    if (word >= 0) places[next[word]!++] = at;
  }
  return { ids, flags, offsets, places };
}

/** Where a word occurs in the chunk, ascending; a view. */
export const placesOf = ({ offsets, places }: IndexedChunk, word: number): Uint32Array =>
  places.subarray(offsets[word]!, offsets[word + 1]!);
