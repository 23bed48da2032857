import type { Cancellation } from "../cancellation.ts";
import { throwIfCancelled } from "../errors.ts";
import { CELLS, type Positions } from "../kernel/grid.ts";
import { columnProducts } from "../kernel/matrix-products.ts";
import { spread } from "../text/spread.ts";
import { READING_SCALE, type Reading } from "../train/teacher/teacher.ts";
import { symmetricEigen } from "../train/vectors/symmetric-eigen.ts";
import { CellReader, NEIGHBOURS, RECIPE_OF_READING } from "./cell-reader.ts";
import type { CellWeights, ReaderQuality } from "./reader.ts";

export const RECIPE = `turned onto the map, ${RECIPE_OF_READING}`;
/** One sentence in so many is kept aside to try the reader on. */
const ASIDE = 20;
/** Vectors that are multiplied at one go, and summed in single precision. */
const TILE = 64;
const BLOCK = 1024;
/** The largest step of a weight. */
const MOST_STEPS = 127;

/** Sentences as an encoder and as words have them, in the same order. */
export interface Pairs {
  readonly reading: Reading;
  /** Fingerprints by words, none empty. */
  readonly prints: readonly Positions[];
}

/** How the fitting is followed and stopped. */
interface Watch {
  readonly signal: Cancellation;
  /** Takes the share that is done, 0..1. */
  readonly report: (done: number) => void;
}

/**
 * Learns from sentences to read vectors as fingerprints: the encoder's space is turned and scaled as a whole so that the vectors,
 * less their mean, come to lie as near as they can to their fingerprints (orthogonal Procrustes). So texts lie as far apart on the
 * map as for the encoder; regression would shrink what few cells agree with. The same pairs give the same weights. Half a
 * minute and 200 MB for 24,000 sentences of 512 dimensions.
 */
export function fitReader(
  { reading, prints }: Pairs,
  { signal, report }: Watch,
): { readonly weights: CellWeights; readonly quality: ReaderQuality } {
  const rows = [...prints.keys()];
  const aside = rows.filter((row) => row % ASIDE === ASIDE - 1);
  const kept = rows.filter((row) => row % ASIDE !== ASIDE - 1);
  const sums = sumsOf(kept, { reading, prints }, { signal, report: (done) => report(0.6 * done) });
  const { dimensions } = reading;
  const turn = turnOf(sums, dimensions);
  report(0.8);
  throwIfCancelled(signal);
  const factors = factorsOf(sums, turn, dimensions);
  spreadFactors(factors, dimensions);
  report(0.9);
  throwIfCancelled(signal);
  const usual = spreadOver(sums.shares);
  const constants = new Float32Array(CELLS);
  for (let cell = 0; cell < CELLS; cell++) {
    let sum = usual[cell]!;
    for (let i = 0; i < dimensions; i++) sum -= factors[cell * dimensions + i]! * sums.mean[i]!;
    constants[cell] = sum;
  }
  const weights = { dimensions, ...inSteps(factors, dimensions), constants };
  const quality = qualityOf(weights, aside, { reading, prints });
  report(1);
  return { weights, quality };
}

interface Sums {
  /** Of the vectors. */
  readonly mean: Float64Array;
  /** By cell, the share of sentences that set it. */
  readonly shares: Float64Array;
  /** CELLS x dimensions: by cell and number, the sum of their products over the sentences, both less their mean. */
  readonly together: Float64Array;
  /** Of the vectors' squared distances to their mean. */
  readonly extent: number;
}

/** Whole numbers are summed, so that the order changes nothing. */
function sumsOf(kept: readonly number[], { reading, prints }: Pairs, watch: Watch): Sums {
  const { dimensions, values } = reading;
  const mean = new Float64Array(dimensions);
  const shares = new Float64Array(CELLS);
  const together = new Float64Array(CELLS * dimensions);
  let squares = 0;
  kept.forEach((row, at) => {
    if (at % BLOCK === 0) {
      throwIfCancelled(watch.signal);
      watch.report(at / kept.length);
    }
    const from = row * dimensions;
    for (let i = 0; i < dimensions; i++) {
      mean[i]! += values[from + i]!;
      squares += values[from + i]! ** 2;
    }
    for (const cell of prints[row]!) {
      shares[cell]!++;
      const to = cell * dimensions;
      for (let i = 0; i < dimensions; i++) together[to + i]! += values[from + i]!;
    }
  });
  const count = Math.max(1, kept.length);
  for (let i = 0; i < dimensions; i++) mean[i]! /= count * READING_SCALE;
  for (let cell = 0; cell < CELLS; cell++) {
    const sum = shares[cell]!;
    for (let at = cell * dimensions, i = 0; i < dimensions; i++, at++)
      together[at] = together[at]! / READING_SCALE - sum * mean[i]!;
    shares[cell] = sum / count;
  }
  const extent =
    squares / READING_SCALE ** 2 - count * mean.reduce((sum, value) => sum + value * value, 0);
  return { mean, shares, together, extent };
}

/** Directions that the sentences leave open, by their strength against that of the strongest. */
const OPEN = 1e-10;

/**
 * dimensions x dimensions: by what the sums are multiplied to become the turn that is sought. They are U S V' with S on a
 * diagonal; the nearest turn is U V', and the scale that fits it best is the sum of S over the vectors' extent.
 */
function turnOf({ together, extent }: Sums, dimensions: number): Float64Array {
  const { values, vectors } = symmetricEigen(gramOf(together, dimensions), dimensions);
  const strengths = values.map((value) => (value > OPEN * values[0]! ? Math.sqrt(value) : 0));
  const scale = strengths.reduce((sum, value) => sum + value, 0) / extent;
  const turn = new Float64Array(dimensions * dimensions);
  strengths.forEach((strength, k) => {
    if (strength === 0) return;
    const vector = vectors.subarray(k * dimensions, (k + 1) * dimensions);
    for (let i = 0; i < dimensions; i++) {
      const factor = (scale / strength) * vector[i]!;
      for (let j = 0; j < dimensions; j++) turn[i * dimensions + j]! += factor * vector[j]!;
    }
  });
  return turn;
}

/** dimensions x dimensions: products of the columns, in double precision, since the weakest directions count too. */
function gramOf(together: Float64Array, dimensions: number): Float64Array {
  const gram = new Float64Array(dimensions * dimensions);
  for (let from = 0; from < together.length; from += dimensions)
    for (let i = 0; i < dimensions; i++) {
      const factor = together[from + i]!;
      const row = i * dimensions;
      for (let j = 0; j <= i; j++) gram[row + j]! += factor * together[from + j]!;
    }
  for (let i = 0; i < dimensions; i++)
    for (let j = 0; j < i; j++) gram[j * dimensions + i] = gram[i * dimensions + j]!;
  return gram;
}

/** CELLS x dimensions: what each number of a vector adds to each cell. */
function factorsOf({ together }: Sums, turn: Float64Array, dimensions: number): Float32Array {
  const products = columnProducts(Float32Array.from(turn), dimensions, dimensions);
  const factors = new Float32Array(CELLS * dimensions);
  for (let first = 0; first < CELLS; first += TILE) {
    const tile = Float32Array.from(
      together.subarray(first * dimensions, (first + TILE) * dimensions),
    );
    const found = products.times(tile, TILE);
    for (let row = 0; row < TILE; row++)
      factors.set(
        found.subarray(row * products.stride, row * products.stride + dimensions),
        (first + row) * dimensions,
      );
  }
  return factors;
}

/** Adds to each cell what its neighbours have: it is the same for the sum of all numbers and for each. */
function spreadFactors(factors: Float32Array, dimensions: number): void {
  const map = new Float64Array(CELLS);
  for (let i = 0; i < dimensions; i++) {
    for (let cell = 0; cell < CELLS; cell++) map[cell] = factors[cell * dimensions + i]!;
    const heights = spreadOver(map);
    for (let cell = 0; cell < CELLS; cell++) factors[cell * dimensions + i] = heights[cell]!;
  }
}

function spreadOver(map: Float64Array): Float64Array {
  const around = spread(map);
  return map.map((height, cell) => height + NEIGHBOURS * around[cell]!);
}

/** Each cell's weights in steps of its own size. */
function inSteps(factors: Float32Array, dimensions: number) {
  const scales = new Float32Array(CELLS);
  const steps = new Int8Array(factors.length);
  for (let cell = 0; cell < CELLS; cell++) {
    const from = cell * dimensions;
    let most = 0;
    for (let i = 0; i < dimensions; i++) most = Math.max(most, Math.abs(factors[from + i]!));
    const scale = Math.fround(most / MOST_STEPS);
    scales[cell] = scale;
    if (scale > 0)
      for (let i = 0; i < dimensions; i++) steps[from + i] = Math.round(factors[from + i]! / scale);
  }
  return { scales, steps };
}

/** Of so many the nearest is looked for. */
const MOST_ASIDE = 1000;

function qualityOf(
  weights: CellWeights,
  aside: readonly number[],
  { reading, prints }: Pairs,
): ReaderQuality {
  const tried = aside.slice(0, MOST_ASIDE);
  const { dimensions } = weights;
  const vectors = new Float32Array(tried.length * dimensions);
  tried.forEach((row, at) => {
    for (let i = 0; i < dimensions; i++)
      vectors[at * dimensions + i] = reading.values[row * dimensions + i]! / READING_SCALE;
  });
  const none = new Uint16Array(0);
  const read = new CellReader(weights).read(
    vectors,
    tried.map(() => none),
  );
  const own = tried.map((row) => prints[row]!);
  let sum = 0;
  let first = 0;
  read.forEach((print, at) => {
    const cosine = cosinesTo(print);
    const right = cosine(own[at]!);
    sum += right;
    if (own.every((other, i) => i === at || cosine(other) < right)) first++;
  });
  const count = Math.max(1, tried.length);
  return { keptAside: tried.length, cosine: rounded(sum / count), first: rounded(first / count) };
}

/** As it is printed. */
const rounded = (share: number) => Math.round(1000 * share) / 1000;

function cosinesTo(print: Positions): (other: Positions) => number {
  const bits = new Uint8Array(CELLS);
  for (const cell of print) bits[cell] = 1;
  return (other) => {
    let shared = 0;
    for (const cell of other) shared += bits[cell]!;
    return shared === 0 ? 0 : shared / Math.sqrt(print.length * other.length);
  };
}
