import { closeness } from "../../collection/closeness.ts";
import type { RankedRows } from "./best-rows.ts";

/** A row is passed over without a root only where it falls short by more than rounding could make up for. */
const ROUNDING = 1 - 1e-9;
/** Below the square of any closeness that is not 0: of 16,384 cells at least one is shared. */
const NEXT_TO_NOTHING = 1e-9;

/** What rows are compared with. */
interface Comparison {
  /** How many cells each row has, by its number. */
  readonly sizes: Uint16Array;
  /** How many cells there are to share. */
  readonly size: number;
  /** Rows that are less close do not count. */
  readonly least: number;
}

/**
 * Of some rows those that share a position with a set of them and are close enough. A search goes through a million rows
 * and shows a hundred: a root is drawn for those alone of which it is asked, and the others are not written down.
 */
export class CloseRows implements RankedRows {
  readonly #among: Uint32Array;
  readonly #shared: Uint16Array;
  readonly #with: Comparison;
  #numbers: Uint32Array | undefined;

  /**
   * @param among numbers of rows, ascending
   * @param shared how many of the positions each of them has, in their order
   */
  constructor(among: Uint32Array, shared: Uint16Array, comparison: Comparison) {
    this.#among = among;
    this.#shared = shared;
    this.#with = comparison;
  }

  get length(): number {
    return this.#among.length;
  }

  /** Of the rows that count, ascending. */
  get numbers(): Uint32Array {
    this.#numbers ??= this.#with.least > 0 ? this.#closeEnough() : this.#sharing();
    return this.#numbers;
  }

  numberOf(i: number): number {
    return this.#among[i]!;
  }

  scoreOf(i: number): number {
    const { sizes, size } = this.#with;
    return closeness(this.#shared[i]!, size, sizes[this.#among[i]!]!);
  }

  next(from: number, least: number): number {
    const among = this.#among;
    const shared = this.#shared;
    const { sizes, size, least: own } = this.#with;
    const wanted = Math.max(own, least);
    const bound = Math.max(NEXT_TO_NOTHING, ROUNDING * wanted * wanted * size);
    let i = from;
    for (; i < among.length; i++)
      if (shared[i]! * shared[i]! > bound * sizes[among[i]!]!)
        if (own === 0 || this.scoreOf(i) >= own) break;
    return i;
  }

  scoreOfRow(no: number): number {
    return this.scoreOf(placeOf(this.#among, no));
  }

  /** @param numbers of rows that count, ascending */
  only(numbers: Uint32Array): CloseRows {
    const shared = Uint16Array.from(numbers, (no) => this.#shared[placeOf(this.#among, no)]!);
    return new CloseRows(numbers, shared, this.#with);
  }

  #closeEnough(): Uint32Array {
    const numbers: number[] = [];
    for (let i = this.next(0, 0); i < this.length; i = this.next(i + 1, 0))
      numbers.push(this.#among[i]!);
    return Uint32Array.from(numbers);
  }

  /** Whether a row is kept is added up, as a jump would be guessed wrong half of the time. */
  #sharing(): Uint32Array {
    const among = this.#among;
    const shared = this.#shared;
    let sharing = 0;
    for (let i = 0; i < shared.length; i++) sharing += Math.min(1, shared[i]!);
    const numbers = new Uint32Array(sharing);
    let found = 0;
    for (let i = 0; found < sharing; i++) {
      numbers[found] = among[i]!;
      found += Math.min(1, shared[i]!);
    }
    return numbers;
  }
}

/** Where a number is in an ascending list that has it. */
function placeOf(numbers: Uint32Array, no: number): number {
  let low = 0;
  let high = numbers.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle]! < no) low = middle + 1;
    else high = middle;
  }
  return low;
}
