import { CELLS, SIDE } from "../kernel/grid.ts";
import { foldedHash } from "../kernel/hash.ts";
import type { Retina } from "../retina/types.ts";
import { readTerms } from "./read-terms.ts";
import { type BagTools, bagOf } from "./term-bag.ts";

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
