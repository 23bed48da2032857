import { CELLS, SIDE } from "./grid.ts";
import { createKernel, type KernelWasm } from "./wasm.ts";

/** Reach of the bell curve in cells; a map is read a vector of four at a time. */
const REACH = 4;
const FLOAT = 4;
const MAP = FLOAT * CELLS;
/** Where everything lies, in bytes. */
const PILE = 0;
const HEIGHTS = MAP;
const CHOICE = 2 * MAP;
const USUAL = 3 * MAP;
const SCALE = 4 * MAP;
const RANK_SCALE = 5 * MAP;
const KEYS = 6 * MAP;
const FOUND = 7 * MAP;
const BUCKETS = FOUND + 2 * CELLS;
const ROW = BUCKETS + 4 * 4096;
const BELL = ROW + FLOAT * (SIDE + 2 * REACH);
const END = BELL + 64;

/** What a map's heights are measured against. */
export interface UsualHeights {
  readonly usual: ArrayLike<number>;
  /** What a height beyond the usual counts for, by cell ... */
  readonly scale: ArrayLike<number>;
  /** ... and when cells are ranked. */
  readonly rankScale: ArrayLike<number>;
}

/**
 * The passes over the whole map that a text's fingerprint takes, in single precision on vectors: about 60 microseconds
 * for all of them.
 */
export class CellPiles {
  /** To be filled by the caller. */
  readonly pile: Float32Array;
  /** A view: the next raising overwrites it. */
  readonly heights: Float32Array;
  readonly #choice: Float32Array;
  readonly #found: Uint16Array;
  readonly #wasm: KernelWasm;

  /** `bell` holds the weights of 0 to 4 cells away. */
  constructor(bell: readonly number[], { usual, scale, rankScale }: UsualHeights) {
    this.#wasm = createKernel(END);
    const { buffer } = this.#wasm.memory;
    const map = (at: number) => new Float32Array(buffer, at, CELLS);
    map(USUAL).set(usual);
    map(SCALE).set(scale);
    map(RANK_SCALE).set(rankScale);
    new Float32Array(buffer, BELL, REACH + 1).set(bell);
    this.pile = map(PILE);
    this.heights = map(HEIGHTS);
    this.#choice = map(CHOICE);
    this.#found = new Uint16Array(buffer, FOUND, CELLS);
  }

  /** Heights are from now on the pile, and `share` of it spread over the neighbours. */
  raise(share: number): this {
    this.#wasm.spreadMap(PILE, HEIGHTS, share, BELL, ROW);
    return this;
  }

  /** What the heights have beyond the usual ones, scaled; 0 where they have less. */
  support(): Float32Array {
    this.#wasm.excess(HEIGHTS, USUAL, SCALE, CHOICE);
    return this.#choice.slice();
  }

  /** The `count` cells whose heights rank highest, in rising order. */
  best(count: number): Uint16Array {
    this.#wasm.excess(HEIGHTS, USUAL, RANK_SCALE, CHOICE);
    return this.#highest(count);
  }

  /** The `count` highest cells above 0, in rising order; of equally high ones the lower. No number may be below 0. */
  highest(map: Float32Array, count: number): Uint16Array {
    this.#choice.set(map);
    return this.#highest(count);
  }

  #highest(count: number): Uint16Array {
    const found = this.#wasm.highestCells(CHOICE, Math.min(count, CELLS), FOUND, BUCKETS, KEYS);
    return this.#found.slice(0, found);
  }
}
