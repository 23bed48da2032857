import { LIST_ROWS } from "./row-lists.ts";
import { createKernel, type KernelWasm } from "./wasm.ts";

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
