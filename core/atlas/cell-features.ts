import { CELLS, SIDE } from "../kernel/grid.ts";
import type { Retina } from "../retina/types.ts";

/** Signs that are counted at once. */
const SIGNS = 32;
const PASSES = 3;
/** Numbers that describe a cell; more tell meanings apart better and cost more. */
export const FEATURES = PASSES * SIGNS;
/** The terms that count most where the map is named decide; rare ones follow them and would only cost time. */
const TERMS_USED = 20_000;

/**
 * What each cell means, as a random projection of the list of terms that use it: two cells with the same terms
 * get nearly the same unit vector, cells without common terms nearly orthogonal ones. Row `c` starts at
 * `c * FEATURES`. Deterministic; about 0.3 s for a full retina.
 */
export function cellFeatures(retina: Retina): Float32Array {
  const features = sumSigns(retina);
  centre(features);
  normalise(features);
  return features;
}

/** Binary digits of a counter: enough to count all terms used. */
const DIGITS = 16;

/** For each cell and feature the sum of the signs of its terms. */
function sumSigns(retina: Retina): Float32Array {
  const sums = new Float32Array(CELLS * FEATURES);
  const terms = decidingTerms(retina);
  for (let pass = 0; pass < PASSES; pass++) addSigns(sums, terms, { retina, pass });
  return sums;
}

/** Where a file does not tell how often terms occur, their order does. */
function decidingTerms(retina: Retina): Uint32Array {
  const weight = Float64Array.from(
    { length: retina.termCount },
    (_, id) => retina.frequency(id) * retina.naming(id),
  );
  const order = Uint32Array.from(weight.keys()).sort((a, b) => weight[b]! - weight[a]! || a - b);
  return order.subarray(0, TERMS_USED);
}

/**
 * The sums of 32 of the features. All 32 of a cell are counted at once: its `counters` hold the lowest digits of the
 * 32 counts in a first word, the next digits in a second, and so on.
 */
function addSigns(
  sums: Float32Array,
  terms: Uint32Array,
  { retina, pass }: { readonly retina: Retina; readonly pass: number },
): void {
  const counters = new Int32Array(CELLS * DIGITS);
  const load = new Uint16Array(CELLS);
  for (const id of terms) {
    const signs = signsOf(id * PASSES + pass);
    const positions = retina.positions(id);
    for (let i = 0; i < positions.length; i++) {
      load[positions[i]!]!++;
      count(counters, positions[i]! * DIGITS, signs);
    }
  }
  for (let cell = 0; cell < CELLS; cell++) {
    const start = cell * FEATURES + pass * SIGNS;
    for (let k = 0; k < SIGNS; k++) sums[start + k] = -load[cell]!;
    addCounts(sums, start, counters, cell * DIGITS);
  }
}

/** Adds one to each of the 32 counters whose bit is set: what is carried goes on to the next digit. */
function count(counters: Int32Array, start: number, bits: number): void {
  for (let at = start, carry = bits; carry !== 0; at++) {
    const digit = counters[at]!;
    counters[at] = digit ^ carry;
    carry &= digit;
  }
}

/** Adds twice each of the 32 counts to a sum of its own. Most digits of most cells are not reached. */
function addCounts(sums: Float32Array, start: number, counters: Int32Array, first: number): void {
  for (let digit = 0; digit < DIGITS; digit++) {
    const bits = counters[first + digit]!;
    if (bits === 0) continue;
    for (let k = 0; k < SIGNS; k++) sums[start + k]! += ((bits >>> k) & 1) << (digit + 1);
  }
}

/** 32 signs from a hash of a number: a set bit is +1, another -1. */
function signsOf(number: number): number {
  let word = Math.imul(number + 1, 0x9e3779b1);
  word = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  word = Math.imul(word ^ (word >>> 13), 0xc2b2ae35);
  return word ^ (word >>> 16);
}

/** What all cells have in common does not tell them apart. */
function centre(features: Float32Array): void {
  const sums = new Float64Array(FEATURES);
  for (let start = 0; start < features.length; start += FEATURES)
    for (let k = 0; k < FEATURES; k++) sums[k]! += features[start + k]!;
  const means = sums.map((sum) => sum / CELLS);
  for (let start = 0; start < features.length; start += FEATURES)
    for (let k = 0; k < FEATURES; k++) features[start + k]! -= means[k]!;
}

function normalise(features: Float32Array): void {
  for (let start = 0; start < features.length; start += FEATURES) {
    let square = 0;
    for (let k = 0; k < FEATURES; k++) square += features[start + k]! ** 2;
    const scale = square === 0 ? 0 : 1 / Math.sqrt(square);
    for (let k = 0; k < FEATURES; k++) features[start + k]! *= scale;
  }
}

/** Cosine of two cells' meanings. */
export function likeness(features: Float32Array, a: number, b: number): number {
  let sum = 0;
  for (let k = 0; k < FEATURES; k++)
    sum += features[a * FEATURES + k]! * features[b * FEATURES + k]!;
  return sum;
}

/** How far the eye averages, in cells: single cells are noisy. */
const RADIUS = 2;
/** Width of the bell that weighs cells at a distance. */
const SPREAD = 1.25;

/**
 * How much a cell and the cells around it mean the same, -1..1: the mean cosine with its eight neighbours, smoothed. Random
 * cells have 0 on average, so that a map without order is flat, and the seams between subjects are valleys (the U-matrix of
 * Ultsch and Siemon, 1990, turned round).
 */
export function kinship(features: Float32Array): Float32Array {
  const raw = new Float32Array(CELLS);
  for (let cell = 0; cell < CELLS; cell++) {
    const around = square(cell, 1).filter((other) => other !== cell);
    for (const other of around) raw[cell]! += likeness(features, cell, other) / around.length;
  }
  const weights = square(0, RADIUS).map((_, at) => bell(at));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return raw.map((_, cell) =>
    square(cell, RADIUS).reduce((sum, other, at) => sum + (raw[other]! * weights[at]!) / total, 0),
  );
}

/** The square of cells within `radius`, row by row; the map goes round both ways. */
function square(cell: number, radius: number): number[] {
  const wrap = (index: number) => (index + SIDE) & (SIDE - 1);
  const cells: number[] = [];
  for (let row = -radius; row <= radius; row++)
    for (let column = -radius; column <= radius; column++)
      cells.push(wrap((cell >> 7) + row) * SIDE + wrap((cell & 127) + column));
  return cells;
}

function bell(at: number): number {
  const side = 2 * RADIUS + 1;
  const row = Math.floor(at / side) - RADIUS;
  const column = (at % side) - RADIUS;
  return Math.exp(-(row * row + column * column) / (2 * SPREAD * SPREAD));
}
