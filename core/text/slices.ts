import { NO_POSITIONS } from "../fingerprint/positions.ts";
import { CELLS, type Positions, SIDE } from "../kernel/grid.ts";
import { foldedHash } from "../kernel/hash.ts";
import { rowWindow } from "../kernel/row-lists.ts";
import type { Retina } from "../retina/types.ts";
import { type Occurrence, readTerms } from "./read-terms.ts";
import type { TaggedSentence } from "./tagger.ts";
import { type BagTools, bagOf } from "./term-bag.ts";
import type { Slice, TextTools } from "./types.ts";

/**
 * Measured on glued documents; see `npm run bench:meaning`. The price was chosen on every other document (Pk 0.086 for 0.088 with 0.8),
 * the rest then have 0.071 for 0.074.
 */
const PRICE = 0.85;
const DOUBT = 1.1;
/** Sentences. Longer stretches on one subject are cut, which keeps the cost in proportion to the text. */
const LONGEST = 80;
/** A subject rarely changes within a paragraph: what a cut costs at a blank line, and elsewhere in a text that has some. */
const AT_BREAK = 0.9;
const WITHIN_PARAGRAPH = 1.5;

/** Offsets into a text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A text cut where its subject changes, in order; empty for a text without words. */
export const sliceText = (text: string, tools: TextTools): Slice[] =>
  spansOf(text, tools.tagger.sentences(text), tools).map((span) => sliceOf(text, span, tools));

/** The stretches of a text that are on one subject each, given its sentences; together the text, unless it has no words. */
export function spansOf(text: string, all: readonly TaggedSentence[], tools: TextTools): Span[] {
  const sentences = all.filter(({ words }) => words.length > 0);
  if (sentences.length === 0) return [];
  const vectors = topicVectors(
    sentences.map(({ start, end }) => text.slice(start, end)),
    tools,
  );
  const prices = pricesOf(text, sentences);
  const cuts = [0, ...segment(vectors, { price: PRICE, doubt: DOUBT, longest: LONGEST, prices })];
  const starts = cuts.map((cut, i) => (i === 0 ? 0 : (sentences[cut]?.start ?? text.length)));
  return starts.map((start, i) => ({ start, end: starts[i + 1] ?? text.length }));
}

/** What a slice costs that starts at a sentence; undefined where paragraphs show nothing: one alone, or one a sentence. */
function pricesOf(text: string, sentences: readonly Span[]): number[] | undefined {
  const isBreak = sentences.map(({ end }, i) =>
    /^\s*?\n[^\S\n]*\n/.test(text.slice(sentences[i - 1]?.end ?? end, end)),
  );
  const breaks = isBreak.filter(Boolean).length;
  if (breaks === 0 || breaks === sentences.length - 1) return undefined;
  return isBreak.map((is) => (is ? AT_BREAK : WITHIN_PARAGRAPH));
}

function sliceOf(text: string, { start, end }: Span, tools: TextTools): Slice {
  const piece = text.slice(start, end);
  let positions: Positions | undefined;
  const from = start + piece.length - piece.trimStart().length;
  return {
    text: piece.replace(/\s+/g, " ").trim(),
    start: from,
    end: from + piece.trim().length,
    /** Composed when it is asked for: of a long text's slices most are not on the page that is answered. */
    get positions() {
      positions ??= cellsOf(readTerms(piece, tools.lexicon), tools);
      return positions;
    },
  };
}

/** The fingerprint of a stretch of text that was read already; none for one without known words. */
export function cellsOf(occurrences: readonly Occurrence[], tools: TextTools): Positions {
  const bag = bagOf(occurrences, tools);
  return bag.terms.length === 0 ? NO_POSITIONS : tools.composer.compose(bag);
}

export interface SegmentOptions {
  /** What a further segment must gain, in units of the text's own scatter. */
  readonly price: number;
  /** Sentences of usual mass in a segment at which half of its direction is taken for its subject and half for chance. */
  readonly doubt: number;
  /** Longest segment in sentences. */
  readonly longest: number;
  /** By sentence: the price of a segment that starts there, as a multiple of the usual one; 1 for all where left out. */
  readonly prices?: ArrayLike<number> | undefined;
}

/**
 * Cuts a row of vectors where their directions change: the segmentation with the largest sum of squared lengths
 * of segment sums over mass, less a price a segment, found exactly by dynamic programming. Returns the
 * first vector of every segment but the first. Cost: vectors times longest segment times vector size.
 */
export function segment(
  vectors: TopicVectors,
  { price, doubt, longest, prices }: SegmentOptions,
): number[] {
  const { mass, values, size } = vectors;
  const count = mass.length;
  const cost = price * scatter(vectors);
  const prior = (doubt * sumOf(mass)) / Math.max(1, count);
  const best = new Float64Array(count + 1).fill(Number.NEGATIVE_INFINITY);
  const from = new Int32Array(count + 1);
  /** By first vector: the squared length of the sum from there to the present one. */
  const squares = new Float64Array(count);
  const reach = Math.min(longest, count);
  const window = rowWindow(size, reach);
  best[0] = 0;
  for (let last = 0; last < count; last++) {
    const products = window.push(values.subarray(last * size, (last + 1) * size));
    let cross = 0;
    let total = prior;
    for (let start = last; start >= Math.max(0, last - reach + 1); start--) {
      const product = products[start % reach]!;
      cross += start === last ? product : 2 * product;
      squares[start]! += cross;
      total += mass[start]!;
      const paid = cost * (prices?.[start] ?? 1);
      const value = best[start]! + squares[start]! / (total || 1) - paid;
      // A sentence without known words goes with what follows: of equal cuts the earliest.
      if (value >= best[last + 1]!) {
        best[last + 1] = value;
        from[last + 1] = start;
      }
    }
  }
  return walkBack(from);
}

/** Mean squared length of a sentence's vector per mass: what one segment would gain by chance. */
function scatter({ values, mass }: TopicVectors): number {
  const total = sumOf(mass);
  let squares = 0;
  for (let i = 0; i < values.length; i++) squares += values[i]! * values[i]!;
  return total === 0 ? 1 : squares / total;
}

function walkBack(from: Int32Array): number[] {
  const starts: number[] = [];
  for (let at = from.length - 1; at > 0; at = from[at]!) starts.push(from[at]!);
  return starts.reverse().slice(1);
}

const sumOf = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0);

/** The map seen from afar: squares of 4 x 4 cells. */
const SQUARE = 4;
const ACROSS = SIDE / SQUARE;
const SQUARES = ACROSS ** 2;
/** By position: the square it lies in. Every position of every word is looked up. */
const SQUARE_OF = Uint16Array.from(
  { length: CELLS },
  (_, position) =>
    Math.floor(position / SIDE / SQUARE) * ACROSS + Math.floor((position % SIDE) / SQUARE),
);
/** Slots that words are hashed into, so that forms of one word count beyond related ones. */
const SLOT_BITS = 10;
const SLOTS = 2 ** SLOT_BITS;
/** Words that begin with the same letters, so many, are taken for forms of one. */
const STEM = 6;
const SIZE = SQUARES + SLOTS;
/** Weight of a word's identity beside its meaning. */
const IDENTITY = 0.85;

/** The subject of each sentence as a short vector; sums of them describe stretches of text. */
export interface TopicVectors {
  readonly size: number;
  /** Row by row, one per sentence, less the mean of the text. */
  readonly values: Float32Array;
  /** How much weight each sentence has: the sum of the squared weights of its words. */
  readonly mass: Float64Array;
}

/** Vectors of sentences; cost is linear in the text. */
export function topicVectors(
  sentences: readonly string[],
  tools: BagTools & { readonly retina: Retina },
): TopicVectors {
  const values = new Float32Array(sentences.length * SIZE);
  const mass = new Float64Array(sentences.length);
  const meanings = new Map<number, Meaning>();
  sentences.forEach((sentence, s) => {
    const { terms, amounts } = bagOf(readTerms(sentence, tools.lexicon), tools);
    const row = values.subarray(s * SIZE, (s + 1) * SIZE);
    let even = 0;
    terms.forEach((term, i) => {
      // Numbers and unknown words part sentences on the same subject: with them slices are slightly worse.
      if (typeof term === "string") return;
      const meaning = meanings.get(term) ?? meaningOf(tools.retina.positions(term));
      meanings.set(term, meaning);
      even += addMeaning(row, meaning, amounts[i]! / meaning.length);
      const stem = stemOf(tools.retina.term(term));
      row[SQUARES + slotOf(stem)]! += amounts[i]! * IDENTITY * signOf(stem);
      mass[s]! += amounts[i]! ** 2;
    });
    for (let k = 0; k < SQUARES; k++) row[k]! -= even;
  });
  centre(values, mass);
  return { size: SIZE, values, mass };
}

/** A term's positions counted by square: most occur many times in a text. */
interface Meaning {
  readonly squares: Uint16Array;
  readonly counts: Uint16Array;
  readonly positions: number;
  /** Of the counts, less what an even spread would give each square. */
  readonly length: number;
}

function meaningOf(positions: Uint16Array): Meaning {
  const counted = new Uint16Array(SQUARES);
  const found = new Uint16Array(Math.min(SQUARES, positions.length));
  let many = 0;
  for (let i = 0; i < positions.length; i++) {
    const square = SQUARE_OF[positions[i]!]!;
    if (counted[square] === 0) found[many++] = square;
    counted[square]! += 1;
  }
  const squares = found.slice(0, many);
  const counts = new Uint16Array(many);
  const even = positions.length / SQUARES;
  let sum = (SQUARES - many) * even ** 2;
  for (let i = 0; i < many; i++) {
    counts[i] = counted[squares[i]!]!;
    sum += (counts[i]! - even) ** 2;
  }
  return { squares, counts, positions: positions.length, length: Math.sqrt(sum) || 1 };
}

/** Adds a term's counts; returns what an even spread would give each square. */
function addMeaning(
  row: Float32Array,
  { squares, counts, positions }: Meaning,
  factor: number,
): number {
  for (let i = 0; i < squares.length; i++) row[squares[i]!]! += factor * counts[i]!;
  return (factor * positions) / SQUARES;
}

/** A number for the beginning of a term, 0 up to 2^28. */
const stemOf = (term: string): number => foldedHash(term.slice(0, STEM)) & 0xfffffff;

const slotOf = (stem: number) => Math.imul(stem + 1, 0x9e3779b1) >>> (32 - SLOT_BITS);
const signOf = (stem: number) => (Math.imul(stem + 1, 0x85ebca6b) >>> 31 === 0 ? 1 : -1);

/** Takes the mean of the whole text out of every sentence: what occurs throughout separates nothing. */
function centre(values: Float32Array, mass: Float64Array): void {
  const total = mass.reduce((sum, m) => sum + m, 0) || 1;
  const mean = new Float64Array(SIZE);
  for (let start = 0; start < values.length; start += SIZE)
    for (let k = 0; k < SIZE; k++) mean[k]! += values[start + k]!;
  for (let k = 0; k < SIZE; k++) mean[k]! /= total;
  for (let s = 0; s < mass.length; s++) {
    const row = values.subarray(s * SIZE, (s + 1) * SIZE);
    const m = mass[s]!;
    for (let k = 0; k < SIZE; k++) row[k]! -= mean[k]! * m;
  }
}
