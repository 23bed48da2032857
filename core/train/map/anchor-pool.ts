import { CELLS } from "../../kernel/grid.ts";
import { rowProducts } from "../../kernel/matrix-products.ts";
import { FUNCTION_WORDS } from "../corpus/phrases.ts";
import { FULL_SHARE, type ReadCorpus } from "../corpus/read-corpus.ts";
import type { TermRows } from "../corpus/term-rows.ts";
import { RECORD_END } from "../corpus/token-stream.ts";
import { sharedFloats } from "../run/arrays.ts";
import { normalise, type TermVectors } from "../vectors/term-vectors.ts";
import { mapRows, mapShares } from "./map-shares.ts";

/** Vectors that may stand for a cell: those of some words, then those of passages. */
export interface AnchorPool {
  readonly vectors: TermVectors;
  /** The terms that the first vectors belong to. */
  readonly words: readonly number[];
}

/** Only the more frequent terms name cells: their vectors are the steadiest and their names the plainest. */
const MOST_WORDS = 28_000;
const MOST_PHRASES = 4_000;
/** Words of a passage that is used instead where there are fewer words than cells. */
const PASSAGE_WORDS = 20;
/** A word of relative frequency f weighs COMMON / (COMMON + f) in a passage. */
const COMMON = 1e-3;
/** Passages offered, beyond what is needed, so that there is a choice. */
const SURPLUS = 1.2;
const TILE = 64;

/**
 * The most frequent words that bind to one topic, and phrases. A small corpus has fewer of them than the map has
 * cells: then as many passages as are wanted join in, each named by its nearest term.
 */
export function anchorPool(
  terms: TermRows,
  vectors: TermVectors,
  passagesFor: (wanted: number) => readonly Float32Array[],
): AnchorPool {
  const words = anchorTerms(terms);
  const missing = CELLS - words.length;
  const passages = missing > 0 ? passagesFor(Math.ceil(missing * SURPLUS)) : [];
  const { dimensions, values } = vectors;
  const pool = sharedFloats((words.length + passages.length) * dimensions);
  words.forEach((row, at) => {
    pool.set(values.subarray(row * dimensions, (row + 1) * dimensions), at * dimensions);
  });
  passages.forEach((passage, i) => {
    pool.set(passage, (words.length + i) * dimensions);
  });
  const rows = words.length + passages.length;
  return { vectors: { rows, dimensions, values: pool }, words };
}

/** The term that names each of the chosen vectors: a word itself, a passage's nearest word. */
export function anchorNames({ vectors, words }: AnchorPool, chosen: Int32Array): Int32Array {
  const names = Int32Array.from(chosen, (row) => words[row] ?? -1);
  const open = Array.from(names.keys()).filter((cell) => names[cell] === -1);
  if (open.length === 0) return names;
  const { dimensions, values } = vectors;
  const products = rowProducts(
    values.subarray(0, words.length * dimensions),
    words.length,
    dimensions,
  );
  const block = new Float32Array(TILE * dimensions);
  for (let at = 0; at < open.length; at += TILE) {
    const cells = open.slice(at, at + TILE);
    cells.forEach((cell, r) => {
      const from = chosen[cell]! * dimensions;
      block.set(values.subarray(from, from + dimensions), r * dimensions);
    });
    products.times(block, cells.length);
    cells.forEach((cell, r) => {
      names[cell] = words[products.largestAt(r * products.stride, words.length)]!;
    });
  }
  return names;
}

function anchorTerms(terms: TermRows): number[] {
  const { vocabulary, names, counts } = terms;
  const rows = [...mapRows(terms, names.length)];
  const words = rows.slice(0, vocabulary.words.length).filter((row) => isAnchorWord(names[row]!));
  const phrases = rows.slice(vocabulary.words.length);
  const shares = mapShares(terms);
  const count = (row: number) => counts[row]! * shares[row]!;
  phrases.sort((a, b) => count(b) - count(a) || a - b);
  return [...words.slice(0, MOST_WORDS), ...phrases.slice(0, MOST_PHRASES)];
}

const isAnchorWord = (word: string) =>
  word.length > 2 && !FUNCTION_WORDS.has(word) && !word.includes("'");

/** Vectors of passages of the corpus, spread evenly over it, as far as its records count in the map. */
export function passageVectors(
  { vocabulary }: TermRows,
  vectors: TermVectors,
  { stream, mapShares: shares }: Pick<ReadCorpus, "stream" | "mapShares">,
  wanted: number,
): Float32Array[] {
  const { counts, mapCounts, total } = vocabulary;
  const counted = mapCounts.reduce((sum, count) => sum + count, 0) / Math.max(1, total);
  const step = Math.max(1, (stream.words * counted) / wanted);
  const weights = Float32Array.from(counts, (count) => COMMON / (COMMON + count / total));
  const passages: Float32Array[] = [];
  let record = 0;
  let passed = step - 1;
  for (const place of stream.chunks) {
    const { ids } = stream.readShared(place);
    for (let at = 0; at < ids.length && passages.length < wanted; at++) {
      if (ids[at] === RECORD_END) record++;
      else passed += (shares?.[record] ?? FULL_SHARE) / FULL_SHARE;
      if (passed < step) continue;
      passed -= step;
      passages.push(passageVector(ids, at, weights, vectors));
    }
  }
  // A corpus shorter than the passages it needs gives its passages again.
  for (let i = 0; passages.length < wanted; i++) passages.push(passages[i]!);
  return passages;
}

function passageVector(
  ids: Int32Array,
  start: number,
  weights: Float32Array,
  { dimensions, values }: TermVectors,
): Float32Array {
  const sum = new Float32Array(dimensions);
  const end = Math.min(ids.length, start + PASSAGE_WORDS);
  for (let i = start; i < end && ids[i] !== RECORD_END; i++) {
    const id = ids[i]!;
    if (id < 0) continue;
    for (let d = 0; d < dimensions; d++) sum[d]! += weights[id]! * values[id * dimensions + d]!;
  }
  normalise(sum);
  return sum;
}
