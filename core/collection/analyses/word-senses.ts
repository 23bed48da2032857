import { CELLS, type Positions } from "../../kernel/grid.ts";

/** What stands around a word in one line. */
export interface LineReading {
  /** The fingerprint of its sentence without the word; empty where nothing in it is known. */
  readonly cells: Positions;
  /** The other words of the sentence, as tokens. */
  readonly words: readonly string[];
}

export interface LineSenses {
  /** For each line the number of its sense. */
  readonly senses: Uint8Array;
  /** For each line how sure that is: the share of its sense among all, 0..1. */
  readonly sure: Float32Array;
}

/** Words of a line count so much beside its cells. Trials: test/bench/notes/senses.md. */
const WORD_SHARE = 0.6;
/** A word in more of the lines than this says nothing. */
const COMMON = 0.2;
const ROUNDS = 12;
/** Differences of likeness are multiplied by this before they become shares ... */
const SHARPNESS = 20;
/** ... or by more where all lines are on one subject: the mean lead of the first sense over the second becomes this. */
const USUAL_LEAD = 1.5;
const GREATEST_SHARPNESS = 200;
/** A context counts as one line of its sense; a line that a person gave counts as five. */
const GIVEN_WEIGHT = 5;

/**
 * Assigns lines to senses by soft spherical k-means: each sense begins as the cells of a context and as the lines given
 * to it, and is refined on all lines.
 *
 * @param starts for each sense the cells that it begins with; empty for a sense of given lines alone
 * @param given number of a line and of its sense; these lines stay where they are
 */
export function findSenses(
  lines: readonly LineReading[],
  starts: readonly Positions[],
  given: ReadonlyMap<number, number> = new Map(),
): LineSenses {
  const { vectors, length } = vectorsOf(lines);
  const first = starts.map((positions) => startOf(positions, length));
  for (const [line, sense] of given) addTo(first[sense]!, vectors[line]!, GIVEN_WEIGHT);
  const shares = lines.map(() => new Float64Array(starts.length));
  let profiles = first;
  for (let round = 0; round < ROUNDS; round++) {
    const units = profiles.map(unitOf);
    vectors.forEach((vector, line) => {
      units.forEach((unit, sense) => {
        shares[line]![sense] = likenessOf(vector, unit);
      });
    });
    const sharpness = sharpnessOf(shares);
    for (const own of shares) softmax(own, sharpness);
    for (const [line, sense] of given) shares[line]!.fill(0)[sense] = 1;
    profiles = first.map((own, sense) => {
      const profile = own.slice();
      vectors.forEach((vector, line) => {
        if (!given.has(line)) addTo(profile, vector, shares[line]![sense]!);
      });
      return profile;
    });
  }
  const senses = Uint8Array.from(shares, largest);
  return { senses, sure: Float32Array.from(senses, (sense, line) => shares[line]![sense] ?? 0) };
}

/** A sparse vector: cells of one height, and words behind them. */
interface Vector {
  readonly cells: Positions;
  readonly height: number;
  readonly words: Uint32Array;
  readonly heights: Float64Array;
}

function vectorsOf(lines: readonly LineReading[]) {
  const counts = new Map<string, number>();
  for (const { words } of lines)
    for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const telling = [...counts].filter(([, count]) => count >= 2 && count < COMMON * lines.length);
  const places = new Map(telling.map(([word], i) => [word, CELLS + i]));
  const rarity = (word: string) => Math.log(lines.length / counts.get(word)!);
  const vectors = lines.map(({ cells, words }): Vector => {
    const own = [...new Set(words)].filter((word) => places.has(word));
    const heights = own.map(rarity);
    const scale = WORD_SHARE / (Math.hypot(...heights) || 1);
    return {
      cells,
      height: 1 / Math.sqrt(cells.length || 1),
      words: Uint32Array.from(own, (word) => places.get(word)!),
      heights: Float64Array.from(heights, (height) => height * scale),
    };
  });
  return { vectors, length: CELLS + telling.length };
}

function startOf(positions: Positions, length: number): Float64Array {
  const profile = new Float64Array(length);
  for (const position of positions) profile[position] = 1 / Math.sqrt(positions.length);
  return profile;
}

function addTo(profile: Float64Array, vector: Vector, amount: number): void {
  if (amount < 1e-3) return;
  const { cells, words, heights } = vector;
  const height = amount * vector.height;
  for (let i = 0; i < cells.length; i++) profile[cells[i]!]! += height;
  for (let i = 0; i < words.length; i++) profile[words[i]!]! += amount * heights[i]!;
}

function unitOf(profile: Float64Array): Float64Array {
  let sum = 0;
  for (const value of profile) sum += value * value;
  return sum === 0 ? profile : profile.map((value) => value / Math.sqrt(sum));
}

function likenessOf({ cells, height, words, heights }: Vector, unit: Float64Array): number {
  let likeness = 0;
  for (let i = 0; i < cells.length; i++) likeness += unit[cells[i]!]!;
  likeness *= height;
  for (let i = 0; i < words.length; i++) likeness += heights[i]! * unit[words[i]!]!;
  return likeness;
}

function sharpnessOf(likeness: readonly Float64Array[]): number {
  let sum = 0;
  for (const own of likeness) {
    const [first = 0, second = 0] = own.toSorted().reverse();
    sum += first - second;
  }
  const lead = sum / Math.max(1, likeness.length);
  return Math.min(GREATEST_SHARPNESS, Math.max(SHARPNESS, USUAL_LEAD / (lead || Number.MIN_VALUE)));
}

/** Turns likenesses into shares, in place. */
function softmax(values: Float64Array, sharpness: number): void {
  const most = Math.max(...values);
  let sum = 0;
  for (let i = 0; i < values.length; i++) {
    values[i] = Math.exp(sharpness * (values[i]! - most));
    sum += values[i]!;
  }
  for (let i = 0; i < values.length; i++) values[i]! /= sum;
}

const largest = (shares: Float64Array): number =>
  shares.reduce((best, share, sense) => (share > shares[best]! ? sense : best), 0);
