import { rowProducts } from "../kernel/matrix-products.ts";
import { CELLS } from "../retina/types.ts";
import { FUNCTION_WORDS } from "./function-words.ts";
import { sharedFloats } from "./slab-matrix.ts";
import type { TermRows } from "./term-rows.ts";
import { normalise, type TermVectors } from "./term-vectors.ts";
import type { TokenStream } from "./token-stream.ts";
import { RECORD_END } from "./tokenise-batch.ts";

/** Vectors that may name a cell, each with the row of the term that names it. */
export interface AnchorPool {
  readonly vectors: TermVectors;
  readonly labels: Int32Array;
}

/** Only the more frequent words name cells: their vectors are the steadiest and their names the plainest. */
const MOST_ANCHORS = 60_000;
/** Words of a passage that stands in where there are fewer words than cells. */
const PASSAGE_WORDS = 40;
/** Passages offered, beyond what is needed, so that there is a choice. */
const SURPLUS = 1.5;

/**
 * Words that bind to one topic, the most frequent first. A small corpus has fewer of them than the map has cells:
 * then passages of the corpus, spread evenly over it, join in, each named by its nearest word.
 */
export function anchorPool(terms: TermRows, vectors: TermVectors, stream: TokenStream): AnchorPool {
  const words: number[] = [];
  for (let id = 0; id < terms.vocabulary.words.length && words.length < MOST_ANCHORS; id++)
    if (isAnchorWord(terms.vocabulary.words[id]!)) words.push(id);
  const missing = CELLS - words.length;
  const passages =
    missing > 0 ? passageVectors(terms, vectors, stream, Math.ceil(missing * SURPLUS)) : [];
  const { dimensions, values } = vectors;
  const pool = sharedFloats((words.length + passages.length) * dimensions);
  words.forEach((row, at) => {
    pool.set(values.subarray(row * dimensions, (row + 1) * dimensions), at * dimensions);
  });
  passages.forEach((passage, i) => {
    pool.set(passage, (words.length + i) * dimensions);
  });
  const labels = Int32Array.from([
    ...words,
    ...(passages.length > 0 ? nearestWords(passages, words, vectors) : []),
  ]);
  return { vectors: { rows: labels.length, dimensions, values: pool }, labels };
}

const isAnchorWord = (word: string) =>
  word.length > 2 && !FUNCTION_WORDS.has(word) && !word.includes("'");

function passageVectors(
  { vocabulary }: TermRows,
  { dimensions, values }: TermVectors,
  stream: TokenStream,
  wanted: number,
): Float32Array[] {
  const step = Math.max(1, Math.floor(stream.words / wanted));
  const passages: Float32Array[] = [];
  for (const place of stream.chunks) {
    const { ids } = stream.readShared(place);
    for (let at = 0; at < ids.length && passages.length < wanted; at += step) {
      const sum = new Float32Array(dimensions);
      for (let i = at; i < at + PASSAGE_WORDS && i < ids.length; i++) {
        const id = ids[i]!;
        if (id === RECORD_END) break;
        if (id >= 0 && isAnchorWord(vocabulary.words[id]!))
          for (let d = 0; d < dimensions; d++) sum[d]! += values[id * dimensions + d]!;
      }
      normalise(sum);
      passages.push(sum);
    }
  }
  // A corpus shorter than the passages it needs gives its passages again.
  for (let i = 0; passages.length < wanted; i++) passages.push(passages[i]!);
  return passages;
}

/** For each passage the word whose vector is nearest. */
function nearestWords(
  passages: readonly Float32Array[],
  words: readonly number[],
  { dimensions, values }: TermVectors,
): number[] {
  const targets = new Float32Array(words.length * dimensions);
  words.forEach((row, at) => {
    targets.set(values.subarray(row * dimensions, (row + 1) * dimensions), at * dimensions);
  });
  const products = rowProducts(targets, words.length, dimensions);
  return passages.map((passage) => {
    const scores = products.times(passage, 1);
    let best = 0;
    for (let at = 1; at < words.length; at++) if (scores[at]! > scores[best]!) best = at;
    return words[best]!;
  });
}
