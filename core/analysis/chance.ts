import { or } from "../fingerprint/operations.ts";
import { keepSupported } from "../fingerprint/sparsify.ts";
import type { Positions } from "../kernel/grid.ts";
import { keepShared } from "../kernel/overlap.ts";
import { seededRandom } from "../kernel/seeded-random.ts";
import { type Retina, TEXT_LIMIT } from "../retina/types.ts";

/** What random pairs of two sizes share. */
export interface Chance {
  readonly mean: number;
  /** 99.9% of random pairs share fewer. */
  readonly p999: number;
  readonly pairs: number;
}

/** The least whole number that more than `share` of `ascending` stay below: 11 for 1 to 10 and a share of 0.9. */
export const rarelyReached = (ascending: readonly number[], share: number): number =>
  ascending[Math.floor(share * ascending.length)]! + 1;

/** Random fingerprints per side; every left one is compared with every right one. */
const SAMPLES = 100;
/** Sizes this close, as a factor, share one measurement. */
const SIZE_STEP = 1.15;
/** Twice what a text may have. */
const DENSEST = 2 * TEXT_LIMIT;
/** Very rare terms are no fair sample of what people compare. */
const TERMS_USED = 30_000;

/**
 * Measures what chance gives, on fingerprints made of the retina's own terms: fingerprints come in patches, so
 * the formula for independent cells would be far too generous. Seeded, so it is the same every time; kept for
 * each pair of size classes. About 20 ms when new.
 */
export class ChanceTable {
  readonly #retina: Retina;
  readonly #known = new Map<string, Chance>();

  constructor(retina: Retina) {
    this.#retina = retina;
  }

  /** Null when a side is empty, or so dense that no sum of terms is like it. */
  between(left: number, right: number): Chance | null {
    if (left === 0 || right === 0 || Math.max(left, right) > DENSEST) return null;
    const [small, large] = [classOf(Math.min(left, right)), classOf(Math.max(left, right))];
    const key = `${small} ${large}`;
    const chance = this.#known.get(key) ?? this.#measure(small, large);
    this.#known.set(key, chance);
    return chance;
  }

  #measure(small: number, large: number): Chance {
    const random = seededRandom(small * 65_537 + large);
    const lefts = Array.from({ length: SAMPLES }, () => this.#sample(small, random));
    const rights = Array.from({ length: SAMPLES }, () => this.#sample(large, random));
    const shared = lefts.flatMap((left) => rights.map((right) => keepShared(left, right).length));
    shared.sort((a, b) => a - b);
    const mean = shared.reduce((sum, count) => sum + count, 0) / shared.length;
    return { mean, p999: rarelyReached(shared, 0.999), pairs: shared.length };
  }

  /** Random terms added until there are enough positions, then thinned to the size. */
  #sample(size: number, random: () => number): Positions {
    const terms = Math.min(TERMS_USED, this.#retina.termCount);
    let sum: Positions = this.#retina.positions(Math.floor(random() * terms));
    for (let tries = 0; sum.length < size && tries < MOST_ADDED; tries++)
      sum = or([sum, this.#retina.positions(Math.floor(random() * terms))]);
    return keepSupported(sum, size);
  }
}
const MOST_ADDED = 200;

const classOf = (size: number) =>
  Math.round(SIZE_STEP ** Math.round(Math.log(size) / Math.log(SIZE_STEP)));

const tables = new WeakMap<Retina, ChanceTable>();

/** The table of a retina, made once. */
export function chanceOf(retina: Retina): ChanceTable {
  const table = tables.get(retina) ?? new ChanceTable(retina);
  tables.set(retina, table);
  return table;
}
