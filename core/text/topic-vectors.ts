import { CELLS, type Retina, SIDE } from "../retina/types.ts";
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
  const lengths = new Map<number, number>();
  sentences.forEach((sentence, s) => {
    const { terms, amounts } = bagOf(readTerms(sentence, tools.lexicon), tools);
    const row = values.subarray(s * SIZE, (s + 1) * SIZE);
    let even = 0;
    terms.forEach((term, i) => {
      // Numbers and unknown words part sentences on the same subject: with them slices are slightly worse.
      if (typeof term === "string") return;
      const positions = tools.retina.positions(term);
      const length = lengths.get(term) ?? meaningLength(positions);
      lengths.set(term, length);
      even += addMeaning(row, positions, amounts[i]! / length);
      const stem = stemOf(tools.retina.term(term));
      row[SQUARES + slotOf(stem)]! += amounts[i]! * IDENTITY * signOf(stem);
      mass[s]! += amounts[i]! ** 2;
    });
    for (let k = 0; k < SQUARES; k++) row[k]! -= even;
  });
  centre(values, mass);
  return { size: SIZE, values, mass };
}

/** Adds a term's positions, counted by square; returns what an even spread would give each square. */
function addMeaning(row: Float32Array, positions: Uint16Array, factor: number): number {
  for (let i = 0; i < positions.length; i++) row[SQUARE_OF[positions[i]!]!]! += factor;
  return (factor * positions.length) / SQUARES;
}

/** Length of a term's counts by square, less the even spread. */
function meaningLength(positions: Uint16Array): number {
  const meaning = new Float32Array(SQUARES);
  const even = addMeaning(meaning, positions, 1);
  let sum = 0;
  for (let k = 0; k < SQUARES; k++) sum += (meaning[k]! - even) ** 2;
  return Math.sqrt(sum) || 1;
}

/** A number for the beginning of a term: FNV-1a, the bits mixed once more, 0 up to 2^28. */
function stemOf(term: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < Math.min(STEM, term.length); i++)
    hash = Math.imul(hash ^ term.charCodeAt(i), 0x01000193);
  return (hash ^ (hash >>> 15)) & 0xfffffff;
}

const slotOf = (stem: number) => Math.imul(stem + 1, 0x9e3779b1) >>> (32 - SLOT_BITS);
const signOf = (stem: number) => (Math.imul(stem + 1, 0x85ebca6b) >>> 31 === 0 ? 1 : -1);

/** Takes the mean of the whole text out of every sentence: what occurs throughout separates nothing. */
function centre(values: Float32Array, mass: Float64Array): void {
  const total = mass.reduce((sum, m) => sum + m, 0) || 1;
  const mean = new Float64Array(SIZE);
  for (let start = 0; start < values.length; start += SIZE)
    for (let k = 0; k < SIZE; k++) mean[k]! += values[start + k]! / total;
  mass.forEach((m, s) => {
    for (let k = 0; k < SIZE; k++) values[s * SIZE + k]! -= mean[k]! * m;
  });
}
