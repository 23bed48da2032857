import { CELLS, SIDE } from "./grid.ts";
import { LIST_ROWS } from "./row-lists.ts";
import { createKernel, type KernelWasm, reserve } from "./wasm.ts";

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

/** As many lists may be added before a count of 16 bits could be full. */
const MOST_LISTS = 65_535;
/** Bytes behind a list that are looked at. */
const SPARE = 64;

/** Where everything lies, in bytes. */
const COUNTS = 0;
const NUMBERS = COUNTS + 2 * LIST_ROWS;
const INPUT = NUMBERS + 2 * LIST_ROWS;

/** Where a list lies in the input. */
interface InputPlace {
  readonly from: number;
  readonly to: number;
  /** Numbers in it. */
  readonly count: number;
}

/**
 * Unpacks lists of numbers below 16,384, and counts how often each number occurs in many of them. A file is read into
 * `input` and its lists are unpacked where they are.
 */
export class CellCounts {
  readonly #wasm: KernelWasm;
  readonly #totals = new Uint32Array(LIST_ROWS);
  /** What is read may be written here: it takes no memory of its own each time. */
  readonly input: Uint8Array<ArrayBuffer>;
  readonly #counts: Uint16Array;
  readonly #numbers: Uint16Array;
  #added = 0;

  /** @param bytes of input at a time */
  constructor(bytes: number) {
    this.#wasm = createKernel(INPUT + bytes + SPARE);
    const { buffer } = this.#wasm.memory;
    this.input = new Uint8Array(buffer, INPUT, bytes);
    this.#counts = new Uint16Array(buffer, COUNTS, LIST_ROWS);
    this.#numbers = new Uint16Array(buffer, NUMBERS, LIST_ROWS);
  }

  /** Forgets what was counted. */
  begin(): void {
    this.#counts.fill(0);
    this.#totals.fill(0);
    this.#added = 0;
  }

  /**
   * A list of the input, in Golomb-Rice bits (`node/collections/cells/cell-format.ts`) with so many low bits, which is there until the
   * next one is unpacked. `undefined` where the bytes are not such a list.
   */
  unpack(place: InputPlace, low: number): Uint16Array | undefined {
    return this.#unpack(place, low) ? this.#numbers.subarray(0, place.count) : undefined;
  }

  /** Adds such a list to the counts. False where the bytes are not one; nothing is added then. */
  addPacked(place: InputPlace, low: number): boolean {
    if (!this.#unpack(place, low)) return false;
    this.#add(place.count);
    return true;
  }

  /** How often each number was added since `begin`. */
  totals(): Uint32Array {
    this.#empty();
    return this.#totals.slice();
  }

  #unpack({ from, to, count }: InputPlace, low: number): boolean {
    if (count > LIST_ROWS) return false;
    return this.#wasm.unpackRows(INPUT + from, INPUT + to, count, low, NUMBERS) !== 0;
  }

  #add(count: number): void {
    if (this.#added === MOST_LISTS) this.#empty();
    this.#wasm.countRows(NUMBERS, count, COUNTS);
    this.#added++;
  }

  #empty(): void {
    for (let i = 0; i < LIST_ROWS; i++) this.#totals[i]! += this.#counts[i]!;
    this.#counts.fill(0);
    this.#added = 0;
  }
}

/** Terms that all others are measured against, with their codes. */
interface ExchangeReferences {
  readonly count: number;
  readonly sizes: Uint16Array;
  /** Square roots of the sizes. */
  readonly roots: Float32Array;
  /** `stride` places for each reference, of which the first `sizes[r]` are used. */
  readonly positions: Uint16Array;
  readonly stride: number;
  /** References by cell: those at c are `members[offsets[c]]` up to, not including, `members[offsets[c + 1]]`. */
  readonly offsets: Uint32Array;
  readonly members: Uint16Array;
}

/** What the exchange of cells aims at. */
interface ExchangeWishes {
  /** Wanted overlap of two full codes for cosines from -1 to 1 in equal steps. */
  readonly target: Float32Array;
  /** Added to the gain of each cell. */
  readonly bias: Float32Array;
  /** So many references, those with the largest residuals, count one by one; the others with their mean. */
  readonly strongest: number;
  /** What each set neighbour adds to the gain of a cell. */
  readonly bonus: number;
  /** Cells are exchanged when that gains more. */
  readonly least: number;
}

/** One code and its cosines with the references. */
interface ExchangeRow {
  /** Ascending; changed in place. */
  readonly code: Uint16Array;
  readonly cosines: Float32Array;
  /** The row's own number among the references, which is left out; -1 for none. */
  readonly self: number;
  /** The most cells to exchange in each pass: at most 64. */
  readonly swaps: readonly number[];
}

/**
 * A function that exchanges cells of codes so that their overlaps with the references come closer to what is wanted. The
 * residual of a reference is wanted overlap minus overlap, where what is wanted shrinks with the square roots of both
 * sizes; the gain of a cell is the sum of the residuals of the references that use it. Each pass gives up the cells
 * with the smallest gains for free ones with the largest. In single precision, in a fixed order.
 */
export function cellExchanger(references: ExchangeReferences, wishes: ExchangeWishes) {
  const wasm = createKernel();
  const { count, stride } = references;
  const place = layOut(wasm, references, wishes);
  const cosines = new Float32Array(wasm.memory.buffer, place.cosines, count);
  const cells = new Uint16Array(wasm.memory.buffer, place.code, stride);
  return ({ code, cosines: own, self, swaps }: ExchangeRow): void => {
    cells.set(code);
    cosines.set(own);
    const { strongest, bonus, least } = wishes;
    const root = Math.sqrt(code.length) / stride;
    for (const most of swaps)
      wasm.pass(place.code, code.length, place.cosines, self, most, root, strongest, bonus, least);
    code.set(cells.subarray(0, code.length));
  };
}

/** Copies everything into the memory of the module; returns where codes and cosines go. */
function layOut(wasm: KernelWasm, references: ExchangeReferences, wishes: ExchangeWishes) {
  const { count, stride, sizes, roots, positions, offsets, members } = references;
  const { target, bias } = wishes;
  const parts = [sizes, roots, positions, offsets, members, target, bias];
  let bytes = 0;
  const room = (length: number) => {
    const at = bytes;
    bytes += (length + 15) & ~15;
    return at;
  };
  const places = parts.map((part) => room(part.byteLength));
  const cosines = room(4 * count);
  const code = room(2 * stride);
  const work = room(wasm.workBytes(count));
  reserve(wasm, bytes);
  parts.forEach((part, i) => {
    const source = new Uint8Array(part.buffer, part.byteOffset, part.byteLength);
    new Uint8Array(wasm.memory.buffer, places[i], part.byteLength).set(source);
  });
  const [sizesAt, rootsAt, positionsAt, offsetsAt, membersAt, targetAt, biasAt] = places;
  wasm.setReferences(count, stride, sizesAt, rootsAt, positionsAt, offsetsAt, membersAt, work);
  wasm.setWishes(targetAt, target.length, biasAt);
  if (bias.length !== CELLS) throw new Error(`There are ${bias.length} biases for ${CELLS} cells.`);
  return { cosines, code };
}
