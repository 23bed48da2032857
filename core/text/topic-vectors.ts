import { SIDE } from "../retina/types.ts";
import { readTerms } from "./read-terms.ts";
import { bagOf, sharesOf } from "./term-bag.ts";
import type { TextTools } from "./tools.ts";

/** The map seen from afar: squares of 4 x 4 cells. */
const SQUARE = 4;
const SQUARES = (SIDE / SQUARE) ** 2;
/** Slots that words are hashed into, so that equal words count beyond related ones. */
const SLOTS = 256;
const SIZE = SQUARES + SLOTS;
/** Weight of a word's identity beside its meaning. */
const IDENTITY = 1;

/** The subject of each sentence as a short vector; sums of them describe stretches of text. */
export interface TopicVectors {
  readonly size: number;
  /** Row by row, one per sentence, less the mean of the text. */
  readonly values: Float64Array;
  /** How much each sentence says: the sum of the squared weights of its words. */
  readonly mass: Float64Array;
}

/** Vectors of sentences; cost is linear in the text. */
export function topicVectors(sentences: readonly string[], tools: TextTools): TopicVectors {
  const values = new Float64Array(sentences.length * SIZE);
  const mass = new Float64Array(sentences.length);
  const meanings = new Map<number, Float64Array>();
  sentences.forEach((sentence, s) => {
    const shares = readTerms(sentence, tools.lexicon).flatMap((o) => sharesOf(o, tools.lexicon));
    const { terms, amounts } = bagOf(shares, tools.weights);
    const row = values.subarray(s * SIZE, (s + 1) * SIZE);
    terms.forEach((term, i) => {
      const amount = amounts[i]!;
      const meaning = meanings.get(term) ?? meaningOf(tools.retina.positions(term));
      meanings.set(term, meaning);
      for (let k = 0; k < SQUARES; k++) row[k]! += amount * meaning[k]!;
      row[SQUARES + slotOf(term)]! += amount * IDENTITY * signOf(term);
      mass[s]! += amount * amount;
    });
  });
  centre(values, mass);
  return { size: SIZE, values, mass };
}

/** Unit vector over the squares of the map, less what an even spread would give. */
function meaningOf(positions: Uint16Array): Float64Array {
  const meaning = new Float64Array(SQUARES);
  const across = SIDE / SQUARE;
  for (const position of positions) {
    const row = Math.floor(position / SIDE / SQUARE);
    meaning[row * across + Math.floor((position % SIDE) / SQUARE)]!++;
  }
  const mean = positions.length / SQUARES;
  let squares = 0;
  for (let k = 0; k < SQUARES; k++) {
    meaning[k]! -= mean;
    squares += meaning[k]! ** 2;
  }
  const length = Math.sqrt(squares) || 1;
  return meaning.map((value) => value / length);
}

const slotOf = (term: number) => (Math.imul(term + 1, 0x9e3779b1) >>> 24) % SLOTS;
const signOf = (term: number) => (Math.imul(term + 1, 0x85ebca6b) >>> 31 === 0 ? 1 : -1);

/** Takes the mean of the whole text out of every sentence: what is said all through separates nothing. */
function centre(values: Float64Array, mass: Float64Array): void {
  const total = mass.reduce((sum, m) => sum + m, 0) || 1;
  const mean = new Float64Array(SIZE);
  for (let i = 0; i < values.length; i++) mean[i % SIZE]! += values[i]! / total;
  for (let i = 0; i < values.length; i++)
    values[i]! -= mean[i % SIZE]! * mass[Math.floor(i / SIZE)]!;
}
