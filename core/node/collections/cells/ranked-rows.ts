import { closeness } from "../../../collection/port/cells.ts";

/** Rows in an order: the higher score first, then the lower rank. */
export interface RankedRows {
  /** Places that rows may have. */
  readonly length: number;
  /** The row's number. */
  numberOf(i: number): number;
  scoreOf(i: number): number;
  /**
   * The first place from `from` on with a row whose score may be at least `least`; `length` where there is none. Nearly
   * all of a million rows are passed over here.
   */
  next(from: number, least: number): number;
}

/** With a score for each that is known already. */
export const rankedBy = (numbers: Uint32Array, scores: Float64Array): RankedRows => ({
  length: numbers.length,
  numberOf: (i) => numbers[i]!,
  scoreOf: (i) => scores[i]!,
  next(from, least) {
    let i = from;
    while (i < scores.length && scores[i]! < least) i++;
    return i;
  },
});

/** All alike. */
export const unranked = (numbers: Uint32Array): RankedRows => ({
  length: numbers.length,
  numberOf: (i) => numbers[i]!,
  scoreOf: () => 0,
  next: (from) => from,
});

/**
 * Numbers of the first `wanted` rows; `rankOf` is each row's place in the order of ids. A heap, whose root is the worst kept.
 */
export function bestRows(rows: RankedRows, rankOf: Uint32Array, wanted: number): number[] {
  if (wanted === 0) return [];
  const isWorse = (a: number, b: number) => {
    const [left, right] = [rows.scoreOf(a), rows.scoreOf(b)];
    return left !== right ? left < right : rankOf[rows.numberOf(a)]! > rankOf[rows.numberOf(b)]!;
  };
  const heap: number[] = [];
  let worst = Number.NEGATIVE_INFINITY;
  for (let i = rows.next(0, worst); i < rows.length; i = rows.next(i + 1, worst)) {
    if (heap.length < wanted) {
      heap.push(i);
      siftUp(heap, isWorse);
      if (heap.length < wanted) continue;
    } else if (isWorse(heap[0]!, i)) {
      heap[0] = i;
      siftDown(heap, isWorse);
    } else continue;
    worst = rows.scoreOf(heap[0]!);
  }
  return heap.sort((a, b) => (isWorse(a, b) ? 1 : -1)).map((i) => rows.numberOf(i));
}

type Compare = (a: number, b: number) => boolean;

function siftUp(heap: number[], isWorse: Compare): void {
  for (let at = heap.length - 1; at > 0; ) {
    const parent = (at - 1) >> 1;
    if (!isWorse(heap[at]!, heap[parent]!)) return;
    [heap[at], heap[parent]] = [heap[parent]!, heap[at]!];
    at = parent;
  }
}

function siftDown(heap: number[], isWorse: Compare): void {
  for (let at = 0; ; ) {
    let worst = at;
    for (const child of [2 * at + 1, 2 * at + 2])
      if (child < heap.length && isWorse(heap[child]!, heap[worst]!)) worst = child;
    if (worst === at) return;
    [heap[at], heap[worst]] = [heap[worst]!, heap[at]!];
    at = worst;
  }
}

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
    return this.scoreOf(searchRow(this.#among, no));
  }

  /** @param numbers of rows that count, ascending */
  only(numbers: Uint32Array): CloseRows {
    const shared = Uint16Array.from(numbers, (no) => this.#shared[searchRow(this.#among, no)]!);
    return new CloseRows(numbers, shared, this.#with);
  }

  #closeEnough(): Uint32Array {
    const numbers: number[] = [];
    for (let i = this.next(0, 0); i < this.length; i = this.next(i + 1, 0))
      numbers.push(this.#among[i]!);
    return Uint32Array.from(numbers);
  }

  /** Whether a row is kept is added up, as a branch would be mispredicted half of the time. */
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
function searchRow(numbers: Uint32Array, no: number): number {
  let low = 0;
  let high = numbers.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle]! < no) low = middle + 1;
    else high = middle;
  }
  return low;
}
